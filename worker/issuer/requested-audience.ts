import type { TokenRequest } from '../../schema/wire/token'
import { type Refusal, refuse } from '../errors'

/** Why no token is issued for what was requested. */
export type UnknownAudience = Refusal<'AUDIENCE_NOT_REGISTERED' | 'AUDIENCE_NOT_PERMITTED'>

/**
 * The audience that a token request asks for, by its name or by the address of the service as `resource` (RFC 8707).
 *
 * @param own the address and the audience of this service
 */
export function requestedAudience(
  { audience, resource }: TokenRequest,
  own: { publicUrl: string; audience: string },
): string | undefined | UnknownAudience {
  if (resource === undefined) return audience
  if (!isWithin(resource, own.publicUrl)) return refuse('AUDIENCE_NOT_REGISTERED', 'resource: not this service')
  if (audience !== undefined && audience !== own.audience) {
    return refuse('AUDIENCE_NOT_PERMITTED', 'audience: not that of the resource')
  }
  return own.audience
}

/** Whether an absolute URI without a fragment is the address of the service, or below it. */
function isWithin(resource: string, publicUrl: string): boolean {
  const url = /[\s#]/.test(resource) ? null : URL.parse(resource)
  const service = URL.parse(publicUrl)
  if (!url || !service || url.origin !== service.origin || url.username || url.password) return false
  const base = service.pathname.replace(/\/$/, '')
  return url.pathname === base || url.pathname.startsWith(`${base}/`)
}
