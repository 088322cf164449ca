import { base64url } from 'jose'
import { hashSecret, secretMatches } from './secrets'

/** Milliseconds for which a challenge can be answered. */
const CHALLENGE_MS = 5 * 60_000

/** The instant in milliseconds, and random bytes. */
const TIME_BYTES = 8
const RANDOM_BYTES = 16

const bytesOf = (text: string) => new TextEncoder().encode(text)

/**
 * A challenge of WebAuthn: the time, random bytes, and the HMAC of both. So nothing is stored of challenges that nobody answers.
 * base64url. The text before the point is what the HMAC covers.
 */
export async function newChallenge(pepper: string, now: number): Promise<string> {
  const bytes = crypto.getRandomValues(new Uint8Array(TIME_BYTES + RANDOM_BYTES))
  new DataView(bytes.buffer).setBigUint64(0, BigInt(now))
  const signed = base64url.encode(bytes)
  return base64url.encode(bytesOf(`${signed}.${await signatureOf(pepper, signed)}`))
}

/** When a challenge expires, in milliseconds since 1970. Undefined: it is not of this service, or has expired. */
export async function expiryOfChallenge(pepper: string, challenge: string, now: number): Promise<number | undefined> {
  const [signed = '', signature = '', ...rest] = textOf(challenge)?.split('.') ?? []
  if (rest.length || !(await secretMatches(signature, await signatureOf(pepper, signed)))) return undefined
  const expiresAt = Number(new DataView(base64url.decode(signed).buffer).getBigUint64(0)) + CHALLENGE_MS
  return now < expiresAt ? expiresAt : undefined
}

const signatureOf = (pepper: string, signed: string) => hashSecret(pepper, `challenge ${signed}`)

/** Undefined: it is not base64url. */
function textOf(encoded: string): string | undefined {
  try {
    return new TextDecoder().decode(base64url.decode(encoded))
  } catch {
    return undefined
  }
}
