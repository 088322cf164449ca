import { base64url } from 'jose'
import { type Refusal, refuse } from '../errors'
import type { Settings } from '../settings'

const bytes = (text: string) => new TextEncoder().encode(text)

/** A secret of 256 random bits, safe in a URL, a form and a header. */
export const newSecret = (prefix = '') => prefix + base64url.encode(crypto.getRandomValues(new Uint8Array(32)))

/** `SECRET_PEPPER`, or the refusal of a service that has none. */
export const requirePepper = ({ secretPepper }: Settings): string | Refusal<'NOT_CONFIGURED'> =>
  secretPepper || refuse('NOT_CONFIGURED', 'SECRET_PEPPER is not configured')

const peppers = new Map<string, Promise<CryptoKey>>()

function pepperKey(pepper: string): Promise<CryptoKey> {
  let key = peppers.get(pepper)
  if (!key) {
    key = crypto.subtle.importKey('raw', bytes(pepper), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    peppers.set(pepper, key)
  }
  return key
}

/**
 * The stored hash of a secret: HMAC SHA-256 with the pepper as key, base64url. The secrets are random and long, so a slow hash
 * adds no protection. Without the pepper a stolen table is useless.
 */
export async function hashSecret(pepper: string, secret: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.sign('HMAC', await pepperKey(pepper), bytes(secret))))
}

/**
 * 16 bits that are derived from a secret, hexadecimal. Stored rows have those of the secret that they were made with, so that another
 * value is noticed. They do not help to guess it: the keys have 256 random bits.
 */
export const fingerprint = (derived: ArrayBuffer) =>
  [...new Uint8Array(derived, 0, 2)].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** What fingerprints are derived from. No secret, no token and no webhook has this text. */
export const FINGERPRINTED = bytes('innlet fingerprint')

export const pepperFingerprint = async (pepper: string) =>
  fingerprint(await crypto.subtle.sign('HMAC', await pepperKey(pepper), FINGERPRINTED))

/** Compares two secrets in constant time, by their digests. */
export async function secretMatches(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(text => crypto.subtle.digest('SHA-256', bytes(text))))
  return crypto.subtle.timingSafeEqual(a as ArrayBuffer, b as ArrayBuffer)
}
