import { base64url, CompactSign } from 'jose'
import { type Scope, scopeOf, shardClaim, shardOfClaim } from '../db/scope'
import type { LinkRefusal } from '../request-context'
import type { Settings } from '../settings'
import type { LinkEnd } from '../store/itinerary/columns'
import { type LinkKeyRing, linkHeader, linkKeys } from './keys'
import { VerifiedTokens } from './verified-tokens'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A link whose token has a valid signature and has not expired. Whether it was revoked is stored in the database. */
export interface Link {
  scope: Scope
  linkId: string
  reservationId: number
}

/** The contents of a link token; `expiresAt` is in seconds. */
export interface LinkClaims extends Omit<Link, 'scope'> {
  scope: Pick<Scope, 'customer' | 'shard'>
  expiresAt: number
}

/** Longer than any link token, even with a `kid` of the maximum length. */
const MAX_LENGTH = 512

/**
 * Three parts of base64url, the last one 32 bytes. Its last character has two unused bits, which must be zero: a link has one
 * spelling.
 */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

/** An id that cannot be guessed and is unique: 128 random bits. */
export const newLinkId = () => base64url.encode(crypto.getRandomValues(new Uint8Array(16)))

/**
 * Signs a link token. It is short because it is part of an address. The same link signed with the same key gives the same
 * token, so `kid` names the key to use if the keys were rotated meanwhile.
 */
export async function signLinkToken(
  ring: LinkKeyRing,
  { scope, linkId, reservationId, expiresAt }: LinkClaims,
  kid?: string,
): Promise<string> {
  const signer = ring.byKid.get(kid ?? '') ?? ring.signer
  const claims: Claims = {
    customer: scope.customer,
    ...shardClaim(scope),
    reservation: reservationId,
    jti: linkId,
    exp: expiresAt,
  }
  return new CompactSign(encoder.encode(JSON.stringify(claims)))
    .setProtectedHeader(linkHeader(signer.kid))
    .sign(signer.key)
}

/** The claims of a link whose signature is valid. Instants in seconds. */
interface Claims {
  jti?: unknown
  customer?: unknown
  shard?: unknown
  reservation?: unknown
  exp?: unknown
  nbf?: unknown
}

/** Why a token opens nothing, before anything is read. */
type TokenRefusal = Exclude<LinkRefusal, LinkEnd>

const verified = new VerifiedTokens<LinkKeyRing, Claims>()

/**
 * Verifies a link token with the service's own keys, without I/O; or returns why the token opens nothing. Requests here need no
 * credential, so a guessed token must cost little: its header is compared with the known headers without decoding, and its
 * claims are parsed only after the signature is verified.
 */
export async function verifyLinkToken(text: string, settings: Settings, now: number): Promise<Link | TokenRefusal> {
  const ring = await linkKeys(settings)
  if (!ring) return 'unconfigured'
  if (text.length > MAX_LENGTH || !COMPACT.test(text)) return 'forged'
  const claims = verified.find(ring, text) ?? (await claimsOf(ring, text))
  return claims ? linkOf(claims, Math.floor(now / 1000)) : 'forged'
}

/** Undefined: the signature is not valid. */
async function claimsOf(ring: LinkKeyRing, text: string): Promise<Claims | undefined> {
  const [header = '', claims = '', signature = ''] = text.split('.')
  const signer = ring.byHeader.get(header)
  if (!signer) return undefined
  const signed = encoder.encode(`${header}.${claims}`)
  if (!(await crypto.subtle.verify('HMAC', signer.key, base64url.decode(signature), signed))) return undefined
  const verifiedClaims: Claims = JSON.parse(decoder.decode(base64url.decode(claims)))
  verified.add(ring, text, verifiedClaims)
  return verifiedClaims
}

function linkOf(
  { jti, customer, shard, reservation, exp, nbf = 0 }: Claims,
  second: number,
): Link | 'forged' | 'expired' {
  if (typeof exp !== 'number' || typeof nbf !== 'number' || nbf > second) return 'forged'
  if (typeof jti !== 'string' || !isId(customer) || !isId(reservation)) return 'forged'
  if (exp <= second) return 'expired'
  return { scope: scopeOf(customer, shardOfClaim(shard), null), linkId: jti, reservationId: reservation }
}

const isId = (claim: unknown): claim is number => Number.isSafeInteger(claim)
