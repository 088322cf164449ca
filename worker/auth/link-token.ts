import { base64url, SignJWT } from 'jose'
import { type Scope, scopeOf, shardClaim, shardOfClaim } from '../db/scope'
import type { Settings } from '../settings'
import { type LinkKeyRing, linkHeader, linkKeys } from './keys'
import { VerifiedTokens } from './verified-tokens'

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
  ring: LinkKeyRing,
  { scope, linkId, reservationId, expiresAt }: LinkClaims,
  kid?: string,
): Promise<string> {
  const signer = ring.byKid.get(kid ?? '') ?? ring.signer
  return new SignJWT({ customer: scope.customer, ...shardClaim(scope), reservation: reservationId })
    .setProtectedHeader(linkHeader(signer.kid))
    .setJti(linkId)
    .setExpirationTime(expiresAt)
    .sign(signer.key)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What a link claims, once it is known to be ours. Instants in seconds. */
interface Claims {
  jti?: unknown
  customer?: unknown
  shard?: unknown
  reservation?: unknown
  exp?: unknown
  nbf?: unknown
}

const verified = new VerifiedTokens<LinkKeyRing, Claims>()

/**
 * Reads a link token against our own keys, without any I/O. Undefined: not one that opens anything, for any reason. Anybody
 * may send anything here, as often as they like, so that a guess costs as little as can be: the first part of a link is
 * compared with those that we write, not read, and what a link claims is read only when its signature is ours.
 */
export async function verifyLinkToken(text: string, settings: Settings, now: number): Promise<Link | undefined> {
  if (text.length > LONGEST || !COMPACT.test(text)) return undefined
  const ring = await linkKeys(settings)
  const claims = ring && (verified.find(ring, text) ?? (await claimsOf(ring, text)))
  return claims && linkOf(claims, Math.floor(now / 1000))
}

/** Undefined: the signature is not ours. */
async function claimsOf(ring: LinkKeyRing, text: string): Promise<Claims | undefined> {
  const [header = '', claims = '', signature = ''] = text.split('.')
  const signer = ring.byHeader.get(header)
  if (!signer) return undefined
  const signed = encoder.encode(`${header}.${claims}`)
  if (!(await crypto.subtle.verify('HMAC', signer.key, base64url.decode(signature), signed))) return undefined
  const said: Claims = JSON.parse(decoder.decode(base64url.decode(claims)))
  verified.add(ring, text, said)
  return said
}

function linkOf({ jti, customer, shard, reservation, exp, nbf = 0 }: Claims, second: number): Link | undefined {
  if (typeof exp !== 'number' || exp <= second || typeof nbf !== 'number' || nbf > second) return undefined
  if (typeof jti !== 'string' || !isId(customer) || !isId(reservation)) return undefined
  return { scope: scopeOf(customer, shardOfClaim(shard)), linkId: jti, reservationId: reservation }
}

const isId = (claim: unknown): claim is number => Number.isSafeInteger(claim)
