import { findCustomer } from '../db/customer-directory'
import type { Database } from '../db/database'
import { type Scope, scopeOf } from '../db/scope'
import type { RequestContext } from '../request-context'

/**
 * The scope and the database of the customer that an administrator's request names; undefined where there is no such customer. With
 * one database there is nothing to look up: the statements find out whether the customer exists.
 */
export async function enterCustomerScope(
  { db, shards }: RequestContext,
  customer: number,
): Promise<{ scope: Scope; db: Database } | undefined> {
  const home = shards.count === 1 ? { shard: 0 } : await findCustomer(db, customer)
  if (!home) return undefined
  const scope = scopeOf(customer, home.shard)
  return { scope, db: shards.of(scope) }
}
