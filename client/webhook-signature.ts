import { localError } from './errors.ts'
import type { Event } from './types.ts'

/** A webhook: an event of the log, or the `ping` of a test. */
export type VerifiedEvent = (WithoutAuthor<Event> | PingEvent) & {
  /** The sequence of the matching event before; 0: there is none. If you do not have that event, one is missing or on its way. */
  previousSequence: number
}

/** Only the log tells who made the change. */
type WithoutAuthor<Logged> = Logged extends unknown ? Omit<Logged, 'by'> : never

/** The event of `webhooks.endpoints.test`. */
interface PingEvent {
  id: string
  type: 'ping'
  sequence: 0
  timestamp: string
  customerId: number
  data: Record<string, never>
}

/** The headers of a request: of `fetch`, of Node, or of a framework. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** The bytes of a body, or its text. */
export type WebhookBody = string | ArrayBuffer | ArrayBufferView

/** Seconds between the time of a webhook and now. */
const TOLERANCE = 5 * 60

/** Signatures that are tried. The service sends two at most. Without a limit, a request of anybody could take seconds. */
const MAX_SIGNATURES = 10

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Verifies a webhook and returns its event. `body` is the body as it arrived: its bytes or its text, not the JSON that you parsed. `key`
 * is the secret (`whsec_…`) or the public key (`whpk_…`) of the endpoint. Rejects with an `InnletError` of code `INVALID_SIGNATURE` if no
 * signature is valid, or if the webhook is more than five minutes old or early.
 *
 * @example
 * ```ts
 * import { verifyWebhook } from '@innlet/client'
 *
 * export async function receive(request: Request, secret: string): Promise<Response> {
 *   const event = await verifyWebhook(request.headers, await request.text(), secret)
 *   console.log(event.id, event.type)
 *   return new Response(null, { status: 204 })
 * }
 * ```
 */
export async function verifyWebhook(headers: WebhookHeaders, body: WebhookBody, key: string): Promise<VerifiedEvent> {
  const { version, cryptoKey } = await importKey(key)
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(name => headerOf(headers, `webhook-${name}`))
  if (!id || !timestamp || !signatures) throw invalid('The headers webhook-id, -timestamp or -signature are missing')
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE) {
    throw invalid(`webhook-timestamp is more than ${TOLERANCE} seconds from the time of this system`)
  }
  const sent = bytesOf(body)
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(prefix.length + sent.length)
  signed.set(prefix)
  signed.set(sent, prefix.length)

  for (const each of signatures.split(' ', MAX_SIGNATURES)) {
    const [name, value = ''] = each.split(',')
    if (name !== version || !BASE64.test(value)) continue
    // Compares in constant time. Workers reject where the length is wrong.
    const verified = crypto.subtle.verify(cryptoKey.algorithm.name, cryptoKey, decodeBase64(value), signed)
    if (await verified.catch(() => false)) {
      return JSON.parse(new TextDecoder().decode(signed.subarray(prefix.length))) as VerifiedEvent
    }
  }
  throw invalid(`webhook-signature has no valid signature of ${version}`)
}

/** The key, and the version of the signatures that it verifies. */
async function importKey(key: string): Promise<{ version: string; cryptoKey: CryptoKey }> {
  // A variable of the environment that is not set is undefined.
  const [prefix, base64 = ''] = String(key).split('_')
  try {
    if (prefix === 'whsec') {
      const algorithm = { name: 'HMAC', hash: 'SHA-256' }
      const cryptoKey = await crypto.subtle.importKey('raw', decodeBase64(base64), algorithm, false, ['verify'])
      return { version: 'v1', cryptoKey }
    }
    if (prefix === 'whpk') {
      // Workers import no raw key of Ed25519.
      const x = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      const jwk = { kty: 'OKP', crv: 'Ed25519', x }
      return { version: 'v1a', cryptoKey: await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']) }
    }
  } catch (cause) {
    throw localError('INVALID_KEY', 'The key is damaged', { cause })
  }
  throw localError('INVALID_KEY', 'Expected a key whsec_… or whpk_…')
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  // A library or another realm has a class `Headers` of its own.
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}

const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers.get === 'function'

function bytesOf(body: WebhookBody): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw invalid('Expected the bytes or the text of the body as it arrived, before it is parsed')
}

const decodeBase64 = (text: string) => Uint8Array.from(atob(text), character => character.charCodeAt(0))

const invalid = (description: string) => localError('INVALID_SIGNATURE', description)
