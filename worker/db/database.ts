import { sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import { type Cost, countFault, timed } from './cost'
import { prepareQuery, type Query, type Statement } from './drizzle-adapter'
import { CustomerNotServed, classify, DatabaseUnavailable } from './errors'
import { guardOf } from './tenancy-guard'

/**
 * The database's clock at the time the statement runs, in milliseconds since 1970. Times of changes are taken from it. The
 * Worker's clock is read before the transaction begins: a client that polls in between would never find the change.
 */
export const DATABASE_NOW = sql<number>`CAST(round(unixepoch('subsec') * 1000) AS INTEGER)`

/** The later of two bookmarks of one database: bookmarks sort as text. */
const laterBookmark = (one: D1SessionBookmark | undefined, other: D1SessionBookmark | null) =>
  other && (!one || one < other) ? other : one

/** The default of a session: the primary, where all writes are made. */
const PRIMARY: D1SessionConstraint = 'first-primary'
/** The nearest replica, however far it lags. */
const NEAREST: D1SessionConstraint = 'first-unconstrained'

/** The customer whose rows are read and written. */
export interface Tenant {
  customer: number
  /** The databases to try if this one does not serve the customer, the likeliest first. */
  findElsewhere?: () => Promise<readonly Database[]>
}

type Start = D1SessionConstraint | D1SessionBookmark

type Statements = readonly [Statement, ...Statement[]]

/** What a statement returns that writes an event, or makes webhooks due: whether there is an endpoint to send to. */
interface StartsWebhooks {
  startsWebhooks: 0 | 1
}

export class Database {
  readonly #d1: D1Database
  readonly #cost: Cost
  readonly #start: Start
  readonly #tenant: Tenant | undefined
  #bookmark: D1SessionBookmark | undefined
  #sizeBytes: number | undefined
  /** The database that serves the customer, if another was found. */
  #other: Database | undefined
  /** The results of batches since `recordResults`; undefined: not recorded. */
  #results: unknown[] | undefined

  constructor(d1: D1Database, cost: Cost, { start = PRIMARY, tenant }: { start?: Start; tenant?: Tenant } = {}) {
    this.#d1 = d1
    this.#cost = cost
    this.#start = start
    this.#tenant = tenant
  }

  /** The same database for reads that may lag: from the nearest replica, but never older than the bookmark. */
  replica(bookmark: D1SessionBookmark = NEAREST): Database {
    return new Database(this.#d1, this.#cost, { start: bookmark, tenant: this.#tenant })
  }

  /** The same database for one customer: a batch is refused where this database does not serve the customer. */
  forTenant(tenant: Tenant): Database {
    return new Database(this.#d1, this.#cost, { start: this.#start, tenant })
  }

  /** D1's bookmark after the latest batch; undefined: there was none yet. */
  get bookmark(): D1SessionBookmark | undefined {
    return this.#other?.bookmark ?? this.#bookmark
  }

  /** The size of the database after the latest batch, as D1 reports it; undefined: there was none yet. */
  get sizeBytes(): number | undefined {
    return this.#sizeBytes
  }

  /** Begins a list to which the results of each batch are added, until the next list is begun. */
  recordResults(): readonly unknown[] {
    const results: unknown[] = []
    this.#results = results
    return results
  }

  /** Runs statements in one round trip and one transaction: all of them, or none if one is refused. */
  async batch<const List extends Statements>(list: List): Promise<BatchResponse<List>> {
    const results = await this.#batchAnywhere(list)
    this.#results?.push(results)
    return results
  }

  async #batchAnywhere<const List extends Statements>(list: List): Promise<BatchResponse<List>> {
    if (this.#other) return this.#other.batch(list)
    try {
      return await this.#batch(list)
    } catch (error) {
      if (!(error instanceof CustomerNotServed) || !this.#tenant?.findElsewhere) throw error
      for (const other of await this.#tenant.findElsewhere()) {
        const results = await other.batch(list).catch(exception => {
          if (!(exception instanceof CustomerNotServed)) throw exception
        })
        if (!results) continue
        this.#other = other
        return results
      }
      throw error
    }
  }

  async #batch<const List extends Statements>(list: List): Promise<BatchResponse<List>> {
    const prepared = list.map(prepareQuery)
    const requested = prepared.map(each => each.getQuery())
    const guard = this.#tenant ? [guardOf(this.#tenant.customer, requested)] : []
    const queries = [...guard, ...requested]
    const all = await this.#run(queries, this.#start).catch(error => {
      if (this.#start === PRIMARY || this.#start === NEAREST) throw error
      // The bookmark may be invalid, or of a database that the customer has left. The primary needs none.
      return this.#run(queries, PRIMARY)
    })
    const results = all.slice(guard.length)
    this.#cost.startsWebhooks ||= results.some(
      ({ results: [row] }) => (row as StartsWebhooks | undefined)?.startsWebhooks,
    )
    return prepared.map((each, i) => each.mapResult(results[i], true)) as BatchResponse<List>
  }

  /** Opens a session for each trip: D1 may answer the second trip of one session from a replica. */
  async #run(queries: readonly Query[], start: Start): Promise<D1Result[]> {
    const session = this.#d1.withSession(start)
    const statements = queries.map(({ sql, params }) => session.prepare(sql).bind(...params))
    this.#cost.trips++
    let results: D1Result[]
    try {
      results = await timed(this.#cost, 'd1Ms', session.batch(statements))
    } catch (error) {
      const exception = classify(error)
      const fault = exception instanceof DatabaseUnavailable ? exception.d1Fault : undefined
      // The caller may have sent a bookmark that D1 does not know. The batch then runs again without it.
      const mayBeBookmark = fault === 'other' && start !== PRIMARY && start !== NEAREST
      if (fault && !mayBeBookmark) countFault(this.#cost, fault)
      throw exception
    }
    for (const { meta } of results) {
      this.#cost.rowsRead += meta.rows_read
      this.#cost.rowsWritten += meta.rows_written
    }
    this.#sizeBytes = results.at(-1)?.meta.size_after
    this.#bookmark = laterBookmark(this.#bookmark, session.getBookmark())
    return results
  }
}
