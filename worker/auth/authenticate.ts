import { type Scope, scopeOf } from '../db/scope'
import { type Refusal, refuse } from '../errors'
import { withinRate } from '../http/rate-limit'
import type { RequestContext } from '../request-context'
import { findApiKey } from '../store/access/api-key'
import { verifyAccessToken } from './access-token'
import type { Credentials } from './credentials'
import { allows } from './permissions'
import { hashSecret } from './secrets'

type Unauthorized = 'AUTHENTICATION_REQUIRED' | 'INVALID_TOKEN' | 'INVALID_API_KEY' | 'RATE_LIMITED'

interface Caller {
  scope: Scope
  permissions: readonly string[]
}

const invalidToken = () => refuse('INVALID_TOKEN')
const invalidApiKey = () => refuse('INVALID_API_KEY')

/**
 * Who is calling. A bearer is verified offline, a key by one look-up; sent together both must be good and of the same
 * customer, and the bearer's permissions count. The rate is counted
 * for each credential, known or not. `isCounted`: this request was counted before, by a part of its credentials.
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
  if (token) {
    context.log.caller = token.clientId
    if (!isCounted && !(await withinRate(API_PER_CREDENTIAL, token.clientId))) return refuse('RATE_LIMITED')
    if (!apiKey) return { scope: scopeOf(token.customer, token.shard), permissions: token.permissions }
  }

  const { secretPepper } = context.settings
  const hash = secretPepper && (await hashSecret(secretPepper, apiKey as string))
  if (!hash) return invalidApiKey()
  if (!isCounted && !token && !(await withinRate(API_PER_CREDENTIAL, hash))) return refuse('RATE_LIMITED')
  const key = await findApiKey(context.db, hash)
  if (!key) return invalidApiKey()
  context.log.caller ??= key.keyId
  if (token && token.customer !== key.customer) return invalidApiKey()
  return { scope: scopeOf(key.customer, key.shard), permissions: token ? token.permissions : key.permissions }
}

/** The caller's scope, if it may do what the endpoint does. */
export function authorize({ scope, permissions }: Caller, needed: string): Scope | Refusal<'PERMISSION_DENIED'> {
  return allows(permissions, needed) ? scope : refuse('PERMISSION_DENIED', `this needs the permission ${needed}`)
}
