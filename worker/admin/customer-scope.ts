import { findCustomer } from '../db/customer-directory'
import { type Scope, scopeOf } from '../db/scope'
import type { RequestContext } from '../request-context'

/**
 * The scope of the customer that an administrative request names. It also sets `context.db` to the customer's database.
 * Undefined: there is no such customer. With a single database nothing is looked up: the statements that follow find no rows
 * if the customer does not exist.
 */
export async function enterCustomerScope(context: RequestContext, customerId: number): Promise<Scope | undefined> {
  const { db, shards } = context
  const location = shards.count === 1 ? { shard: 0 } : await findCustomer(db, customerId)
  if (!location) return undefined
  const scope = scopeOf(customerId, location.shard)
  context.db = shards.of(scope)
  return scope
}
