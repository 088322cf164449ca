import { findCustomer, findEntry } from '../db/customer-directory'
import type { Database } from '../db/database'
import { type Scope, scopeOf } from '../db/scope'
import type { RequestContext } from '../request-context'
import type { LocatedCustomer } from '../store/customer/state'
import { findTenancy } from '../store/customer/tenancy'
import type { ImportTarget } from '../store/move/import'

/**
 * The scope and the database of the customer that an administrative request names. Undefined: there is no such customer. With
 * a single database nothing is looked up: the guard of the statements that follow fails if the customer does not exist.
 */
export async function enterCustomerScope(
  { db, shards, log, actor }: RequestContext,
  customer: number,
): Promise<{ scope: Scope; db: Database } | undefined> {
  const location = shards.count === 1 ? { shard: 0 } : await findCustomer(db, customer)
  if (!location) return undefined
  const scope = scopeOf(customer, location.shard, actor.by)
  log.scope = scope
  return { scope, db: shards.of(scope) }
}

/**
 * The customer that an administrative request names, with its state: also one that is closed or was deleted. The database has no
 * guard. Undefined: there is no such customer, or its creation was interrupted.
 */
export async function locateCustomer(
  { db: control, shards, actor }: RequestContext,
  customer: number,
): Promise<LocatedCustomer | undefined> {
  const entry = await findEntry(control, customer)
  if (!entry) return undefined
  const scope = scopeOf(customer, entry.shard, actor.by)
  const db = shards.at(entry.shard)
  const tenancy = await findTenancy(db, scope)
  return tenancy && { scope, control, db, entry, tenancy }
}

/** The database into which a customer is imported: that of new customers. */
export function newCustomerTarget(
  { db: control, shards, settings, actor }: RequestContext,
  customer: number,
): ImportTarget {
  const scope = scopeOf(customer, settings.newCustomers, actor.by)
  return { scope, control, db: shards.at(scope.shard) }
}
