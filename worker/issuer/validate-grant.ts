import { allows } from '../auth/authenticate'
import { Refusal, refuse } from '../errors'
import type { Credentials } from '../store/access/application'
import type { UnknownAudience } from './requested-audience'

type GrantError =
  | 'CLIENT_REVOKED'
  | 'CLIENT_EXPIRED'
  | 'AUDIENCE_NOT_REGISTERED'
  | 'AUDIENCE_NOT_PERMITTED'
  | 'SCOPE_EXCEEDS_GRANT'

/**
 * The permissions that an authenticated application is granted: all of its own, or those of the requested scope. The checks
 * are in the order of their precedence.
 *
 * @param context.now milliseconds since 1970
 * @param context.productOfAudience the product of the requested audience; undefined: it belongs to none
 */
export function validateGrant(
  app: Credentials,
  requested: { audience: string | undefined | UnknownAudience; scope?: string },
  { now, productOfAudience }: { now: number; productOfAudience: string | undefined },
): string[] | Refusal<GrantError> {
  if (app.applicationStatus !== 'active') return refuse('CLIENT_REVOKED')
  if (app.expiresAt !== null && app.expiresAt <= now) return refuse('CLIENT_EXPIRED')

  if (requested.audience instanceof Refusal) return requested.audience
  if (requested.audience !== undefined) {
    if (productOfAudience === undefined) return refuse('AUDIENCE_NOT_REGISTERED')
    if (productOfAudience !== app.product) return refuse('AUDIENCE_NOT_PERMITTED')
  }

  if (requested.scope === undefined) return app.permissions
  const scope = [...new Set(requested.scope.split(/\s+/).filter(Boolean))]
  return scope.every(permission => allows(app.permissions, permission)) ? scope : refuse('SCOPE_EXCEEDS_GRANT')
}
