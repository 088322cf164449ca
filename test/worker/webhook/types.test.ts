import { beforeEach, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../../schema/wire/event-types'
import { withBindings } from '../../support/bindings'
import { aBooking, book, post } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { type Call, expectStatus, openHotel, resetBeforeEach } from '../../support/service'
import { deliveries, endpoints, makeEndpoint, untilDeliveries, untilReceived } from '../../support/webhooks'

resetBeforeEach()

let call: Call
let token: string
let receiver: Awaited<ReturnType<typeof newReceiver>>
beforeEach(async () => {
  ;({ call, token } = await openHotel())
  receiver = await newReceiver()
})

const setTypes = (types: readonly string[]) =>
  expectStatus(200, call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, types }))

/** Makes a booking, and returns `previousSequence` of its event. */
async function bookAndReceive(roomID: number): Promise<number> {
  const before = (await receiver.received()).length
  await book(call, { roomsBooked: [{ roomID }] })
  const received = await untilReceived(receiver, before + 1)
  return received.at(-1)?.event.previousSequence
}

describe('the types of an endpoint', () => {
  it('in another order or named twice are the same: previousSequence goes on [WEBHOOK-10]', async () => {
    await makeEndpoint(call, receiver.url, { types: ['sale.created', 'reservation.created'] })
    expect(await bookAndReceive(101)).toBe(0)
    await setTypes(['reservation.created', 'sale.created', 'reservation.created'])
    expect(await bookAndReceive(102)).toBe(1)
    expect((await endpoints(call))[0].types).toEqual(['reservation.created', 'sale.created'])
  })

  it('none are all, later ones too: to name all of today is a change [WEBHOOK-10]', async () => {
    await makeEndpoint(call, receiver.url)
    expect(await bookAndReceive(101)).toBe(0)
    await setTypes([])
    expect(await bookAndReceive(102)).toBe(1)
    await setTypes(EVENT_TYPES)
    expect(await bookAndReceive(103)).toBe(0)
    expect((await endpoints(call))[0].types).toEqual(EVENT_TYPES)
  })
})

describe('an event that no dispatcher has searched', () => {
  /** Makes a booking, after which no dispatcher starts. */
  const bookQuietly = (roomID: number) =>
    expectStatus(
      200,
      withBindings({ WEBHOOK_KEYS: '' })('POST', '/api/Booking/PostBooking', aBooking({ roomsBooked: [{ roomID }] }), {
        authorization: `Bearer ${token}`,
      }),
    )

  it('is sent at once when the types change after it, or a replay finds nothing [WEBHOOK-8]', async () => {
    await makeEndpoint(call, receiver.url, { types: ['reservation.created'] })
    await bookQuietly(101)
    await setTypes(['sale.created'])
    await untilReceived(receiver, 1)
    await makeEndpoint(call, receiver.url, { types: ['reservation.created'] })
    await bookQuietly(102)
    await expectStatus(200, call('POST', '/Webhook/Replay', { endpointId: 2, fromSequence: 9 }))
    const received = await untilReceived(receiver, 2)
    expect(received.map(({ event }) => event.sequence)).toEqual([1, 2])
  })
})

describe('failed deliveries of types that the endpoint received before', () => {
  it('are replayed, by their status or as a part of a range; delivered ones are not [WEBHOOK-16]', async () => {
    await makeEndpoint(call, receiver.url, { types: ['reservation.created'] })
    await bookAndReceive(101)
    await receiver.respond({ status: 500 })
    const bookingID = await book(call, { roomsBooked: [{ roomID: 102 }] })
    await untilDeliveries(call, ([, second]) => second?.attempts.length === 1)
    const update = (fields: object) =>
      expectStatus(200, call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, ...fields }))
    await update({ status: 'disabled', types: ['reservation.modified'] })
    await receiver.respond({ status: 204 })
    await update({ status: 'enabled' })
    await expectStatus(200, post(call, { bookingID, reservationSummaryNote: 'late' }))
    await untilDeliveries(call, ([, , third]) => third?.status === 'delivered')

    const failed = await deliveries(call, 'endpointId=1&status=failed')
    expect(failed.map(({ sequence }: { sequence: number }) => sequence)).toEqual([2])
    const replay = async (fields: object = {}) =>
      (await expectStatus(200, call('POST', '/Webhook/Replay', { endpointId: 1, ...fields }))).json.content
    expect(await replay({ toSequence: 2 })).toEqual({ events: 1 })
    await untilDeliveries(call, ([, second]) => second?.status === 'delivered')
    expect(await replay({ status: 'failed' })).toEqual({ events: 0 })
    expect((await receiver.received()).map(({ event }) => [event.sequence, event.previousSequence])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
      [2, 1],
    ])
  })
})
