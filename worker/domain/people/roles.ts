import { ALL_CUSTOMERS, type CustomerRole, type Role } from '../../../schema/wire/people'
import { type Refusal, refuse } from '../../errors'

/** Opens what ADMIN_TOKEN opens. */
export const ADMIN_SCOPE = 'admin'
/** Opens the own people, applications and API keys of one customer. */
export const CUSTOMER_SCOPE = 'customer'

/** What a manager may do with the API. */
export const MANAGER_PERMISSIONS = ['reservations:write', 'rates:write', 'inventory:write', 'events:write']

const SCOPES: Readonly<Record<Exclude<Role, 'owner'>, readonly string[]>> = {
  manager: [...MANAGER_PERMISSIONS, CUSTOMER_SCOPE],
  frontdesk: ['reservations:write', 'inventory:write', 'rates:read', 'events:read'],
}

/** A role with what the directory says of its customer. */
export interface LocatedRole extends CustomerRole {
  shard: number
  isOpen: boolean
}

/** What a token is for. Customer 0: administration alone. */
export interface Grant {
  customer: number
  shard: number
  scope: string[]
}

/**
 * What a person gets a token for. `named`: the customer of the request, as the directory knows it. Undefined: the request names none, and
 * which is meant is not clear.
 */
export function grantOf(
  roles: readonly LocatedRole[],
  named: { customerId: number; located: { shard: number; isOpen: boolean } | undefined } | undefined,
  permissions: ReadonlySet<string>,
): Grant | undefined | Refusal<'PERMISSION_DENIED'> {
  const isOwner = roles.some(({ role }) => role === 'owner')
  if (!named) {
    if (isOwner) return { customer: ALL_CUSTOMERS, shard: 0, scope: [ADMIN_SCOPE] }
    const [only, ...others] = roles
    return only && !others.length && only.isOpen ? grantOfRole(only, permissions) : undefined
  }
  const { customerId, located } = named
  const own = roles.find(each => each.customerId === customerId)
  if (!located?.isOpen || !(isOwner || own))
    return refuse('PERMISSION_DENIED', 'customerId: it is closed, or the person has no role there')
  if (isOwner) return { customer: customerId, shard: located.shard, scope: [ADMIN_SCOPE, ...permissions] }
  return own && grantOfRole(own, permissions)
}

function grantOfRole({ customerId, shard, role }: LocatedRole, permissions: ReadonlySet<string>): Grant | undefined {
  if (role === 'owner') return undefined
  // An installation may lack a feature.
  const scope = SCOPES[role].filter(each => each === CUSTOMER_SCOPE || permissions.has(each))
  return { customer: customerId, shard, scope }
}

/** Why somebody who acts for one customer cannot give these roles: only those up to the own, and of this customer. */
export function refuseRoles(
  roles: readonly CustomerRole[],
  customer: number | undefined,
): Refusal<'PERMISSION_DENIED'> | undefined {
  if (customer === undefined) return undefined
  const i = roles.findIndex(({ customerId }) => customerId !== customer)
  if (i < 0) return undefined
  return refuse('PERMISSION_DENIED', `roles[${i}].customerId: a manager gives roles of the own customer only`)
}
