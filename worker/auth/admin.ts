import { type Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { headerCredentials } from './credentials'
import { secretMatches } from './secrets'

/** Checks for the administrator's token, which is the setting ADMIN_TOKEN. Undefined: the request is authorised. */
export async function refuseUnlessAdmin({
  request,
  settings,
  log,
}: RequestContext): Promise<Refusal<'NOT_CONFIGURED' | 'AUTHENTICATION_REQUIRED' | 'INVALID_TOKEN'> | undefined> {
  if (!settings.adminToken) return refuse('NOT_CONFIGURED', 'ADMIN_TOKEN is not configured')
  const { bearer } = headerCredentials(request.headers)
  if (!bearer) return refuse('AUTHENTICATION_REQUIRED')
  if (!(await secretMatches(bearer, settings.adminToken)))
    return refuse('INVALID_TOKEN', "not the administrator's token")
  log.caller = 'admin'
  return undefined
}
