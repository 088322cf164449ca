import { findCustomer } from '../db/customer-directory'
import { type Scope, scopeOf } from '../db/scope'
import type { RequestContext } from '../request-context'

/**
 * Turns an administrator's call to the customer that it names: answers the scope, and the call's database is the customer's from
 * now on. Undefined: there is no such customer. With one database there is nothing to look up: whether it knows the customer, the
 * statement itself finds out.
 */
export async function enterCustomerScope(context: RequestContext, customer: number): Promise<Scope | undefined> {
  const { db, shards } = context
  const home = shards.count === 1 ? { shard: 0 } : await findCustomer(db, customer)
  if (!home) return undefined
  const scope = scopeOf(customer, home.shard)
  context.db = shards.of(scope)
  return scope
}
