import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { build, type Statement } from './drizzle-adapter'
import { type Placeholders, prepareStatement } from './prepared-statement'

/** UTF-16 units of JSON that one bound value may hold: at most 900 kB in UTF-8, below D1's limit of 1 MB a value. */
const CHUNK_LENGTH = 300_000

/** Rows as JSON texts, each small enough to bind. */
export function jsonChunks(rows: readonly unknown[]): string[] {
  const chunks: string[] = []
  let texts: string[] = []
  let length = 0
  const close = () => {
    if (texts.length) chunks.push(`[${texts.join()}]`)
    texts = []
    length = 0
  }
  for (const row of rows) {
    const text = JSON.stringify(row)
    if (length + text.length > CHUNK_LENGTH) close()
    texts.push(text)
    length += text.length + 1
  }
  close()
  return chunks
}

type Row<Table extends SQLiteTable> = { [Column in keyof Table['$inferInsert']]?: unknown }

/**
 * Prepares the insert of any number of rows with a few bound values: the rows are bound as JSON, and `json_each` expands them.
 * `shared`: expressions for columns with one value for all rows. Every row must have the same other columns. The SQL is built
 * once per isolate for each set of them.
 */
export function prepareInsertRows<Values extends object, Table extends SQLiteTable>(
  table: Table,
  shared: (values: Placeholders<Values>) => { [Column in keyof Row<Table>]?: SQL },
): (values: Values, rows: readonly Row<Table>[]) => Statement[] {
  const known = new Map<string, (values: Values & { rows: string }) => Statement>()
  const insertOf = (own: readonly string[]) => {
    const name = own.join()
    const prepared = known.get(name)
    if (prepared) return prepared
    const fresh = prepareStatement(({ rows: json, ...others }: Placeholders<Values & { rows: string }>) =>
      insertSent(table, shared(others as unknown as Placeholders<Values>) as Record<string, SQL>, own, sql`${json}`),
    )
    known.set(name, fresh)
    return fresh
  }
  return (values, rows) => {
    const [first] = rows
    if (!first) return []
    const insert = insertOf(Object.keys(first))
    return jsonChunks(rows).map(json => insert({ ...values, rows: json }))
  }
}

/** Inserts the rows of a JSON text, with `own` columns. */
function insertSent(table: SQLiteTable, shared: Record<string, SQL>, own: readonly string[], json: SQL): Statement {
  const columns = getTableColumns(table)
  const names = [...Object.keys(shared), ...own].map(key => columns[key]?.name ?? key)
  // `->` returns JSON, `->>` an SQL value.
  const ownValues = own.map(key => sql.raw(`value ${columns[key]?.dataType === 'json' ? '->' : '->>'} '${key}'`))
  return build.run(sql`
    INSERT INTO ${sql.raw(`${getTableName(table)} (${names})`)}
    SELECT ${sql.join([...Object.values(shared), ...ownValues], sql`, `)} FROM json_each(${json})`)
}
