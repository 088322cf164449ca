import { base64url } from 'jose'
import type { RelyingParty } from './passkey'

/** The hash of a secret of 256 random bits: nobody guesses it, so that it needs neither salt nor pepper. base64url. */
export async function hashOf(secret: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))
}

/** On a port of this machine there is no https, which the prefix `__Host-` needs. Cookies do not know of ports. */
const nameAt = ({ origin }: RelyingParty) =>
  origin.startsWith('https:') ? '__Host-innlet' : `innlet-${new URL(origin).port || '80'}`

const ATTRIBUTES = 'HttpOnly; SameSite=Strict; Path=/'

/** `Set-Cookie` with the secret of a session. */
export const sessionCookie = (party: RelyingParty, secret: string, seconds: number): string =>
  `${nameAt(party)}=${secret}; Max-Age=${seconds}; ${ATTRIBUTES}${party.origin.startsWith('https:') ? '; Secure' : ''}`

/** The secret of the session of a request. */
export function sessionSecret(headers: Headers, party: RelyingParty): string | undefined {
  const start = `${nameAt(party)}=`
  const found = headers
    .get('cookie')
    ?.split(/;\s*/)
    .find(cookie => cookie.startsWith(start))
  return found?.slice(start.length) || undefined
}
