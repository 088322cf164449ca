import type { Settings } from '../settings'
import type { Cost } from './cost'
import { findCustomer } from './customer-directory'
import { Database } from './database'
import { CustomerClosed, DatabaseUnavailable } from './errors'
import type { Scope } from './scope'

/** The databases of an installation by number; their cost is added to that of one request. */
export class Shards {
  readonly #databases: readonly D1Database[]
  readonly #cost: Cost
  readonly #opened: Database[] = []

  constructor({ databases }: Settings, cost: Cost) {
    this.#databases = databases
    this.#cost = cost
  }

  get count(): number {
    return this.#databases.length
  }

  /** Throws DatabaseUnavailable if there is no such database. */
  at(shard: number): Database {
    const d1 = this.#databases[shard]
    if (!d1) throw new DatabaseUnavailable(`there is no database ${shard}`)
    this.#opened[shard] ??= new Database(d1, this.#cost)
    return this.#opened[shard]
  }

  all(): Database[] {
    return this.#databases.map((_, shard) => this.at(shard))
  }

  /**
   * The database of a customer: the one that the credential names, or the one where the customer was found after a move.
   * A batch throws CustomerClosed if the customer is closed, or if there is no such customer.
   */
  of({ customer, shard }: Scope): Database {
    const credential = `${customer}/${shard}`
    const findElsewhere = async () => {
      const entry = await findCustomer(this.at(0), customer)
      if (!entry || entry.closedAt !== null) throw new CustomerClosed(entry !== undefined)
      rememberShard(credential, entry.shard)
      const candidates = entry.otherShard === null ? [entry.shard] : [entry.shard, entry.otherShard]
      return candidates.map(each => this.at(each).forTenant({ customer }))
    }
    return this.at(this.numberOf({ customer, shard })).forTenant({ customer, findElsewhere })
  }

  /** The number of a customer's database, as far as this isolate knows. */
  numberOf({ customer, shard }: Pick<Scope, 'customer' | 'shard'>): number {
    const likeliest = moved.get(`${customer}/${shard}`) ?? shard
    return likeliest < this.count ? likeliest : 0
  }
}

/**
 * Shards of moved customers, by customer and shard of the credential. An entry may be out of date: the tenancy guard of the
 * database decides.
 */
const moved = new Map<string, number>()
const MAX_REMEMBERED = 10_000

function rememberShard(credential: string, shard: number): void {
  if (moved.size >= MAX_REMEMBERED) moved.clear()
  moved.set(credential, shard)
}
