import { env, exports } from 'cloudflare:workers'
import { readResponse, SERVICE_URL } from './service'
import { databaseFromStub } from './sessions'

/** Waits until the clock shows a later millisecond, and returns it. */
export async function waitForNextMillisecond(): Promise<number> {
  const before = Date.now()
  while (Date.now() <= before) await new Promise(resolve => setTimeout(resolve, 1))
  return Date.now()
}

/** D1 with a callback before its n-th batch, counted from 1. */
export function databaseWithInterruptions(before: Readonly<Record<number, () => Promise<unknown>>>) {
  const count = { batches: 0 }
  const database = databaseFromStub({
    prepare: (text: string) => env.DB.prepare(text),
    async batch(list: D1PreparedStatement[]) {
      await before[++count.batches]?.()
      return env.DB.batch(list)
    },
  })
  return { database, count }
}

/** Sends a body in two parts. `meanwhile` runs when the service has read the first part and waits for the second. */
export async function sendInTwoParts(
  path: string,
  body: unknown,
  headers: Record<string, string>,
  meanwhile: () => Promise<unknown>,
) {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const half = bytes.length >> 1
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const answered = exports.default.fetch(`${SERVICE_URL}${path}`, {
    method: 'POST',
    body: readable,
    headers: { 'content-type': 'application/json', ...headers },
  })
  await writer.write(bytes.subarray(0, half))
  // When this response arrives, the service has started on the earlier request.
  await (await exports.default.fetch(`${SERVICE_URL}/api/Fetch/health`)).text()
  await meanwhile()
  await writer.write(bytes.subarray(half))
  await writer.close()
  return readResponse(await answered)
}
