import { base64url, createLocalJWKSet, importJWK, type JWK, type JWTVerifyGetKey } from 'jose'
import { Misconfigured, type Settings } from '../settings'

export interface NamedKey {
  kid: string
  key: CryptoKey
}

/** The issuer's keys. The first one signs, all of them verify: a new one is put at the end, then in front, and then the old one goes. */
export interface IssuerKeyRing {
  signer: NamedKey
  /** Finds the key that a token's `kid` names. */
  verifiers: JWTVerifyGetKey
  /** What may be published of the keys: the public halves. */
  published: { keys: PublicKey[] }
}

/** The keys of links, of which the first signs too. */
export interface LinkKeyRing {
  signer: NamedKey
  byKid: ReadonlyMap<string, NamedKey>
  /** By the first part of the links that a key signs. */
  byHeader: ReadonlyMap<string, NamedKey>
}

type PublicKey = Record<'kty' | 'crv' | 'x' | 'y' | 'kid' | 'alg' | 'use', string>

/** Named one by one, so that no private part of any kind of key can be among them. */
const publicHalf = ({ kty, crv, x, y, kid }: JWK) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }) as PublicKey

/** A token names the key that signed it: each has a name, and its own. */
function checkKeyIds(keys: readonly JWK[]) {
  const names = new Set(keys.map(({ kid }) => kid))
  if (names.has(undefined) || names.has('') || names.size < keys.length)
    throw new TypeError('expected kids that differ')
}

/** Of keys that only verify the private half may be missing. */
async function importSigningKeys(keys: JWK[]): Promise<IssuerKeyRing> {
  checkKeyIds(keys)
  if (!keys.every(({ kty, crv }) => kty === 'EC' && crv === 'P-256')) throw new TypeError('expected keys of ES256')
  if (!keys[0]?.d) throw new TypeError('the first key cannot sign')
  const [signer] = await Promise.all(keys.map(key => importJWK(key, 'ES256')))
  const published = { keys: keys.map(publicHalf) }
  return {
    signer: { kid: keys[0].kid as string, key: signer as CryptoKey },
    verifiers: createLocalJWKSet(published),
    published,
  }
}

/** A key of HS256 has at least the length of the hash (RFC 7518, section 3.2). */
const HMAC_BYTES = 32
/** The key's name travels in every link. */
const KID_LENGTH = 64

/** What a link says of how it was signed. Its type sees to it that no other token of ours is ever taken for a link. */
export const linkHeader = (kid: string) => ({ alg: 'HS256', typ: 'link+jwt', kid })

async function importLinkKeys(keys: JWK[]): Promise<LinkKeyRing> {
  checkKeyIds(keys)
  const imported = await Promise.all(keys.map(importLinkKey))
  const byKid = new Map(imported.map(named => [named.kid, named]))
  return {
    signer: imported[0] as NamedKey,
    byKid,
    byHeader: new Map(imported.map(named => [base64url.encode(JSON.stringify(linkHeader(named.kid))), named])),
  }
}

async function importLinkKey({ kty, kid, k }: JWK): Promise<NamedKey> {
  if (kty !== 'oct' || !kid || !k) throw new TypeError('expected an oct key with a kid')
  if (kid.length > KID_LENGTH) throw new TypeError('the kid is too long')
  const bytes = base64url.decode(k)
  if (bytes.length < HMAC_BYTES) throw new TypeError('the key is too short')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  return { kid, key: await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']) }
}

/** Imports each set of keys once an isolate. What is wrong with one may quote it: only the setting is named. */
function importOnce<Ring>(name: string, importRing: (keys: JWK[]) => Promise<Ring>) {
  const rings = new WeakMap<JsonWebKey[], Promise<Ring>>()
  return (keys: JsonWebKey[] | undefined): Promise<Ring> | undefined => {
    if (!keys) return undefined
    let ring = rings.get(keys)
    if (!ring) {
      ring = importRing(keys as JWK[]).catch(() => {
        throw new Misconfigured([name])
      })
      rings.set(keys, ring)
    }
    return ring
  }
}

const signingRing = importOnce('SIGNING_KEYS', importSigningKeys)
const linkRing = importOnce('LINK_KEYS', importLinkKeys)

/** ES256 keys of access tokens; undefined where signing is not configured. */
export const signingKeys = (settings: Settings) => signingRing(settings.signingKeys)

/** HS256 keys of itinerary links; undefined where they are not configured. */
export const linkKeys = (settings: Settings) => linkRing(settings.linkKeys)
