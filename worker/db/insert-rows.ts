import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { build } from './drizzle-adapter'

/** UTF-16 units of JSON that one bound value may hold: at most 900 kB in UTF-8, below D1's limit of 1 MB a value. */
const CHUNK_LENGTH = 300_000

/** Rows as JSON texts, each small enough to bind. `size`: rows to try in one text, at first estimated from the first row. */
export function jsonChunks(
  rows: readonly unknown[],
  size = Math.ceil(CHUNK_LENGTH / (1.1 * toJson(rows[0]).length)),
): string[] {
  const chunks: string[] = []
  for (let first = 0; first < rows.length; first += size) {
    const some = rows.slice(first, first + size)
    const text = toJson(some)
    if (text.length <= CHUNK_LENGTH || some.length === 1) chunks.push(text)
    else chunks.push(...jsonChunks(some, Math.ceil(some.length / 2)))
  }
  return chunks
}

/** The same for rows that are JSON texts already. */
export function jsonTextChunks(rows: readonly string[]): string[] {
  const chunks: string[] = []
  let begin = 0
  let length = 0
  for (const [i, { length: added }] of rows.entries()) {
    if (length + added > CHUNK_LENGTH && i > begin) {
      chunks.push(`[${rows.slice(begin, i).join()}]`)
      begin = i
      length = 0
    }
    length += added + 1
  }
  if (begin < rows.length) chunks.push(`[${rows.slice(begin).join()}]`)
  return chunks
}

const toJson = (value: unknown = null): string => JSON.stringify(value)

type Row<Table extends SQLiteTable> = { [Column in keyof Table['$inferInsert']]?: unknown }

/**
 * Inserts any number of rows with a few bound values: the rows are bound as JSON, and `json_each` expands them.
 * `shared`: expressions for columns with one value for all rows. Every row must have the same other columns.
 */
export function insertRows<Table extends SQLiteTable>(
  table: Table,
  shared: { [Column in keyof Row<Table>]?: SQL },
  rows: readonly Row<Table>[],
) {
  const [first] = rows
  if (!first) return []
  const columns = getTableColumns(table)
  const own = Object.keys(first)
  // Few pieces of SQL: each of them costs time.
  const names = [...Object.keys(shared), ...own].map(key => columns[key]?.name ?? key).join(', ')
  // `->` returns JSON, `->>` an SQL value.
  const ownValues = own.map(key => `value ${columns[key]?.dataType === 'json' ? '->' : '->>'} '${key}'`).join(', ')
  const values = sql.join([...(Object.values(shared) as SQL[]), sql.raw(ownValues)], sql`, `)
  const insert = sql.raw(`INSERT INTO ${getTableName(table)} (${names}) SELECT `)
  return jsonChunks(rows).map(json => build.run(sql`${insert}${values} FROM json_each(${json})`))
}
