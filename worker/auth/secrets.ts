import { base64url } from 'jose'

const bytes = (text: string) => new TextEncoder().encode(text)

/** A secret of 256 random bits, safe in a URL, a form and a header. */
export const newSecret = (prefix = '') => prefix + base64url.encode(crypto.getRandomValues(new Uint8Array(32)))

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
 * What is kept of a secret: HMAC SHA-256 under the pepper, base64url. Our secrets are random and long, so that a slow hash
 * would protect nothing more; the pepper keeps a stolen table from being of use at all.
 */
export async function hashSecret(pepper: string, secret: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.sign('HMAC', await pepperKey(pepper), bytes(secret))))
}

/** Whether two secrets are equal, in a time that tells nothing about either: their digests are compared whole. */
export async function secretMatches(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(text => crypto.subtle.digest('SHA-256', bytes(text))))
  return crypto.subtle.timingSafeEqual(a as ArrayBuffer, b as ArrayBuffer)
}
