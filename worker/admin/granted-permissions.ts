import { type Refusal, refuseAll } from '../errors'
import type { Settings } from '../settings'

/** The permissions to grant, without duplicates. Unknown permissions are refused, each with its path. */
export function grantedPermissions(
  permissions: readonly string[],
  settings: Settings,
): string[] | Refusal<'INVALID_FIELD'> {
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
  return refuseAll(issues) ?? [...new Set(permissions)]
}
