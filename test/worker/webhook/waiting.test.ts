import { beforeEach, describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { expectStatus, rows } from '../../support/service'
import {
  deliveries,
  endpoints,
  hotelWithStoppedClock,
  makeEndpoint,
  pass,
  runMinute,
  settle,
  until,
  writeEvents,
} from '../../support/webhooks'

const HOUR = 3_600_000
const TYPES = { types: ['reservation.created'] }

const call = hotelWithStoppedClock()
let receiver: Awaited<ReturnType<typeof newReceiver>>
beforeEach(async () => {
  receiver = await newReceiver({ status: 200 })
})

/** The endpoint fails, and its next attempt is in an hour. */
const failForAnHour = () => rows('UPDATE webhook_endpoint SET failures = 3, due_at = ?', Date.now() + HOUR)

/** Events that endpoints found in the log, which a dispatcher searches after a response. */
async function searched(): Promise<number> {
  await settle()
  return Number((await rows('SELECT count(*) AS n FROM webhook_delivery'))[0]?.n)
}

describe('at an endpoint that fails', () => {
  it('an event waits without a delivery in the database, and GetDeliveries lists it at once [WEBHOOK-26] [WEBHOOK-17]', async () => {
    await makeEndpoint(call, receiver.url, TYPES)
    await failForAnHour()
    const first = await book(call, { roomsBooked: [{ roomID: 101 }] })
    await expectStatus(200, post(call, { bookingID: first, reservationSummaryNote: 'late' }))
    const second = await book(call, { roomsBooked: [{ roomID: 102 }] })

    const waiting = (sequence: number, reservationId: number) => ({
      sequence,
      previousSequence: null,
      reservationId,
      type: 'reservation.created',
      eventId: expect.stringMatching(/^evt_/),
      status: 'pending',
      nextAttemptAt: expect.any(String),
      attempts: [],
    })
    const both = [waiting(1, first), waiting(3, second)]
    expect(await deliveries(call)).toEqual(both)
    expect(await deliveries(call, 'endpointId=1&status=pending')).toEqual(both)
    expect(await deliveries(call, 'endpointId=1&pageSize=1')).toEqual(both.slice(0, 1))
    expect(await deliveries(call, 'endpointId=1&afterSequence=1')).toEqual(both.slice(1))
    expect(await deliveries(call, 'endpointId=1&status=failed')).toEqual({})
    expect(await endpoints(call)).toMatchObject([{ pending: 2, deliveredSequence: 0 }])
    expect(await searched()).toBe(0)

    pass(2 * HOUR)
    await runMinute()
    await until(
      () => deliveries(call, 'endpointId=1&status=delivered'),
      list => list?.length === 2,
    )
    expect((await receiver.received()).map(({ event }) => [event.sequence, event.previousSequence])).toEqual([
      [1, 0],
      [3, 1],
    ])
  })

  it('the run of a minute searches the log when 200 events wait, so that a list reads few more than these [WEBHOOK-26]', async () => {
    for (let n = 0; n < 2; n++) await makeEndpoint(call, receiver.url)
    await failForAnHour()
    await writeEvents(199)
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    await runMinute()
    expect(await searched()).toBe(0)
    expect(await deliveries(call, 'endpointId=1&pageSize=200')).toHaveLength(200)
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    expect(await searched()).toBe(0)
    await runMinute()
    expect(await rows('SELECT endpoint_id AS id, count(*) AS n FROM webhook_delivery GROUP BY endpoint_id')).toEqual([
      { id: 1, n: 201 },
      { id: 2, n: 201 },
    ])
    expect(await deliveries(call, 'endpointId=1&afterSequence=1&pageSize=200')).toHaveLength(200)
    expect(await receiver.received()).toEqual([])
  })

  it('an event that waits when its owner disables the endpoint is failed [WEBHOOK-26]', async () => {
    await makeEndpoint(call, receiver.url)
    await failForAnHour()
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    await expectStatus(200, call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, status: 'disabled' }))
    expect(await deliveries(call)).toMatchObject([{ sequence: 1, status: 'failed', nextAttemptAt: null }])
  })
})
