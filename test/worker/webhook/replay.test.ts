import { describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { expectRefusal, hotelBeforeEach, rows } from '../../support/service'
import { deliveries, makeEndpoint, runMinute, until, untilEndpoint, untilReceived } from '../../support/webhooks'

const { call } = hotelBeforeEach()
const ROOMS = [101, 102, 103]
const replay = (fields: object = {}) => call('POST', '/Webhook/Replay', { endpointId: 1, ...fields })

/** Runs the dispatchers until no replay runs. */
const finishReplay = () =>
  until(
    async () => {
      await runMinute()
      return rows('SELECT replay FROM webhook_endpoint')
    },
    ([one]) => one?.replay === null,
  )

describe('Replay', () => {
  it('sends any range that is kept again, with the same webhook-id and previousSequence and a fresh timestamp [WEBHOOK-16]', async () => {
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url)
    for (const roomID of ROOMS) await book(call, { roomsBooked: [{ roomID }] })
    const before = await untilReceived(receiver, 3)
    expect((await replay({ fromSequence: 2 })).json.content).toEqual({ events: 2 })
    await finishReplay()
    const after = (await receiver.received()).slice(3)
    expect(after.map(({ text }) => text)).toEqual(before.slice(1).map(({ text }) => text))
    expect(after.map(({ headers }) => headers['webhook-id'])).toEqual(before.slice(1).map(({ event }) => event.id))
    expect((await deliveries(call)).map(({ attempts }: { attempts: unknown[] }) => attempts.length)).toEqual([1, 2, 2])
  })

  it('sends events from before the endpoint was made [WEBHOOK-16]', async () => {
    for (const roomID of ROOMS) await book(call, { roomsBooked: [{ roomID }] })
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url)
    expect((await replay()).json.content).toEqual({ events: 3 })
    await finishReplay()
    expect((await receiver.received()).map(({ event }) => [event.sequence, event.previousSequence])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ])
  })

  it('with status failed only sends events whose delivery failed [WEBHOOK-16]', async () => {
    const receiver = await newReceiver({ status: 410 }, { status: 200 })
    await makeEndpoint(call, receiver.url)
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    await untilEndpoint(call, { status: 'disabled' })
    await call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, status: 'enabled' })
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    await untilReceived(receiver, 2)
    // The booking, and the event of the disabling.
    expect((await replay({ status: 'failed' })).json.content).toEqual({ events: 2 })
    await finishReplay()
    const [first, second, ...replayed] = (await receiver.received()).map(({ event }) => event.sequence)
    // They have no reservation in common, so that their order is not promised.
    expect([first, second, ...replayed.sort()]).toEqual([1, 3, 1, 2])
    expect((await replay({ status: 'failed' })).json.content).toEqual({ events: 0 })
  })

  it('runs after live events, in more than one step [WEBHOOK-16] [REPLAY_RUNNING]', async () => {
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url)
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    await untilReceived(receiver, 1)
    // A long log: copies of the event.
    await rows(`INSERT INTO event SELECT customer_id, value, event_id || value, event_type, at, NULL, data, 0, 0, 0, NULL
      FROM event, json_each('[' || (SELECT group_concat(value) FROM (
        WITH RECURSIVE n(value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM n WHERE value < 110) SELECT value FROM n)) || ']')
      WHERE sequence = 1`)
    await runMinute()
    await untilReceived(receiver, 110)
    expect((await replay()).json.content).toEqual({ events: 110 })
    await expectRefusal(replay(), 409, 'REPLAY_RUNNING')
    await finishReplay()
    expect(new Set((await receiver.received()).slice(110).map(({ event }) => event.sequence)).size).toBe(110)
  })

  it('is 409 ENDPOINT_DISABLED while the endpoint is disabled [WEBHOOK-16] [ENDPOINT_DISABLED]', async () => {
    await makeEndpoint(call, (await newReceiver()).url)
    await call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, status: 'disabled' })
    await expectRefusal(replay(), 409, 'ENDPOINT_DISABLED')
  })

  it('of no event starts nothing [WEBHOOK-16]', async () => {
    await makeEndpoint(call, (await newReceiver()).url)
    expect((await replay()).json.content).toEqual({ events: 0 })
    expect(await rows('SELECT replay FROM webhook_endpoint')).toEqual([{ replay: null }])
  })
})
