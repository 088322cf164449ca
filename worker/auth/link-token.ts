import { base64url, errors, jwtVerify, SignJWT } from 'jose'
import type { Settings } from '../settings'
import { type KeyRing, linkKeys } from './keys'
import { claimedShard, type Scope, scopeOf, shardClaim } from './scope'

/** A link that its token proves: signed by us and not expired. Whether it was revoked, only the books know. */
export interface Link {
  scope: Scope
  linkId: string
  reservationId: number
}

/** What a link token is made of; `expiresAt` is in seconds. */
export interface LinkClaims extends Omit<Link, 'scope'> {
  scope: Pick<Scope, 'customer' | 'shard'>
  expiresAt: number
}

const ALGORITHM = 'HS256'
/** Names what the token is, so that no other token of ours, whatever key signed it, is ever taken for a link. */
const TYPE = 'link+jwt'

/** More than any of our tokens has, however long the name of its key. */
const LONGEST = 512

/**
 * Three parts of base64url, the last one 32 bytes. Its last character carries two bits that mean nothing: they must be zero,
 * so that a link has one spelling only.
 */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

/** An id that nobody can guess and that is never given twice: 128 random bits. */
export const newLinkId = () => base64url.encode(crypto.getRandomValues(new Uint8Array(16)))

/**
 * Signs a link token, short because it travels in an address. The same link signed with the same
 * key is the same token: `kid` names that of before, in case the keys were rotated since.
 */
export async function signLinkToken(
  ring: KeyRing,
  { scope, linkId, reservationId, expiresAt }: LinkClaims,
  kid?: string,
): Promise<string> {
  const signer = (kid && (await keyNamed(ring, kid))) || ring.signer
  return new SignJWT({ customer: scope.customer, ...shardClaim(scope), reservation: reservationId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: signer.kid })
    .setJti(linkId)
    .setExpirationTime(expiresAt)
    .sign(signer.key)
}

async function keyNamed({ verifiers }: KeyRing, kid: string): Promise<KeyRing['signer'] | undefined> {
  try {
    return { kid, key: (await verifiers({ alg: ALGORITHM, kid }, { payload: '', signature: '' })) as CryptoKey }
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return undefined
    throw error
  }
}

/** Reads a link token against our own keys, without any I/O. Undefined: not one that opens anything, for any reason. */
export async function verifyLinkToken(text: string, settings: Settings, now: number): Promise<Link | undefined> {
  if (text.length > LONGEST || !COMPACT.test(text)) return undefined
  const ring = await linkKeys(settings)
  if (!ring) return undefined
  try {
    const { payload } = await jwtVerify(text, ring.verifiers, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'jti', 'customer', 'reservation'],
    })
    const { jti, customer, reservation } = payload
    if (typeof jti !== 'string' || !isId(customer) || !isId(reservation)) return undefined
    return { scope: scopeOf(customer, claimedShard(payload)), linkId: jti, reservationId: reservation }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

const isId = (claim: unknown): claim is number => Number.isSafeInteger(claim)
