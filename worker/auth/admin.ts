import { ADMIN_SCOPE, CUSTOMER_SCOPE } from '../domain/people/roles'
import { type Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { claimsPerson, verifyAccessToken } from './access-token'
import { ADMINS, adminTokens } from './admin-tokens'
import { logToken } from './authenticate'
import { headerCredentials } from './credentials'
import { secretMatches } from './secrets'

/** Seconds after a sign-in within which a person may administer. */
export const FRESH_SECONDS = 15 * 60

type AdminRefusal = Refusal<
  'NOT_CONFIGURED' | 'AUTHENTICATION_REQUIRED' | 'INVALID_TOKEN' | 'PERMISSION_DENIED' | 'REAUTHENTICATION_REQUIRED'
>

/**
 * Checks for a token of the administrator, which the setting ADMIN_TOKEN contains, or for the token of a person. `auth`: `admin` is
 * for all customers, `customer` also for the people of one. Undefined: the request is authorised.
 */
export async function refuseUnlessAdmin(
  context: RequestContext,
  auth: 'admin' | 'customer',
): Promise<AdminRefusal | undefined> {
  const { bearer } = headerCredentials(context.request.headers)
  if (bearer && claimsPerson(bearer)) return refuseUnlessPerson(context, bearer, auth)
  const tokens = adminTokens(context.settings.adminToken)
  if (!tokens.length) return refuse('NOT_CONFIGURED', 'ADMIN_TOKEN is not configured')
  if (!bearer) return refuse('AUTHENTICATION_REQUIRED')
  // All of them are compared, so that the time does not depend on which one matches.
  const matches = await Promise.all(tokens.map(token => secretMatches(bearer, token)))
  const which = matches.indexOf(true)
  if (which < 0) return refuse('INVALID_TOKEN', 'not the ADMIN_TOKEN')
  context.log.caller = ADMINS[which]
  return undefined
}

/** Checks the token of a person. The age of the sign-in is judged at each use. */
async function refuseUnlessPerson(
  context: RequestContext,
  bearer: string,
  auth: 'admin' | 'customer',
): Promise<AdminRefusal | undefined> {
  const { settings, publicUrl, now, actor } = context
  const token = await verifyAccessToken(bearer, settings, publicUrl, now)
  if (!token) return refuse('INVALID_TOKEN')
  logToken(context, token)
  const isOwner = token.permissions.includes(ADMIN_SCOPE)
  if (!isOwner && !(auth === 'customer' && token.permissions.includes(CUSTOMER_SCOPE)))
    return refuse('PERMISSION_DENIED', `this needs the scope ${auth}`)
  if (!token.signedInAt || Math.floor(now / 1000) - token.signedInAt > FRESH_SECONDS)
    return refuse('REAUTHENTICATION_REQUIRED')
  actor.by = token.subject
  if (!isOwner) actor.customer = token.customer
  return undefined
}
