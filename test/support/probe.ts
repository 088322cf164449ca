import * as z from 'zod'
import { createApp } from '../../worker/http/app'
import { endpoint, success } from '../../worker/http/endpoint'
import type { Env } from '../../worker/settings'
import { withBindings } from './bindings'

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
