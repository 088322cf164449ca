import { countInMemory } from './edge.ts'

/*
 * The bearer of a request, verified by hand as one does it best: the signature of each token once for each isolate, its time,
 * permission and rate for each request.
 */

interface Claims {
  client_id: string
  customer: number
  scope: string
  aud: string
  exp: number
}

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const verified = new Map<string, Claims>()
const MAX_VERIFIED = 10_000
const rates = countInMemory()
let key: Promise<CryptoKey> | undefined

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))

async function verify(token: string, { kty, crv, x, y }: JsonWebKey): Promise<Claims | undefined> {
  const known = verified.get(token)
  if (known) return known
  key ??= crypto.subtle.importKey('jwk', { kty, crv, x, y } as JsonWebKey, ES256, false, ['verify'])
  const [header = '', payload = '', signature = ''] = token.split('.')
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  if (!(await crypto.subtle.verify(ES256, await key, bytesOf(signature), signed))) return undefined
  const claims = JSON.parse(new TextDecoder().decode(bytesOf(payload))) as Claims
  if (verified.size >= MAX_VERIFIED) verified.clear()
  verified.set(token, claims)
  return claims
}

/** Whether a request may do what needs a permission for a customer. Returns the status of the error, if not. */
export async function refusalOf(
  request: Request,
  signingKey: JsonWebKey,
  needed: { customer: number; permission: string },
): Promise<401 | 403 | 429 | undefined> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  const claims = await verify(token, signingKey)
  if (claims?.aud !== 'innlet-api' || claims.exp * 1000 <= Date.now()) return 401
  if (!(await rates.limit({ key: claims.client_id })).success) return 429
  const isAllowed = claims.customer === needed.customer && claims.scope.split(' ').includes(needed.permission)
  return isAllowed ? undefined : 403
}
