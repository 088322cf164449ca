import { type Scope, scopeOf } from '../auth/scope'
import type { Exchange } from '../exchange'
import { findHome } from '../store/home'

/**
 * Turns an administrator's call to the customer that it names: answers the scope, and the call's database is the customer's from
 * now on. Undefined: there is no such customer. With one database there is nothing to look up: whether it knows the customer, the
 * statement itself finds out.
 */
export async function atHome(exchange: Exchange, customer: number): Promise<Scope | undefined> {
  const { db, shards } = exchange
  const home = shards.count === 1 ? { shard: 0 } : await findHome(db, customer)
  if (!home) return undefined
  const scope = scopeOf(customer, home.shard)
  exchange.db = shards.of(scope)
  return scope
}
