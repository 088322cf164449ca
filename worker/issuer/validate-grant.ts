import { allows } from '../auth/permissions'
import { type Refusal, refuse } from '../errors'
import type { Credentials } from '../store/access/application'

type Denied =
  | 'CLIENT_REVOKED'
  | 'CLIENT_EXPIRED'
  | 'AUDIENCE_NOT_REGISTERED'
  | 'AUDIENCE_NOT_PERMITTED'
  | 'SCOPE_EXCEEDS_GRANT'

/**
 * What an application that has proven itself is given: its permissions, or those of the scope it asks for. The refusals
 * stand in the order in which they win.
 *
 * @param context.now milliseconds since 1970
 * @param context.productOfAudience the product that the audience asked for belongs to; undefined: to none
 */
export function validateGrant(
  app: Credentials,
  asked: { audience?: string; scope?: string },
  { now, productOfAudience }: { now: number; productOfAudience: string | undefined },
): string[] | Refusal<Denied> {
  if (app.applicationStatus !== 'active') return refuse('CLIENT_REVOKED')
  if (app.expiresAt !== null && app.expiresAt <= now) return refuse('CLIENT_EXPIRED')

  if (asked.audience !== undefined) {
    if (productOfAudience === undefined) return refuse('AUDIENCE_NOT_REGISTERED')
    if (productOfAudience !== app.product) return refuse('AUDIENCE_NOT_PERMITTED')
  }

  if (asked.scope === undefined) return app.permissions
  const scope = [...new Set(asked.scope.split(/\s+/).filter(Boolean))]
  return scope.every(permission => allows(app.permissions, permission)) ? scope : refuse('SCOPE_EXCEEDS_GRANT')
}
