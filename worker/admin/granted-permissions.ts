import { allows } from '../auth/authenticate'
import { MANAGER_PERMISSIONS } from '../domain/people/roles'
import { type Refusal, refuse, refuseAll } from '../errors'
import type { RequestContext } from '../request-context'

/**
 * The permissions to grant, without duplicates. Unknown permissions are refused, each with its path, and a manager grants none beyond
 * the own.
 */
export function grantedPermissions(
  permissions: readonly string[],
  { settings, actor }: Pick<RequestContext, 'settings' | 'actor'>,
): string[] | Refusal<'INVALID_FIELD' | 'PERMISSION_DENIED'> {
  const issues = permissions.flatMap((permission, i) =>
    settings.permissions.has(permission)
      ? []
      : [
          {
            code: 'INVALID_FIELD' as const,
            description: `permissions[${i}]: expected one of ${[...settings.permissions].join(', ')}`,
          },
        ],
  )
  const refusal = refuseAll(issues)
  if (refusal) return refusal
  const beyond = actor.customer === undefined ? -1 : permissions.findIndex(each => !allows(MANAGER_PERMISSIONS, each))
  if (beyond >= 0) return refuse('PERMISSION_DENIED', `permissions[${beyond}]: a manager grants none beyond the own`)
  return [...new Set(permissions)]
}

/** Who acts for one customer makes no credential for another. */
export const refuseOtherCustomer = (
  { actor }: Pick<RequestContext, 'actor'>,
  customer: number,
): Refusal<'PERMISSION_DENIED'> | undefined =>
  actor.customer === undefined || actor.customer === customer
    ? undefined
    : refuse('PERMISSION_DENIED', 'customerId: a manager makes credentials of the own customer only')
