import { describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'
import {
  deliveries,
  endpoints,
  makeEndpoint,
  runMinute,
  settle,
  until,
  untilDeliveries,
  untilReceived,
} from '../../support/webhooks'

const { call } = hotelBeforeEach()
const update = (fields: object) =>
  expectStatus(200, call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, ...fields }))
const replay = (fields: object = {}, endpointId = 1) =>
  expectStatus(200, call('POST', '/Webhook/Replay', { endpointId, ...fields }))

interface Delivery {
  sequence: number
  status: string
  attempts: { httpStatus: number; response: string }[]
}
const statuses = async (query?: string) =>
  (await deliveries(call, query)).map(({ sequence, status }: Delivery) => [sequence, status])

/** Bookings of different reservations, which do not wait for each other. */
const bookEight = () =>
  Promise.all(
    [101, 102, 103, 201].flatMap(roomID =>
      ['05', '06'].map(month =>
        book(call, {
          arrivalDate: `2027-${month}-10`,
          departureDate: `2027-${month}-12`,
          roomsBooked: [{ roomID }],
        }),
      ),
    ),
  )

describe('an endpoint whose types change while it is disabled', () => {
  it('keeps what lies before as failed deliveries of the types of before, which can be replayed [WEBHOOK-13] [WEBHOOK-16]', async () => {
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url, { types: ['reservation.created'] })
    await update({ status: 'disabled' })
    const bookingID = await book(call, { roomsBooked: [{ roomID: 101 }] })
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    await update({ types: ['reservation.modified'] })
    expect(await statuses('endpointId=1&status=failed')).toEqual([
      [1, 'failed'],
      [2, 'failed'],
    ])

    await update({ status: 'enabled' })
    expect((await replay({ status: 'failed' })).json.content).toEqual({ events: 2 })
    await expectStatus(200, post(call, { bookingID, reservationSummaryNote: 'late' }))
    const received = await untilReceived(receiver, 3)
    const sent = received.map(({ event }) => [event.sequence, event.previousSequence])
    expect(sent.toSorted(([one = 0], [other = 0]) => one - other)).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ])
  })

  it('has the same previousSequence in the first attempt and in a replay [WEBHOOK-10] [WEBHOOK-16]', async () => {
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url, { types: ['reservation.created', 'reservation.modified'] })
    const bookingID = await book(call)
    await untilReceived(receiver, 1)
    const modify = (reservationSummaryNote: string) =>
      expectStatus(200, post(call, { bookingID, reservationSummaryNote }))
    await update({ status: 'disabled' })
    await modify('a')
    await update({ types: ['reservation.modified'] })
    await modify('b')
    await update({ status: 'enabled' })
    await modify('c')
    await untilReceived(receiver, 2)
    await replay({ fromSequence: 2 })
    const received = await untilReceived(receiver, 5)
    expect(received.map(({ event }) => [event.sequence, event.previousSequence])).toEqual([
      [1, 0],
      [4, 3],
      [2, 1],
      [3, 0],
      [4, 3],
    ])
  })
})

it('a replay directly after the endpoint was enabled sends all that lies between [WEBHOOK-16]', async () => {
  const receiver = await newReceiver()
  await makeEndpoint(call, receiver.url)
  await update({ status: 'disabled' })
  for (const roomID of [101, 102]) await book(call, { roomsBooked: [{ roomID }] })
  // As UpdateEndpoint enables it, before a dispatcher searches the log.
  await rows(`UPDATE webhook_endpoint SET endpoint_status = 'enabled', live_after = 2`)
  expect((await replay({ status: 'failed' })).json.content).toEqual({ events: 2 })
})

