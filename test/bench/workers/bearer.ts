import { importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose'
import { countInMemory } from './edge.ts'

/*
 * The bearer of a request, as one verifies it best: the signature of each token once for each isolate, its time, permission and rate
 * for each request.
 */

const verified = new Map<string, JWTPayload>()
const MAX_VERIFIED = 10_000
const rates = countInMemory()
let key: ReturnType<typeof importJWK> | undefined

async function verify(token: string, { d: _, ...publicKey }: JWK): Promise<JWTPayload> {
  const known = verified.get(token)
  if (known) return known
  key ??= importJWK(publicKey, 'ES256')
  const { payload } = await jwtVerify(token, await key, { audience: 'innlet-api' })
  if (verified.size >= MAX_VERIFIED) verified.clear()
  verified.set(token, payload)
  return payload
}

/** The application of a request. Throws unless it has a permission for a customer. */
export async function requireBearer(
  { headers }: Request,
  signingKey: JWK,
  needed: { customer: number; permission: string },
): Promise<string> {
  const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  const { exp = 0, client_id, customer, scope } = await verify(token, signingKey)
  const isWithin = exp * 1000 > Date.now() && (await rates.limit({ key: String(client_id) })).success
  if (!isWithin || customer !== needed.customer || !String(scope).split(' ').includes(needed.permission))
    throw new Error('the bearer does not permit this')
  return String(client_id)
}
