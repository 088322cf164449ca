import { type Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { headerCredentials } from './credentials'
import { secretMatches } from './secrets'

/** 32 characters of base64url are 192 bits. A shorter token is not random enough to be the only key of administration. */
const TOKEN_CHARACTERS = 32
/** The tokens by their names in the log: the new one and the old one, while clients change from one to the other. */
const ADMINS = ['admin', 'admin-2']

/** The tokens of ADMIN_TOKEN: one, or two with white space between them. Empty: it is not configured, or cannot be used. */
export function adminTokens(setting: string): string[] {
  const tokens = setting.split(/\s+/).filter(Boolean)
  return tokens.length <= ADMINS.length && tokens.every(token => token.length >= TOKEN_CHARACTERS) ? tokens : []
}

/** Checks for a token of the administrator, which the setting ADMIN_TOKEN contains. Undefined: the request is authorised. */
export async function refuseUnlessAdmin({
  request,
  settings,
  log,
}: RequestContext): Promise<Refusal<'NOT_CONFIGURED' | 'AUTHENTICATION_REQUIRED' | 'INVALID_TOKEN'> | undefined> {
  const tokens = adminTokens(settings.adminToken)
  if (!tokens.length) return refuse('NOT_CONFIGURED', 'ADMIN_TOKEN is not configured')
  const { bearer } = headerCredentials(request.headers)
  if (!bearer) return refuse('AUTHENTICATION_REQUIRED')
  // All of them are compared, so that the time does not depend on which one matches.
  const matches = await Promise.all(tokens.map(token => secretMatches(bearer, token)))
  const which = matches.indexOf(true)
  if (which < 0) return refuse('INVALID_TOKEN', 'not the ADMIN_TOKEN')
  log.caller = ADMINS[which]
  return undefined
}
