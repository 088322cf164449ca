import { Column, type DriverValueDecoder, is, noopDecoder, Param, Placeholder, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'

/*
 * All that is used of drizzle beyond its documented API. drizzle's own `batch` cannot bind a raw `sql` statement, has no
 * D1 session, and builds its SQL again for each request. test/worker/db/drizzle-adapter.test.ts fails if an upgrade changes
 * what is used here.
 */

/** A statement that `build` makes. */
export type Statement = BatchItem<'sqlite'>

/** SQL with the values of its parameters. */
export interface Query {
  sql: string
  params: unknown[]
}

/** What drizzle makes of a statement before it runs it. */
export interface PreparedQuery {
  getQuery(): Query
  /** The typed rows of a result, or what else the statement returns. */
  mapResult(result: unknown, isFromBatch: true): unknown
}

/**
 * Builds statements that write, without running them: `build.insert(…)…`, `build.run(sql\`…\`)`. A `Database` runs them in
 * batches. Statements that read are written with `selectRows`.
 */
export const build: Pick<DrizzleD1Database, 'insert' | 'update' | 'delete' | 'run'> = drizzle({
  prepare: () => undefined,
} as unknown as D1Database)

export const prepareQuery = (statement: Statement): PreparedQuery =>
  (statement as unknown as { _prepare(): PreparedQuery })._prepare()

/** A statement that has been prepared already. */
export const statementOf = <S extends Statement>(prepared: PreparedQuery): S =>
  ({ _prepare: () => prepared }) as unknown as S

/**
 * The query as a function of the values of its placeholders. The parameters are numbered, so that a value which occurs more
 * than once is bound once. The SQL becomes one line, because its text is sent with each request.
 */
export function queryTemplate({ sql, params }: Query): (values: object) => Query {
  if (sql.includes('--')) throw new Error(`a statement to prepare has a comment: ${sql}`)
  const [start, ...rest] = sql
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .split('?')
  if (rest.length !== params.length) throw new Error(`a statement to prepare has a ? that is no parameter: ${sql}`)
  const distinct: unknown[] = []
  const numbered = rest.map((text, i) => {
    const known = is(params[i], Placeholder) ? distinct.indexOf(params[i]) : -1
    return `?${known < 0 ? distinct.push(params[i]) : known + 1}${text}`
  })
  const text = [start, ...numbered].join('')
  const read = distinct.map(readerOf)
  return values => ({ sql: text, params: read.map(each => each(values as Record<string, unknown>)) })
}

/** How a parameter gets its value. A placeholder for a column is encoded as the column is. */
function readerOf(param: unknown): (values: Record<string, unknown>) => unknown {
  if (is(param, Placeholder)) return values => values[param.name]
  const { value: placeholder, encoder } = is(param, Param) ? param : {}
  if (!is(placeholder, Placeholder)) return () => param
  return values => {
    const value = values[placeholder.name]
    return value === null ? null : encoder?.mapToDriverValue(value)
  }
}

const dialect = new SQLiteSyncDialect()

/** The query of an SQL expression that is a whole statement. */
export const queryOf = (statement: SQL): Query => dialect.sqlToQuery(statement)

export type Decoder = DriverValueDecoder<unknown, unknown>

/** The decoder of a column, or the one of an expression (`mapWith`). Undefined: values stay as they are. */
export function decoderOf(field: Column | SQL): Decoder | undefined {
  const decoder = is(field, Column) ? field : (field as unknown as { decoder: Decoder | Column }).decoder
  if (is(decoder, Column))
    return decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue ? undefined : decoder
  return decoder === noopDecoder ? undefined : decoder
}
