import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { drizzle } from 'drizzle-orm/d1'
import { type Cost, timed } from './cost'
import { type GuardFailure, guardFailureOf, type Query, tenancyGuard } from './tenancy-guard'

/** The database did not do what was asked, for a reason that is not in the request. Safe to retry. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** What a caller is told, where it is more than that. */
  readonly publicMessage: string | undefined = undefined
  /** Seconds after which to try again, where that can be said. */
  readonly retryAfter: number | undefined = undefined
}

/** This database does not serve the customer; nothing was read or written. */
export class CustomerNotServed extends DatabaseUnavailable {
  override name = 'LivesElsewhere'
}

/** The customer is on the way to another database: what is written now might be left behind. Nothing was. */
export class CustomerBeingMoved extends DatabaseUnavailable {
  override name = 'BeingMoved'
  override readonly publicMessage =
    'the customer is being moved; what is there can be read, nothing was changed; safe to retry'
  override readonly retryAfter = 10
}

/** Somebody else took the same step first; nothing was written. */
export class ConcurrentMoveStep extends DatabaseUnavailable {
  override name = 'Overtaken'
  override readonly publicMessage = 'somebody else does the same at the same time; nothing was changed; safe to retry'
}

const ERROR_BY_GUARD: Readonly<Record<GuardFailure, typeof DatabaseUnavailable>> = {
  'lives elsewhere': CustomerNotServed,
  'is being moved': CustomerBeingMoved,
  'was overtaken': ConcurrentMoveStep,
}

/**
 * A key, a CHECK or a NOT NULL of the database refused a write; nothing of its batch remains.
 * `constraint` is the CHECK's name, or `table.column` of the first column of the key, or `FOREIGN KEY`.
 */
export class ConstraintViolation extends Error {
  override name = 'ConstraintViolation'
  readonly constraint: string

  constructor(constraint: string, cause: unknown) {
    super(`refused by ${constraint}`, { cause })
    this.constraint = constraint
  }
}

/** A foreign key's fault names no column: what follows it there is SQLite's own code. */
const CONSTRAINT = /(?:UNIQUE|CHECK|NOT NULL) constraint failed: ([\w.]+)|(FOREIGN KEY) constraint failed/
/** Faults of our own statements, which no retry cures. */
const INVALID_STATEMENT = /SQLITE_(?:ERROR|MISMATCH|TOOBIG|RANGE|MISUSE)|D1_TYPE_ERROR|datatype mismatch/

/** D1 tells its faults apart by text alone: here they become classes, in one place for single statements and batches. */
function classify(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error)
  const guarded = guardFailureOf(message)
  if (guarded) return new ERROR_BY_GUARD[guarded](guarded, { cause: error })
  const refused = CONSTRAINT.exec(message)
  if (refused) return new ConstraintViolation((refused[1] ?? refused[2]) as string, error)
  if (INVALID_STATEMENT.test(message)) return error
  return new DatabaseUnavailable('D1 did not answer', { cause: error })
}

/**
 * Builds statements and runs none: `build.select()…`, `build.all<Row>(sql\`…\`)`. A `Database` runs them, in batches.
 * In a join, give columns of the same name an alias: rows of a batch come back by name.
 */
export const build = drizzle({ prepare: () => undefined } as unknown as D1Database)

type Statement = BatchItem<'sqlite'>

/** What every statement of drizzle carries, and its own `batch` uses; that one cannot bind a raw `sql` statement. */
interface Prepared {
  getQuery(): Query
  mapResult(result: D1Result, isFromBatch: true): unknown
}

/** Of two bookmarks of one database; their order is that of their letters. */
const laterBookmark = (one: D1SessionBookmark | undefined, other: D1SessionBookmark | null) =>
  other && (!one || one < other) ? other : one

/** What D1 is asked by default: to answer from where all writes are made. */
const PRIMARY: D1SessionConstraint = 'first-primary'
/** To answer from whichever copy is nearest, however far behind it is. */
const NEAREST: D1SessionConstraint = 'first-unconstrained'

/** Whose rows a database is asked for, where it is one of several. */
export interface Tenant {
  customer: number
  /** Where to ask when this one does not serve the customer, the likeliest first. */
  findElsewhere?: () => Promise<readonly Database[]>
}