describe('open attempts', () => {
  it('stay at most 5 if the endpoint is disabled, enabled and replayed at once, and no event is sent twice at a time [WEBHOOK-14] [WEBHOOK-15]', async () => {
    const receiver = await newReceiver({ delayMs: 700, status: 200 })
    await makeEndpoint(call, receiver.url)
    await bookEight()
    await untilReceived(receiver, 5)
    const runs: Promise<void>[] = []
    for (let i = 0; i < 4; i++) {
      await update({ status: 'disabled' })
      await update({ status: 'enabled' })
      await replay({ status: 'failed' })
      runs.push(runMinute())
    }
    await Promise.all(runs)
    await until(
      async () => {
        await runMinute()
        return statuses()
      },
      list => list.every(([, status]: [number, string]) => status === 'delivered'),
    )
    expect(await receiver.maxOpen()).toBe(5)
    const sequences = (await receiver.received()).map(({ event }) => event.sequence)
    expect(sequences.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('stay at most 5 if the endpoint is deleted and made again at once [WEBHOOK-14]', async () => {
    const receiver = await newReceiver({ delayMs: 700, status: 200 })
    const make = () => makeEndpoint(call, receiver.url, { afterSequence: 0 })
    await make()
    const { endpointId: other } = await makeEndpoint(call, receiver.url, { types: ['endpoint.disabled'] })
    let { endpointId } = { endpointId: 1 }
    await bookEight()
    await untilReceived(receiver, 5)
    for (let i = 0; i < 3; i++) {
      await expectStatus(200, call('POST', '/Webhook/DeleteEndpoint', { endpointId }))
      ;({ endpointId } = await make())
      await settle()
    }
    await until(
      async () => {
        await runMinute()
        return statuses(`endpointId=${endpointId}`)
      },
      list => list.length === 8 && list.every(([, status]: [number, string]) => status === 'delivered'),
    )
    expect(await receiver.maxOpen()).toBe(5)
    // When the attempts have ended, what they belong to is deleted with the next endpoint.
    await expectStatus(200, call('POST', '/Webhook/DeleteEndpoint', { endpointId }))
    expect(await rows('SELECT endpoint_id AS id, leases FROM webhook_endpoint')).toEqual([
      { id: other, leases: '{}' },
      { id: endpointId, leases: '{}' },
    ])
  })

  it('one that ends while the endpoint is disabled is shown, and delivers its event [WEBHOOK-17]', async () => {
    const receiver = await newReceiver({ delayMs: 300, status: 200, body: 'thanks' })
    await makeEndpoint(call, receiver.url)
    await book(call)
    await untilReceived(receiver, 1)
    await update({ status: 'disabled' })
    expect(await statuses()).toEqual([[1, 'failed']])
    const [delivery] = await untilDeliveries(call, ([one]) => one.attempts.length === 1)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ httpStatus: 200, response: 'thanks' }] })
    await until(
      () => rows('SELECT leases FROM webhook_endpoint'),
      ([one]) => one?.leases === '{}',
    )
  })
})

describe('endpoint.disabled', () => {
  it('is sent to the other endpoints right after its commit [WEBHOOK-8] [WEBHOOK-13]', async () => {
    const gone = await newReceiver({ status: 410 })
    const other = await newReceiver()
    await makeEndpoint(call, gone.url, { types: ['reservation.created'] })
    await makeEndpoint(call, other.url, { types: ['endpoint.disabled'] })
    await book(call)
    const received = await untilReceived(other, 1)
    expect(received[0]?.event).toMatchObject({ type: 'endpoint.disabled', data: { endpointId: 1, reason: 'gone' } })
    expect((await endpoints(call))[0]).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
  })

  it('of an endpoint whose key is missing is sent to the others too [WEBHOOK-8] [WEBHOOK-13]', async () => {
    const other = await newReceiver()
    await makeEndpoint(call, (await newReceiver()).url, { types: ['reservation.created'] })
    await rows(`UPDATE webhook_endpoint SET secret_kid = 'removed'`)
    await makeEndpoint(call, other.url, { types: ['endpoint.disabled'] })
    await book(call)
    const received = await untilReceived(other, 1)
    expect(received[0]?.event.data).toEqual({ endpointId: 1, reason: 'key_missing' })
  })
})
