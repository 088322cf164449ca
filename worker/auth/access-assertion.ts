import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { SESSION_MS } from '../domain/people/session-times'
import type { AccessIssuer } from '../settings'

/** The header in which Cloudflare Access says who sends a request. */
export const ASSERTION = 'cf-access-jwt-assertion'

/** The keys of each team, which an isolate reads once, and again for a key that it does not know. */
const keys = new Map<string, JWTVerifyGetKey>()

function keysOf(issuer: string): JWTVerifyGetKey {
  const known = keys.get(issuer) ?? createRemoteJWKSet(new URL('/cdn-cgi/access/certs', issuer))
  keys.set(issuer, known)
  return known
}

/** Whom an assertion names, and when they signed in, in milliseconds. */
export interface Asserted {
  email: string
  signedInAt: number
}

/**
 * Checks an assertion of Cloudflare Access. Undefined: it is not for this service, or it is that of a service token, which has no
 * e-mail address. A sign-in older than a session can be opens none. It is undefined too while the keys of the team cannot be read;
 * `onUnreadableKeys` gets the error.
 */
export async function verifyAssertion(
  assertion: string,
  { issuer, audience }: AccessIssuer,
  now: number,
  onUnreadableKeys: (error: unknown) => void,
): Promise<Asserted | undefined> {
  const readKeys: JWTVerifyGetKey = async (...token) => {
    try {
      return await keysOf(issuer)(...token)
    } catch (error) {
      const isOfToken = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys
      if (!isOfToken) onUnreadableKeys(error)
      throw error
    }
  }
  try {
    const { payload } = await jwtVerify(assertion, readKeys, {
      algorithms: ['RS256'],
      issuer,
      audience,
      requiredClaims: ['exp'],
      maxTokenAge: SESSION_MS.person.longest / 1_000,
      currentDate: new Date(now),
    })
    const { email, iat = 0 } = payload
    return typeof email === 'string' && email ? { email: email.toLowerCase(), signedInAt: iat * 1_000 } : undefined
  } catch {
    return undefined
  }
}
