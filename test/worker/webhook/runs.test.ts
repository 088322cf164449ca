import { exports } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebhookDispatcher as Dispatcher } from '../../../worker/webhook-dispatcher'
import { newReceiver } from '../../support/receiver'
import { resetBeforeEach, rows } from '../../support/service'
import { makeEndpoint, openHotelWithKey, runMinute, until } from '../../support/webhooks'

resetBeforeEach()

/** Twice as many are more than a dispatcher may send. */
const BACKLOG = 300

let call: Awaited<ReturnType<typeof openHotelWithKey>>
beforeEach(async () => {
  call = await openHotelWithKey()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Writes events of different reservations for an endpoint of all types. */
async function writeEvents(count: number): Promise<void> {
  await rows(`INSERT INTO event (customer_id, sequence, event_id, event_type, at, reservation_id, data)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT 1, i, i, 'reservation.created', 0, i, '{}' FROM n`)
}

const endpoints = [1, 2, 3].map(endpointId => ({ customerId: 1, endpointId, failures: 0, shard: 0 }))

/** A dispatcher. Returns what it leaves. */
const serve = (served: typeof endpoints) =>
  (exports as unknown as { WebhookDispatcher: Service<Dispatcher> }).WebhookDispatcher.serve({
    endpoints: served,
    ownHost: 'innlet.test',
  })

const delivered = async () =>
  (await rows("SELECT count(*) AS n FROM webhook_delivery WHERE delivery_status = 'delivered'"))[0]?.n

describe('a run', () => {
  it('sends what a dispatcher leaves when its time ends [WEBHOOK-25]', async () => {
    const receiver = await newReceiver({ delayMs: 100, status: 200 })
    await makeEndpoint(call, receiver.url)
    await writeEvents(20)
    const run = runMinute()
    await until(receiver.received, ({ length }) => length >= 5)
    pass(13_000)
    await run
    expect(await delivered()).toBe(20)
  })

  it('sends what a dispatcher leaves that has made 900 requests at all its endpoints [WEBHOOK-25]', async () => {
    const receiver = await newReceiver({ status: 200 })
    for (let i = 0; i < 2; i++) await makeEndpoint(call, receiver.url)
    await writeEvents(BACKLOG)
    expect(await serve(endpoints.slice(0, 2))).toEqual(endpoints.slice(1, 2))
    expect(await delivered()).toBeGreaterThan(400)
    expect(await delivered()).toBeLessThanOrEqual(450)
    await runMinute()
    expect(await delivered()).toBe(2 * BACKLOG)
  })

  it('starts no dispatcher when its minute ends [WEBHOOK-25]', async () => {
    const receiver = await newReceiver({ delayMs: 100, status: 200 })
    await makeEndpoint(call, receiver.url)
    await writeEvents(20)
    const run = runMinute()
    await until(receiver.received, ({ length }) => length >= 5)
    pass(50_000)
    await run
    expect(await delivered()).toBeLessThan(20)
    await runMinute()
    expect(await delivered()).toBe(20)
  })
})

it('a dispatcher that served a slow endpoint returns the others, for another one [WEBHOOK-14] [WEBHOOK-25]', async () => {
  const receiver = await newReceiver({ delayMs: 300, status: 200 })
  for (let i = 0; i < 3; i++) await makeEndpoint(call, receiver.url)
  await writeEvents(1)
  const left = serve(endpoints)
  await until(receiver.received, ({ length }) => length === 1)
  pass(3_000)
  expect(await left).toEqual(endpoints.slice(1))
})
