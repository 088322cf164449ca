import { type Scope, scopeOf } from '../auth/scope'
import type { Exchange } from '../exchange'
import type { Database } from '../store/database'
import { findHome } from '../store/home'

/**
 * The scope and the database of a customer that the administrator names. Undefined: there is no such customer. With one database
 * there is nothing to look up: whether it knows the customer, the statement itself finds out.
 */
export async function atHome(
  { db, shards }: Exchange,
  customer: number,
): Promise<{ scope: Scope; db: Database } | undefined> {
  const home = shards.count === 1 ? { shard: 0 } : await findHome(db, customer)
  if (!home) return undefined
  const scope = scopeOf(customer, home.shard)
  return { scope, db: shards.of(scope) }
}
