import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK } from 'jose'
import type { Settings } from '../settings'

/** The first key configured signs, all of them verify: so keys are rotated by putting a new one in front. */
export interface KeyRing {
  signer: { kid: string; key: CryptoKey }
  /** Finds the key that a token's `kid` names. */
  verifiers: ReturnType<typeof createLocalJWKSet>
  /** What may be published: the public halves. */
  published: JSONWebKeySet
}

const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

async function importRing(keys: JsonWebKey[], alg: 'ES256' | 'HS256'): Promise<KeyRing> {
  const [first] = keys as JWK[]
  if (!first?.kid) throw new TypeError(`the first ${alg} key has no kid`)
  const published = (keys as JWK[]).map(key => ({
    ...Object.fromEntries(Object.entries(key).filter(([name]) => !PRIVATE_PARTS.includes(name))),
    alg,
    use: 'sig',
    key_ops: undefined,
  })) as JWK[]
  const verifying = alg === 'ES256' ? published : (keys as JWK[]).map(key => ({ ...key, alg }))
  return {
    signer: { kid: first.kid, key: (await importJWK(first, alg)) as CryptoKey },
    verifiers: createLocalJWKSet({ keys: verifying }),
    published: { keys: alg === 'ES256' ? published : [] },
  }
}

const rings = new WeakMap<JsonWebKey[], Promise<KeyRing>>()

function ringOf(keys: JsonWebKey[] | undefined, alg: 'ES256' | 'HS256'): Promise<KeyRing> | undefined {
  if (!keys) return undefined
  let ring = rings.get(keys)
  if (!ring) {
    ring = importRing(keys, alg)
    rings.set(keys, ring)
  }
  return ring
}

/** ES256 keys of access tokens; undefined where signing is not configured. Imported once an isolate. */
export const signingKeys = (settings: Settings) => ringOf(settings.signingKeys, 'ES256')

/** HS256 keys of itinerary links; undefined where they are not configured. Imported once an isolate. */
export const linkKeys = (settings: Settings) => ringOf(settings.linkKeys, 'HS256')
