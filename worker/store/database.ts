import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { drizzle } from 'drizzle-orm/d1'

/** What one request cost the database: round trips, and the rows that D1 bills. */
export interface Cost {
  trips: number
  rowsRead: number
  rowsWritten: number
}

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
  getQuery(): { sql: string; params: unknown[] }
  mapResult(result: D1Result, isFromBatch: true): unknown
}

export class Database {
  readonly #d1: D1Database
  readonly #cost: Cost

  constructor(d1: D1Database, cost: Cost) {
    this.#d1 = d1
    this.#cost = cost
  }

  /** One round trip and one transaction: all of the statements, or, when one is refused, none. */
  async batch<const List extends readonly [Statement, ...Statement[]]>(list: List): Promise<BatchResponse<List>> {
    const prepared = list.map(statement => (statement as unknown as { _prepare(): Prepared })._prepare())
    const bound = prepared.map(each => {
      const { sql, params } = each.getQuery()
      return this.#d1.prepare(sql).bind(...params)
    })
    this.#cost.trips++
    let results: D1Result[]
    try {
      results = await this.#d1.batch(bound)
    } catch (error) {
      throw classify(error)
    }
    for (const { meta } of results) {
      this.#cost.rowsRead += meta.rows_read
      this.#cost.rowsWritten += meta.rows_written
    }
    return prepared.map((each, i) => each.mapResult(results[i] as D1Result, true)) as BatchResponse<List>
  }
}
