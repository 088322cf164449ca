import { exports } from 'cloudflare:workers'
import { beforeEach, vi } from 'vitest'
import type { WebhookDispatcher } from '../../worker/webhook-dispatcher'
import { stopClock } from './clock'
import {
  ALL_PERMISSIONS,
  admin,
  type Call,
  expectStatus,
  markUsed,
  openHotel,
  resetBeforeEach,
  rows,
  send,
} from './service'

/** A customer with the sea hotel, and a function that sends requests with an API key, which does not expire. */
async function openHotelWithKey(): Promise<Call> {
  const { customer } = await openHotel()
  const { json } = await expectStatus(
    201,
    admin('POST', '/api-keys', { customerId: customer, name: 'tests', permissions: ALL_PERMISSIONS }),
  )
  await markUsed('api_key')
  return (method, path, body, headers = {}) =>
    send(method, `/api${path}`, body, { 'x-api-key': json.apiKey, ...headers })
}

/**
 * An empty service with the sea hotel before each test of the file, whose clock is stopped; `pass` moves it on. Returns calls with an
 * API key.
 */
export function hotelWithStoppedClock(): Call {
  let opened: Call
  resetBeforeEach()
  beforeEach(async () => {
    opened = await openHotelWithKey()
  })
  beforeEach(() => void stopClock())
  return (...request) => opened(...request)
}

/** Makes an endpoint, and returns the content of the response. */
export async function makeEndpoint(call: Call, url: string, fields: Record<string, unknown> = {}) {
  const { json } = await expectStatus(200, call('POST', '/Webhook/PostEndpoint', { url, ...fields }))
  return json.content as { endpointId: number; secret: string; publicKey: string | null }
}

export const endpoints = async (call: Call) => (await call('GET', '/Webhook/GetEndpoints')).json.content
export const deliveries = async (call: Call, query = 'endpointId=1') =>
  (await call('GET', `/Webhook/GetDeliveries?${query}`)).json.content

/** The run of each minute. Returns when its dispatchers have ended. */
export async function runMinute(): Promise<void> {
  await (exports.default as unknown as { scheduled(options: object): Promise<unknown> }).scheduled({
    cron: '* * * * *',
    scheduledTime: new Date(),
  })
}

/** A dispatcher for endpoints of customer 1, one after the other. Returns those that still have something to send. */
export async function serveEndpoints(endpointIds: readonly number[]): Promise<number[]> {
  const { WebhookDispatcher: dispatchers } = exports as unknown as { WebhookDispatcher: Service<WebhookDispatcher> }
  const served = endpointIds.map(endpointId => ({ customerId: 1, endpointId, failures: 0, shard: 0 }))
  const left = await dispatchers.serve({ endpoints: served })
  return left.map(({ endpointId }) => endpointId)
}

/** Writes the first events of customer 1, each of another reservation. */
export const writeEvents = (count: number) =>
  rows(`INSERT INTO event (customer_id, sequence, event_id, event_type, at, reservation_id, data)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT 1, i, i, 'reservation.created', 0, i, '{}' FROM n`)

export const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Gives what must not begin the time to begin: an attempt, or the search that follows a response. */
export const settle = () => new Promise(resolve => setTimeout(resolve, 100))

/** Repeats a question until its answer is as expected. */
export const until = <T>(ask: () => Promise<T>, isExpected: (answer: T) => boolean) =>
  vi
    .waitUntil(
      async () => {
        const answer = await ask()
        return isExpected(answer) && { answer }
      },
      { timeout: 30_000, interval: 20 },
    )
    .then(({ answer }) => answer)

/** Waits until so many requests have arrived at a receiver, and returns them. */
export const untilReceived = <T>({ received }: { received: () => Promise<T[]> }, count: number) =>
  until(received, list => list.length === count)

/** Waits until the deliveries of endpoint 1 are as expected, and returns them. */
// biome-ignore lint/suspicious/noExplicitAny: an empty list is an object
export const untilDeliveries = (call: Call, isExpected: (list: any) => boolean) =>
  until(() => deliveries(call), isExpected)

/** Waits until a field of the first endpoint has a value. */
export const untilEndpoint = (call: Call, expected: Record<string, unknown>) =>
  until(
    () => endpoints(call),
    ([endpoint]) => Object.entries(expected).every(([name, value]) => endpoint[name] === value),
  )
