import type { Settings } from '../settings'
import type { Cost } from './cost'
import { findCustomer } from './customer-directory'
import { Database } from './database'
import { DatabaseUnavailable } from './errors'
import type { Scope } from './scope'

/** The databases of an installation by their numbers, each served with one request's count of costs. */
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

  /** Throws DatabaseUnavailable where there is none of that number. */
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
   * The database of a customer: the one that the credential names, and where the customer lives now once it has been found
   * elsewhere. With one database there is nothing to find, and nothing is asked but what is asked for.
   */
  of({ customer, shard }: Scope): Database {
    if (this.count === 1) return this.at(0)
    const credential = `${customer}/${shard}`
    const findElsewhere = async () => {
      const home = await findCustomer(this.at(0), customer)
      if (!home) return []
      rememberShard(credential, home.shard)
      const candidates = home.otherShard === null ? [home.shard] : [home.shard, home.otherShard]
      return candidates.map(each => this.at(each).forTenant({ customer }))
    }
    const likeliest = moved.get(credential) ?? shard
    return this.at(likeliest < this.count ? likeliest : 0).forTenant({ customer, findElsewhere })
  }
}

/**
 * Where customers were found, by customer and by what their credentials said. Each database has the last word, so that this may
 * be out of date.
 */
const moved = new Map<string, number>()
const MAX_REMEMBERED = 10_000

function rememberShard(credential: string, shard: number): void {
  if (moved.size >= MAX_REMEMBERED) moved.clear()
  moved.set(credential, shard)
}
