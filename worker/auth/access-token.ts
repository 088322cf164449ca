import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { shardClaim, shardOfClaim } from '../db/scope'
import type { Settings } from '../settings'
import { type IssuerKeyRing, signingKeys } from './keys'
import { VerifiedTokens } from './verified-tokens'

/** The product whose audience is this API. The audience is a setting, and the product always exists. */
export const OWN_PRODUCT = 'innlet'

/** The claims of an access token: the client or the person, the customer and what it may do. */
export interface AccessToken {
  /** The `sub`: a client id, or `person:` and the id of a person. */
  subject: string
  customer: number
  shard: number
  product: string
  permissions: string[]
  /** Of a person: the instant of the sign-in, in seconds. */
  signedInAt?: number | undefined
}

/** The `client_id` of the tokens of people. */
export const CONSOLE = 'console'

/** The subject of the tokens of a person. No client id has this form. */
export const subjectOf = (personId: number) => `person:${personId}`

export const isPerson = (subject: string) => subject.startsWith('person:')

const ALGORITHM = 'ES256'
const TYPE = 'at+jwt'

/**
 * Three parts of base64url. The last character of the signature has four unused bits, which must be zero: a token has one
 * spelling.
 */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/

/** Signs a token (RFC 9068). `issuedAt` is in seconds; `audience` is set only if the client requested one. */
export function signAccessToken(
  ring: IssuerKeyRing,
  token: AccessToken & { issuer: string; audience?: string; issuedAt: number; lifetime: number },
): Promise<string> {
  const jwt = new SignJWT({
    client_id: isPerson(token.subject) ? CONSOLE : token.subject,
    scope: token.permissions.join(' '),
    customer: token.customer,
    ...shardClaim(token),
    product: token.product,
    ...(token.signedInAt !== undefined && { auth_time: token.signedInAt }),
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: ring.signer.kid })
    .setIssuer(token.issuer)
    .setSubject(token.subject)
    .setIssuedAt(token.issuedAt)
    .setExpirationTime(token.issuedAt + token.lifetime)
    .setJti(crypto.randomUUID())
  if (token.audience !== undefined) jwt.setAudience(token.audience)
  return jwt.sign(ring.signer.key)
}

/** A token whose signature was verified before, and the claims that are checked again each time. Instants in seconds. */
interface VerifiedToken {
  token: AccessToken
  issuer: string
  notBefore: number
  expires: number
}

const verified = new VerifiedTokens<IssuerKeyRing, VerifiedToken>()

/** Verifies a token with the service's own public keys, without I/O. Undefined: this API does not accept it. */
export async function verifyAccessToken(
  text: string,
  settings: Settings,
  issuer: string,
  now: number,
): Promise<AccessToken | undefined> {
  const ring = await signingKeys(settings)
  if (!ring) return undefined
  const known = verified.find(ring, text)
  if (known && known.issuer === issuer) {
    const second = Math.floor(now / 1000)
    return known.notBefore <= second && second < known.expires ? known.token : undefined
  }
  if (!COMPACT.test(text)) return undefined
  try {
    const { payload } = await jwtVerify(text, ring.verifiers, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer,
      audience: settings.audience,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'sub', 'customer', 'scope'],
    })
    if (!Number.isSafeInteger(payload.customer)) return undefined
    const token = {
      subject: payload.sub as string,
      customer: payload.customer as number,
      shard: shardOfClaim(payload.shard),
      product: payload.product as string,
      permissions: (payload.scope as string).split(' ').filter(Boolean),
      signedInAt: payload.auth_time as number | undefined,
    }
    verified.add(ring, text, { token, issuer, notBefore: payload.nbf ?? 0, expires: payload.exp as number })
    return token
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

/** Whether a bearer says that it is a token of a person. It is not verified. */
export function claimsPerson(text: string): boolean {
  try {
    const { sub } = decodeJwt(text)
    return typeof sub === 'string' && isPerson(sub)
  } catch {
    return false
  }
}
