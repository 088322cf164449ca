import { findCustomer } from '../db/customer-directory'
import type { Database } from '../db/database'
import { type Scope, scopeOf } from '../db/scope'
import type { RequestContext } from '../request-context'

/**
 * The scope and the database of the customer that an administrative request names. Undefined: there is no such customer. With
 * a single database nothing is looked up: the statements that follow find no rows if the customer does not exist.
 */
export async function enterCustomerScope(
  { db, shards, log }: RequestContext,
  customer: number,
): Promise<{ scope: Scope; db: Database } | undefined> {
  const location = shards.count === 1 ? { shard: 0 } : await findCustomer(db, customer)
  if (!location) return undefined
  const scope = scopeOf(customer, location.shard)
  log.scope = scope
  return { scope, db: shards.of(scope) }
}
