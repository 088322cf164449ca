import { type Scope, scopeOf } from '../db/scope'
import { type Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { findApiKey, markApiKeyUsed } from '../store/access/api-key'
import { type AccessToken, CONSOLE, isPerson, verifyAccessToken } from './access-token'
import type { Credentials } from './credentials'
import { markUsed } from './last-use'
import { withinRate } from './rate-limit'
import { hashSecret } from './secrets'

type Unauthorized = 'AUTHENTICATION_REQUIRED' | 'INVALID_TOKEN' | 'INVALID_API_KEY' | 'RATE_LIMITED'

interface Caller {
  scope: Scope
  permissions: readonly string[]
}

const invalidToken = () => refuse('INVALID_TOKEN')
const invalidApiKey = () => refuse('INVALID_API_KEY')

/**
 * Finds the caller. A bearer token is verified offline, an API key with one look-up. If both are sent, both must be valid and
 * belong to one customer, and the token's permissions apply. The rate is counted per credential, whether or not the credential
 * exists. `isCounted`: a rate limit has counted this request already.
 */
export async function authenticate(
  context: RequestContext,
  { bearer, apiKey }: Credentials,
  { isCounted = false } = {},
): Promise<Caller | Refusal<Unauthorized>> {
  const { API_PER_CREDENTIAL } = context.env
  if (!bearer && !apiKey) return refuse('AUTHENTICATION_REQUIRED')

  const token = bearer && (await verifyAccessToken(bearer, context.settings, context.publicUrl, context.now))
  if (bearer && !token) return invalidToken()
  // The token of an owner for administration has no customer.
  if (token && !token.customer) return invalidToken()
  if (token) {
    logToken(context, token)
    if (!isCounted && !(await withinRate(API_PER_CREDENTIAL, token.subject))) return refuse('RATE_LIMITED')
    if (!apiKey) return { scope: scopeOf(token.customer, token.shard, token.subject), permissions: token.permissions }
  }

  const { secretPepper } = context.settings
  const hash = secretPepper && (await hashSecret(secretPepper, apiKey as string))
  if (!hash) return invalidApiKey()
  if (!isCounted && !token && !(await withinRate(API_PER_CREDENTIAL, hash))) return refuse('RATE_LIMITED')
  const key = await findApiKey(context.db, hash)
  if (!key) return invalidApiKey()
  context.log.caller ??= key.keyId
  context.log.scope ??= key
  if (token && token.customer !== key.customer) return invalidApiKey()
  markUsed(context, key.lastUsedAt, since => markApiKeyUsed(context.db, key.keyId, since))
  const by = token ? token.subject : `key:${key.keyId}`
  return { scope: scopeOf(key.customer, key.shard, by), permissions: token ? token.permissions : key.permissions }
}

/** Tells the log whose token it is. */
export function logToken({ log }: Pick<RequestContext, 'log'>, token: AccessToken): void {
  const isOfPerson = isPerson(token.subject)
  log.caller = isOfPerson ? CONSOLE : token.subject
  if (isOfPerson) log.sub = token.subject
  if (token.customer) log.scope = token
}

/** Whether a set of permissions includes the needed one; `write` includes `read`. */
export const allows = (permissions: readonly string[], needed: string): boolean =>
  permissions.includes(needed) || permissions.includes(needed.replace(/:read$/, ':write'))

/** The caller's scope, if it has the permission that the endpoint needs. */
export function authorize({ scope, permissions }: Caller, needed: string): Scope | Refusal<'PERMISSION_DENIED'> {
  return allows(permissions, needed) ? scope : refuse('PERMISSION_DENIED', `this needs the permission ${needed}`)
}
