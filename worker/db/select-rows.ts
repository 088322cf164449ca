import { type Column, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { decoderOf, queryOf, statementOf } from './drizzle-adapter'

/*
 * Raw SELECT statements whose rows have a type. A record of columns is the one source of the SQL, of the type of a row (`RowOf`),
 * and of how its values are decoded. A table of a LEFT JOIN is `leftJoined`.
 */

/** Columns and typed expressions, by the names that they get in a row. */
export type Columns = Readonly<Record<string, Column | SQL>>

/** A table on the side of an outer join that may have no row: its columns may be null. */
type LeftJoined<Table> = { [Key in keyof Table]: Table[Key] extends Column ? Table[Key] & Absent : Table[Key] }
type Absent = { readonly [absent]?: true }
declare const absent: unique symbol

/** Types the columns of a table that raw SQL joins by LEFT JOIN. drizzle cannot see the join. */
export const leftJoined = <Table extends SQLiteTable>(table: Table) => table as LeftJoined<Table>

type Value<Field> = Field extends Column
  ? GetColumnData<Field> | (typeof absent extends keyof Field ? null : never)
  : Field extends SQL<infer Type>
    ? Type
    : never

/** The row of a record of columns. */
export type RowOf<Selected extends Columns> = { -readonly [Name in keyof Selected]: Value<Selected[Name]> }

/** A statement that returns rows. */
export type Rows<Row> = RunnableQuery<Row[], 'sqlite'>

/**
 * A raw statement that selects columns. `write` gets the list of the columns, each with its name: `"r"."room_id" AS "roomId"`.
 * For `UNION`, the columns of the first part decide. The statement may also be a `DELETE … RETURNING`. `own` are columns that
 * differ from request to request, and follow the others: what is derived from `columns` is then derived once.
 *
 * @example
 * const columns = { roomId: room.roomId, isTwin: sql`room_name LIKE '%twin%'`.mapWith(Boolean) }
 * const [rooms] = await db.batch([
 *   selectRows(columns, selected => sql`SELECT ${selected} FROM room WHERE customer_id = ${scope.customer}`),
 * ])
 * rooms satisfies { roomId: number; isTwin: boolean }[]
 */
export function selectRows<Selected extends Columns, Own extends Columns = Record<never, never>>(
  columns: Selected,
  write: (selected: SQL) => SQL,
  own?: Own,
): Rows<RowOf<Selected> & RowOf<Own>> {
  const selected = selectionOf(columns)
  const statement = write(own ? sql`${selected}, ${selectionOf(own)}` : selected)
  const decoders = own ? [...decodersOf(columns), ...decodersOf(own)] : decodersOf(columns)
  return statementOf({
    getQuery: () => queryOf(statement),
    mapResult: result => decodeRows((result as D1Result<StoredRow>).results, decoders),
  })
}

type StoredRow = Record<string, unknown>
type Decoders = readonly (readonly [name: string, decode: (value: unknown) => unknown])[]

/** Decodes rows in place, column by column. Columns without a decoder cost nothing. */
function decodeRows(rows: StoredRow[], decoders: Decoders): StoredRow[] {
  for (const [name, decode] of decoders) {
    for (const row of rows) {
      const value = row[name]
      if (value !== null) row[name] = decode(value)
    }
  }
  return rows
}

/** What is derived from a record or a column is derived once: most of them are constants. */
const derived = <Source extends object, Result>(derive: (source: Source) => Result) => {
  const known = new WeakMap<Source, Result>()
  return (source: Source): Result => {
    const result = known.get(source) ?? derive(source)
    known.set(source, result)
    return result
  }
}

/** The columns as the list of a SELECT. */
export const selectionOf = derived((columns: Columns) =>
  flat(list(columns, (name, field) => sql`${expressionOf(field)} AS ${sql.identifier(name)}`)),
)

/** The names of the columns as a list, for a common table expression. */
export const namesOf = derived((columns: Columns) => flat(list(columns, name => sql`${sql.identifier(name)}`)))

/** The same columns in a common table that has them by these names. */
export const columnsIn = <Selected extends Columns>(table: string, columns: Selected): Selected =>
  Object.fromEntries(
    Object.entries(columns).map(([name, field]) => {
      const column = sql`${sql.identifier(table)}.${sql.identifier(name)}`
      const decoder = decoderOf(field)
      return [name, decoder ? column.mapWith(decoder) : column]
    }),
  ) as Columns as Selected

const decodersOf = derived((columns: Columns) =>
  Object.entries(columns).flatMap(([name, field]): Decoders => {
    const decode = decodeOf(field)
    return decode ? [[name, decode]] : []
  }),
)

const expressionOf = derived((field: Column | SQL) => flat(sql`${field}`))

const decodeOf = derived((field: Column | SQL) => {
  const decoder = decoderOf(field)
  // Taken out of the column once: the columns of an alias are proxies.
  const decode = decoder?.mapFromDriverValue
  return decode && ((value: unknown) => decode.call(decoder, value))
})

const list = (columns: Columns, write: (name: string, field: Column | SQL) => SQL): SQL =>
  sql.join(
    Object.entries(columns).map(([name, field]) => write(name, field)),
    sql`, `,
  )

/** The same SQL as one piece of text, if it has no parameters. */
function flat(part: SQL): SQL {
  const { sql: text, params } = queryOf(part)
  return params.length ? part : sql.raw(text)
}
