import { base64url, createLocalJWKSet, importJWK, type JWK, type JWTVerifyGetKey } from 'jose'
import { Misconfigured, type Settings } from '../settings'
import { FINGERPRINTED, fingerprint } from './secrets'

interface NamedKey {
  kid: string
  key: CryptoKey
}

/**
 * The issuer's keys. The first one signs, all of them verify. To rotate, append the new key, then move it to the front, then
 * remove the old one.
 */
export interface IssuerKeyRing {
  signer: NamedKey
  /** Finds the key that a token's `kid` names. */
  verifiers: JWTVerifyGetKey
  /** The public keys, which may be published. */
  published: { keys: PublicKey[] }
}

/** A key with which rows are made. */
interface OctKey extends NamedKey {
  /** What those rows have in `made_with`. */
  fingerprint: string
}

/** The keys of itinerary links. The first one signs, all of them verify. */
export interface LinkKeyRing {
  signer: OctKey
  byKid: ReadonlyMap<string, OctKey>
  /** By the encoded header, the first part of the tokens that a key signs. */
  byHeader: ReadonlyMap<string, NamedKey>
}

/** The keys from which the secrets of webhook endpoints are derived. The first one is for new secrets. */
export interface WebhookKeyRing {
  newest: OctKey
  byKid: ReadonlyMap<string, OctKey>
}

type PublicKey = Record<'kty' | 'crv' | 'x' | 'y' | 'kid' | 'alg' | 'use', string>

/** The fields are listed one by one, so that no private part of any kind of key is included. */
const publicHalf = ({ kty, crv, x, y, kid }: JWK) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }) as PublicKey

/** A token names the key that signed it by `kid`, so each key needs a `kid` of its own. The first one signs. */
function checkKeyIds(keys: readonly JWK[]) {
  if (!keys.length) throw new TypeError('expected keys')
  const names = new Set(keys.map(({ kid }) => kid))
  if (names.has(undefined) || names.has('') || names.size < keys.length)
    throw new TypeError('expected kids that differ')
}

/** Keys that only verify may lack the private part. */
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

/** An HS256 key is at least as long as the hash (RFC 7518, section 3.2). */
const MIN_BYTES = 32
/** The `kid` is part of every link and of every secret's version, so its length is limited. */
const KID_LENGTH = 64

/** The header of a link token. Its `typ` keeps other tokens of the service from being accepted as links. */
export const linkHeader = (kid: string) => ({ alg: 'HS256', typ: 'link+jwt', kid })

async function importLinkKeys(keys: JWK[]): Promise<LinkKeyRing> {
  checkKeyIds(keys)
  const imported = await Promise.all(keys.map(importLinkKey))
  const byKid = new Map(imported.map(named => [named.kid, named]))
  return {
    signer: imported[0] as OctKey,
    byKid,
    byHeader: new Map(imported.map(named => [base64url.encode(JSON.stringify(linkHeader(named.kid))), named])),
  }
}

const importLinkKey = (key: JWK) =>
  importOctKey(key, { name: 'HMAC', hash: 'SHA-256' }, ['sign', 'verify'], imported =>
    crypto.subtle.sign('HMAC', imported, FINGERPRINTED),
  )

async function importWebhookKeys(keys: JWK[]): Promise<WebhookKeyRing> {
  checkKeyIds(keys)
  const imported = await Promise.all(keys.map(importWebhookKey))
  return { newest: imported[0] as OctKey, byKid: new Map(imported.map(named => [named.kid, named])) }
}

const importWebhookKey = (key: JWK) =>
  importOctKey(key, 'HKDF', ['deriveBits'], imported =>
    crypto.subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: FINGERPRINTED },
      imported,
      16,
    ),
  )

async function importOctKey(
  { kty, kid, k }: JWK,
  algorithm: 'HKDF' | { name: 'HMAC'; hash: 'SHA-256' },
  usages: string[],
  derive: (key: CryptoKey) => Promise<ArrayBuffer>,
): Promise<OctKey> {
  if (kty !== 'oct' || !kid || !k) throw new TypeError('expected an oct key with a kid')
  if (kid.length > KID_LENGTH) throw new TypeError('the kid is too long')
  const bytes = base64url.decode(k)
  if (bytes.length < MIN_BYTES) throw new TypeError('the key is too short')
  const imported = await crypto.subtle.importKey('raw', bytes, algorithm, false, usages)
  return { kid, key: imported, fingerprint: fingerprint(await derive(imported)) }
}

/** Imports each set of keys once per isolate. An exception names only the setting, because its cause may quote a key. */
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
const webhookRing = importOnce('WEBHOOK_KEYS', importWebhookKeys)

/** ES256 keys of access tokens; undefined where signing is not configured. */
export const signingKeys = (settings: Settings) => signingRing(settings.signingKeys)

/** HS256 keys of itinerary links; undefined where they are not configured. */
export const linkKeys = (settings: Settings) => linkRing(settings.linkKeys)

/** Keys of the secrets of webhook endpoints; undefined where they are not configured. */
export const webhookKeys = (settings: Settings) => webhookRing(settings.webhookKeys)