type Start = D1SessionConstraint | D1SessionBookmark

export class Database {
  readonly #d1: D1Database
  readonly #cost: Cost
  readonly #start: Start
  readonly #tenant: Tenant | undefined
  #bookmark: D1SessionBookmark | undefined
  /** Where the customer was found instead. */
  #other: Database | undefined
  /** What was answered since somebody asked for it; undefined: nobody has. */
  #results: unknown[] | undefined

  constructor(d1: D1Database, cost: Cost, { start = PRIMARY, tenant }: { start?: Start; tenant?: Tenant } = {}) {
    this.#d1 = d1
    this.#cost = cost
    this.#start = start
    this.#tenant = tenant
  }

  /** The same database for reads that may lag: from the nearest copy, though never from before the bookmark. */
  replica(bookmark: D1SessionBookmark = NEAREST): Database {
    return new Database(this.#d1, this.#cost, { start: bookmark, tenant: this.#tenant })
  }

  /** The same database for one customer: each batch is refused that it may not do for that customer. */
  forTenant(tenant: Tenant): Database {
    return new Database(this.#d1, this.#cost, { start: this.#start, tenant })
  }

  /** How far the books had come, as D1 says it, when they were last asked; undefined: not yet. */
  get bookmark(): D1SessionBookmark | undefined {
    return this.#other?.bookmark ?? this.#bookmark
  }

  /** A list that what is answered from now on is added to, batch by batch, until the next list is begun. */
  recordResults(): readonly unknown[] {
    const answers: unknown[] = []
    this.#results = answers
    return answers
  }

  /** One round trip and one transaction: all of the statements, or, when one is refused, none. */
  async batch<const List extends readonly [Statement, ...Statement[]]>(list: List): Promise<BatchResponse<List>> {
    const answer = await this.#batchAnywhere(list)
    this.#results?.push(answer)
    return answer
  }

  async #batchAnywhere<const List extends readonly [Statement, ...Statement[]]>(
    list: List,
  ): Promise<BatchResponse<List>> {
    if (this.#other) return this.#other.batch(list)
    try {
      return await this.#batch(list)
    } catch (error) {
      if (!(error instanceof CustomerNotServed) || !this.#tenant?.findElsewhere) throw error
      for (const other of await this.#tenant.findElsewhere()) {
        const outcome = await other.batch(list).catch(refused => {
          if (!(refused instanceof CustomerNotServed)) throw refused
        })
        if (!outcome) continue
        this.#other = other
        return outcome
      }
      throw error
    }
  }

  async #batch<const List extends readonly [Statement, ...Statement[]]>(list: List): Promise<BatchResponse<List>> {
    const prepared = list.map(statement => (statement as unknown as { _prepare(): Prepared })._prepare())
    const asked = prepared.map(each => each.getQuery())
    const queries = this.#tenant ? [tenancyGuard(this.#tenant.customer, asked), ...asked] : asked
    const results = await this.#run(queries, this.#start).catch(error => {
      if (this.#start === PRIMARY || this.#start === NEAREST) throw error
      // A bookmark may be made up, or of a database that the customer has left. The primary is never behind.
      return this.#run(queries, PRIMARY)
    })
    const answers = this.#tenant ? results.slice(1) : results
    return prepared.map((each, i) => each.mapResult(answers[i] as D1Result, true)) as BatchResponse<List>
  }

  /** A session of its own for each trip: the second of one session might be answered by a copy. */
  async #run(queries: readonly Query[], start: Start): Promise<D1Result[]> {
    const session = this.#d1.withSession(start)
    const statements = queries.map(({ sql, params }) => session.prepare(sql).bind(...params))
    this.#cost.trips++
    let results: D1Result[]
    try {
      results = await timed(this.#cost, 'd1Ms', session.batch(statements))
    } catch (error) {
      throw classify(error)
    }
    for (const { meta } of results) {
      this.#cost.rowsRead += meta.rows_read
      this.#cost.rowsWritten += meta.rows_written
    }
    this.#bookmark = laterBookmark(this.#bookmark, session.getBookmark())
    return results
  }
}
