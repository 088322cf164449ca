import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { drizzle } from 'drizzle-orm/d1'
import { type Cost, clocked } from './cost'

/** The database did not do what was asked, for a reason that is not in the request. Safe to retry. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** What a caller is told, where it is more than that. */
  readonly told: string | undefined = undefined
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
const OUR_FAULT = /SQLITE_(?:ERROR|MISMATCH|TOOBIG|RANGE|MISUSE)|D1_TYPE_ERROR|datatype mismatch/

/** D1 tells its faults apart by text alone: here they become classes, in one place for single statements and batches. */
function classify(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error)
  const refused = CONSTRAINT.exec(message)
  if (refused) return new ConstraintViolation((refused[1] ?? refused[2]) as string, error)
  if (OUR_FAULT.test(message)) return error
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

interface Query {
  sql: string
  params: unknown[]
}

/** Of two bookmarks of one database; their order is that of their letters. */
const later = (one: D1SessionBookmark | undefined, other: D1SessionBookmark | null) =>
  other && (!one || one < other) ? other : one

/** What D1 is asked by default: to answer from where all writes are made. */
const PRIMARY: D1SessionConstraint = 'first-primary'
/** To answer from whichever copy is nearest, however far behind it is. */
const NEAREST: D1SessionConstraint = 'first-unconstrained'

export class Database {
  readonly #d1: D1Database
  readonly #cost: Cost
  readonly #start: D1SessionConstraint | D1SessionBookmark
  #bookmark: D1SessionBookmark | undefined

  constructor(d1: D1Database, cost: Cost, start: D1SessionConstraint | D1SessionBookmark = PRIMARY) {
    this.#d1 = d1
    this.#cost = cost
    this.#start = start
  }

  /** The same database for reads that may lag: from the nearest copy, though never from before the bookmark. */
  lagging(bookmark: D1SessionBookmark = NEAREST): Database {
    return new Database(this.#d1, this.#cost, bookmark)
  }

  /** How far the books had come, as D1 says it, when they were last asked; undefined: not yet. */
  get bookmark(): D1SessionBookmark | undefined {
    return this.#bookmark
  }

  /** One round trip and one transaction: all of the statements, or, when one is refused, none. */
  async batch<const List extends readonly [Statement, ...Statement[]]>(list: List): Promise<BatchResponse<List>> {
    const prepared = list.map(statement => (statement as unknown as { _prepare(): Prepared })._prepare())
    const queries = prepared.map(each => each.getQuery())
    const results = await this.#run(queries, this.#start).catch(error => {
      if (this.#start === PRIMARY || this.#start === NEAREST) throw error
      // A bookmark may be made up, or of a database that the customer has left. The primary is never behind.
      return this.#run(queries, PRIMARY)
    })
    return prepared.map((each, i) => each.mapResult(results[i] as D1Result, true)) as BatchResponse<List>
  }

  /** A session of its own for each trip: the second of one session might be answered by a copy. */
  async #run(queries: readonly Query[], start: D1SessionConstraint | D1SessionBookmark): Promise<D1Result[]> {
    const session = this.#d1.withSession(start)
    const statements = queries.map(({ sql, params }) => session.prepare(sql).bind(...params))
    this.#cost.trips++
    let results: D1Result[]
    try {
      results = await clocked(this.#cost, 'd1Ms', session.batch(statements))
    } catch (error) {
      throw classify(error)
    }
    for (const { meta } of results) {
      this.#cost.rowsRead += meta.rows_read
      this.#cost.rowsWritten += meta.rows_written
    }
    this.#bookmark = later(this.#bookmark, session.getBookmark())
    return results
  }
}
