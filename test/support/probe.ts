import { env } from 'cloudflare:workers'
import { importJWK, type JWK, SignJWT } from 'jose'
import * as z from 'zod'
import { createApp } from '../../worker/http/app'
import { endpoint, success } from '../../worker/http/endpoint'
import type { Env } from '../../worker/settings'
import { withBindings } from './bindings'
import { SERVICE_URL } from './service'

const ProbeResponse = z.object({ customer: z.int(), trips: z.int() })

const readProbe = endpoint(
  {
    method: 'GET',
    path: '/api/Probe/read',
    operationId: 'getProbe',
    summary: 'Requires to read.',
    description: '',
    auth: 'reservations:read',
    response: ProbeResponse,
  },
  async ({ scope, cost }) => success({ customer: scope.customer, trips: cost.trips }),
)

const writeProbe = endpoint(
  {
    method: 'POST',
    path: '/api/Probe/write',
    operationId: 'postProbe',
    summary: 'Requires to write, and accepts credentials in the body.',
    description: '',
    auth: 'reservations:write',
    bodyCredentials: true,
    body: z.object({ clientID: z.int().optional() }),
    response: ProbeResponse,
  },
  async ({ scope, cost }) => success({ customer: scope.customer, trips: cost.trips }),
)

const app = createApp([readProbe, writeProbe])

/**
 * Two endpoints that only return the authenticated customer, served like all endpoints. What is tested with them holds for every
 * endpoint. `changes` override bindings.
 */
export function probeEndpoints(changes: Partial<Env> = {}) {
  const send = withBindings(changes, app)
  return {
    read: (headers: Record<string, string> = {}) => send('GET', '/api/Probe/read', undefined, headers),
    write: (headers: Record<string, string> = {}, body: unknown = {}) =>
      send('POST', '/api/Probe/write', body, headers),
  }
}

export const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` })

/** An access token with claims of the test, by default valid, signed with the key of the service or another one. */
export async function forgeToken(
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  key?: Parameters<SignJWT['sign']>[0],
) {
  const [jwk] = JSON.parse(env.SIGNING_KEYS).keys as [JWK]
  const iat = Math.floor(Date.now() / 1000)
  const usual = { iss: SERVICE_URL, sub: 'app_x', aud: 'innlet-api', iat, exp: iat + 900, customer: 1 }
  return new SignJWT({ ...usual, scope: 'reservations:write', ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: jwk.kid, ...header })
    .sign(key ?? (await importJWK(jwk, 'ES256')))
}
