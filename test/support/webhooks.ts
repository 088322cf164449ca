import { exports } from 'cloudflare:workers'
import { vi } from 'vitest'
import { ALL_PERMISSIONS, admin, expectStatus, openHotel, send } from './service'

type Call = Awaited<ReturnType<typeof openHotel>>['call']

/** A customer with the sea hotel, and a function that sends requests with an API key, which does not expire. */
export async function openHotelWithKey(): Promise<Call> {
  const { customer } = await openHotel()
  const { json } = await expectStatus(
    201,
    admin('POST', '/api-keys', { customerId: customer, name: 'tests', permissions: ALL_PERMISSIONS }),
  )
  return (method, path, body, headers = {}) =>
    send(method, `/api${path}`, body, { 'x-api-key': json.apiKey, ...headers })
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
