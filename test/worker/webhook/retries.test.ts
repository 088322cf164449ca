import { describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { type Call, rows } from '../../support/service'
import {
  deliveries,
  endpoints,
  hotelWithStoppedClock,
  makeEndpoint,
  pass,
  runMinute,
  settle,
  untilDeliveries,
  untilEndpoint,
  untilReceived,
} from '../../support/webhooks'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const call = hotelWithStoppedClock()

describe('a delivery that fails', () => {
  it('is attempted ten times: after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, each ± 10 %; then it is failed [WEBHOOK-11]', async () => {
    const receiver = await newReceiver({ status: 500, body: 'no' })
    await makeEndpoint(call, receiver.url)
    await book(call)
    const delays = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440].map(minutes => minutes * MINUTE)
    for (const [i, delay] of delays.entries()) {
      const [delivery] = await untilDeliveries(call, ([one]) => one?.attempts?.length === i + 1)
      const [endpoint] = await endpoints(call)
      expect(endpoint.status, `attempt ${i + 1}`).toBe('enabled')
      const wait = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attempts[i].at)
      expect(wait).toBeGreaterThanOrEqual(delay * 0.9)
      expect(wait).toBeLessThanOrEqual(delay * 1.1 + 1000)
      pass(wait - 1 - (Date.now() - Date.parse(delivery.attempts[i].at)))
      await runMinute()
      await settle()
      expect((await deliveries(call))[0].attempts).toHaveLength(i + 1)
      pass(1)
      await runMinute()
    }
    const [last] = await untilDeliveries(call, ([one]) => one?.attempts?.length === 10)
    expect(last).toMatchObject({ status: 'failed', nextAttemptAt: null })
    // The delays add up to 75 hours ± 10 %, and the endpoint is disabled after 72.
    const [first, tenth] = [0, 9].map(i => Date.parse(last.attempts[i].at)) as [number, number]
    const state =
      tenth - first < 72 * HOUR ? { status: 'enabled' } : { status: 'disabled', disabledReason: 'exhausted' }
    expect((await endpoints(call))[0]).toMatchObject({ ...state, pending: 0 })
    expect((await receiver.received()).map(({ event }) => event.id)).toEqual(Array(10).fill(last.eventId))
  })

  it('after three failures in a row only the oldest event is attempted; the others wait without using attempts up [WEBHOOK-12]', async () => {
    const receiver = await failedThreeTimes()
    await book(call, { roomsBooked: [{ roomID: 201 }] })
    await settle()
    expect((await deliveries(call)).map(attemptsOf)).toEqual([1, 1, 1, 0])

    pass(10 * MINUTE)
    await runMinute()
    expect((await untilDeliveries(call, ([one]) => attemptsOf(one) === 2)).map(attemptsOf)).toEqual([2, 1, 1, 0])

    await receiver.respond({ status: 200 })
    pass(10 * MINUTE)
    await runMinute()
    const all = await untilDeliveries(call, list => list.every((one: Delivery) => one.status === 'delivered'))
    expect(all.map(attemptsOf)).toEqual([3, 2, 2, 1])
    expect((await endpoints(call))[0]).toMatchObject({ deliveredSequence: 4, pending: 0 })
  })

  it('a change starts no attempt at an endpoint that fails, also when its time has come: the run of the minute does [WEBHOOK-12]', async () => {
    const receiver = await failedThreeTimes()
    pass(10 * MINUTE)
    await book(call, { roomsBooked: [{ roomID: 201 }] })
    await settle()
    expect((await receiver.received()).length).toBe(3)

    await runMinute()
    expect((await receiver.received()).length).toBe(4)
  })

  it('while the attempt of a later event is open, the oldest one is not due at an endpoint that fails [WEBHOOK-12]', async () => {
    const receiver = await failedThreeTimes()
    pass(10 * MINUTE)
    const leaseUntil = Date.now() + 20_000
    await rows(`UPDATE webhook_endpoint SET leases = json_object('lease', json_array(2, ?)), due_at = 0`, leaseUntil)
    await runMinute()
    expect((await receiver.received()).length).toBe(3)
    expect(await rows('SELECT due_at AS dueAt FROM webhook_endpoint')).toEqual([{ dueAt: leaseUntil }])

    pass(20_001)
    await runMinute()
    expect((await receiver.received()).length).toBe(4)
  })

  it.each([
    [429, '3600', HOUR],
    [503, '200000', 24 * HOUR],
  ])('Retry-After of %i delays the whole endpoint, up to 24 hours [WEBHOOK-12]', async (status, seconds, delay) => {
    const receiver = await newReceiver({ status, headers: { 'retry-after': seconds } }, { status: 200 })
    await makeEndpoint(call, receiver.url)
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    await attemptsAre(call, 1)
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    pass(delay - MINUTE)
    await runMinute()
    await settle()
    expect((await receiver.received()).length).toBe(1)

    pass(2 * MINUTE)
    await runMinute()
    await untilReceived(receiver, 3)
  })

  it('410 disables the endpoint; enabled again it goes on with events from then on, and what lies between is failed [WEBHOOK-13]', async () => {
    const receiver = await newReceiver({ status: 410 }, { status: 200 })
    await makeEndpoint(call, receiver.url)
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    await untilEndpoint(call, { disabledReason: 'gone' })
    const { json } = await call('GET', '/Event/GetEvents?types=endpoint.disabled')
    expect(json.content).toMatchObject([{ sequence: 2, data: { endpointId: 1, reason: 'gone' } }])

    await book(call, { roomsBooked: [{ roomID: 102 }] })
    const enabled = await call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, status: 'enabled' })
    expect(enabled.json.content).toMatchObject({ status: 'enabled', disabledReason: null })
    await book(call, { roomsBooked: [{ roomID: 103 }] })
    const all = await untilDeliveries(call, list => list.length === 4 && list[3].status === 'delivered')
    expect(all.map(({ sequence, status }: Delivery) => [sequence, status])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'failed'],
      [4, 'delivered'],
    ])
    expect((await receiver.received()).map(({ event }) => [event.sequence, event.previousSequence])).toEqual([
      [1, 0],
      [4, 3],
    ])
  })

  it('72 hours in which nothing succeeded disable the endpoint; a success in between begins anew [WEBHOOK-13]', async () => {
    const receiver = await newReceiver({ status: 500 }, { status: 200 }, { status: 500 })
    await makeEndpoint(call, receiver.url)
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    await attemptsAre(call, 1)
    pass(71 * HOUR)
    await runMinute()
    await untilDeliveries(call, ([one]) => one.status === 'delivered')
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    await attemptsAre(call, 3)
    pass(71 * HOUR)
    await runMinute()
    await attemptsAre(call, 4)
    expect((await endpoints(call))[0].status).toBe('enabled')
    pass(2 * HOUR)
    await runMinute()
    await untilEndpoint(call, { disabledReason: 'exhausted' })
  })

  it('a failure after 72 hours does not disable an endpoint that responded while the attempt was open [WEBHOOK-13]', async () => {
    const receiver = await newReceiver({ status: 500, delayMs: 400 }, { status: 200 })
    await makeEndpoint(call, receiver.url)
    await rows('UPDATE webhook_endpoint SET failures = 1, failing_since = ?', Date.now() - 73 * HOUR)
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    const [slow, other] = await untilDeliveries(
      call,
      ([first, second]) => attemptsOf(first) === 1 && attemptsOf(second) === 1,
    )
    expect(slow.status).toBe('pending')
    expect(other.status).toBe('delivered')
    expect((await endpoints(call))[0].status).toBe('enabled')
  })

  it.each([
    ['a redirect', { status: 302, headers: { location: 'https://hooks.example.com/' } }, 302, 'HTTP 302', ''],
    ['a closed connection', { close: true }, null, 'no connection, or it was closed', ''],
    ['a body of 10 MB', { status: 500, bytes: 10_000_000 }, 500, 'HTTP 500', 'x'.repeat(1000)],
  ])('%s is a failure, and is recorded [WEBHOOK-17] [WEBHOOK-18]', async (_, response, httpStatus, error, recorded) => {
    const receiver = await newReceiver(response)
    await makeEndpoint(call, receiver.url)
    await book(call)
    const [delivery] = await untilDeliveries(call, ([one]) => attemptsOf(one) === 1)
    expect(delivery.attempts[0]).toMatchObject({ httpStatus, error, response: recorded })
    expect(delivery.status).toBe('pending')
    expect(await receiver.received()).toHaveLength(1)
  })

  it('a signing key that is missing disables the endpoint [WEBHOOK-13]', async () => {
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url)
    await rows(`UPDATE webhook_endpoint SET secret_kid = 'removed'`)
    await book(call)
    await untilEndpoint(call, { disabledReason: 'key_missing' })
    expect(await receiver.received()).toEqual([])
  })
})

interface Delivery {
  sequence: number
  status: string
  attempts: unknown[]
}

const attemptsOf = (delivery: Delivery | undefined) => delivery?.attempts.length

/** The receiver of an endpoint that three deliveries in a row have failed to reach. */
async function failedThreeTimes() {
  const receiver = await newReceiver({ status: 500 })
  await makeEndpoint(call, receiver.url)
  for (const roomID of [101, 102, 103]) {
    await book(call, { roomsBooked: [{ roomID }] })
    await attemptsAre(call, roomID - 100)
  }
  return receiver
}

/** Waits until so many attempts were made in all. */
const attemptsAre = (call: Call, count: number) =>
  untilDeliveries(
    call,
    list => Array.isArray(list) && list.reduce((sum, { attempts }) => sum + attempts.length, 0) === count,
  )
