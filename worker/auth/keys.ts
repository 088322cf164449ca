import { createLocalJWKSet, importJWK, type JWK } from 'jose'
import { Misconfigured, type Settings } from '../settings'

/** The first key configured signs, all of them verify: so keys are rotated by putting a new one in front. */
export interface KeyRing {
  signer: { kid: string; key: CryptoKey }
  /** Finds the key that a token's `kid` names. */
  verifiers: ReturnType<typeof createLocalJWKSet>
  /** What may be published: the public halves. */
  published: { keys: PublicKey[] }
}

type PublicKey = Record<'kty' | 'crv' | 'x' | 'y' | 'kid' | 'alg' | 'use', string>

/** Named one by one, so that no private part of any kind of key can be among them. */
const publicHalf = ({ kty, crv, x, y, kid }: JWK) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }) as PublicKey

async function importRing(keys: JsonWebKey[], alg: 'ES256' | 'HS256'): Promise<KeyRing> {
  const [first] = keys as JWK[]
  if (!first?.kid) throw new TypeError(`the first ${alg} key has no kid`)
  const [signer] = await Promise.all((keys as JWK[]).map(key => importJWK(key, alg)))
  const published = alg === 'ES256' ? (keys as JWK[]).map(publicHalf) : []
  const verifying = alg === 'ES256' ? published : (keys as JWK[]).map(key => ({ ...key, alg }))
  return {
    signer: { kid: first.kid, key: signer as CryptoKey },
    verifiers: createLocalJWKSet({ keys: verifying as JWK[] }),
    published: { keys: published },
  }
}

const rings = new WeakMap<JsonWebKey[], Promise<KeyRing>>()

function ringOf(keys: JsonWebKey[] | undefined, alg: 'ES256' | 'HS256'): Promise<KeyRing> | undefined {
  if (!keys) return undefined
  let ring = rings.get(keys)
  if (!ring) {
    ring = importRing(keys, alg).catch(() => {
      // Only the setting is named: what a key's fault says may quote the key.
      throw new Misconfigured([alg === 'ES256' ? 'SIGNING_KEYS' : 'LINK_KEYS'])
    })
    rings.set(keys, ring)
  }
  return ring
}

/** ES256 keys of access tokens; undefined where signing is not configured. Imported once an isolate. */
export const signingKeys = (settings: Settings) => ringOf(settings.signingKeys, 'ES256')

/** HS256 keys of itinerary links; undefined where they are not configured. Imported once an isolate. */
export const linkKeys = (settings: Settings) => ringOf(settings.linkKeys, 'HS256')
