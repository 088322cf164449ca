import { type Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { headerCredentials } from './credentials'
import { secretMatches } from './secrets'

/** Lets the administrator in, by the one token that the service was set up with; undefined: welcome. */
export async function refuseUnlessAdmin({
  request,
  settings,
}: RequestContext): Promise<Refusal<'NOT_CONFIGURED' | 'AUTHENTICATION_REQUIRED' | 'INVALID_TOKEN'> | undefined> {
  if (!settings.adminToken) return refuse('NOT_CONFIGURED', 'ADMIN_TOKEN is not configured')
  const { bearer } = headerCredentials(request.headers)
  if (!bearer) return refuse('AUTHENTICATION_REQUIRED')
  return (await secretMatches(bearer, settings.adminToken))
    ? undefined
    : refuse('INVALID_TOKEN', "not the administrator's token")
}
