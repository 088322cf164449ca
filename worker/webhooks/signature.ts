import { base64, type SigningSecret } from './endpoint-secret'

/** The headers that identify and sign a webhook, as the Standard Webhooks specification defines them. */
export interface SignedHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** Signs a webhook with each of the secrets. `now` is the time of the attempt in milliseconds. */
export async function signedHeaders(
  eventId: string,
  now: number,
  body: string,
  secrets: readonly SigningSecret[],
): Promise<SignedHeaders> {
  const timestamp = String(Math.floor(now / 1000))
  const content = new TextEncoder().encode(`${eventId}.${timestamp}.${body}`)
  const signatures = await Promise.all(secrets.map(secret => sign(secret, content)))
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

async function sign({ scheme, key }: SigningSecret, content: Uint8Array): Promise<string> {
  return `${scheme},${base64(new Uint8Array(await crypto.subtle.sign(key.algorithm.name, key, content)))}`
}
