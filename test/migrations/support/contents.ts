import { createHash } from 'node:crypto'
import type { Database } from './sql-worker.ts'

/** One table with all rows, as D1 returns them. */
interface Table {
  name: string
  columns: string[]
  rows: unknown[][]
}

/** A database: its schema in creation order, and all rows. */
export interface Contents {
  schema: string[]
  tables: Table[]
}

interface Entry {
  type: string
  name: string
  sql: string
}

/** Internal tables that SQLite and D1 create. Their rows are stored where they hold state. */
const COUNTERS = ['sqlite_sequence', 'sqlite_stat1']

export const rowsOf = async <Row = Record<string, unknown>>(db: Database, sql: string): Promise<Row[]> =>
  (await db.prepare(sql).all<Row>()).results

/** The entries of the schema without the internal ones. */
const schemaOf = (db: Database) =>
  rowsOf<Entry>(
    db,
    `SELECT type, name, sql FROM sqlite_schema
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
    ORDER BY rowid`,
  )

/** The columns of tables, in one round trip; empty for a table that does not exist. */
async function columnsOf(db: Database, tables: readonly string[]): Promise<string[][]> {
  const results = await db.batch<{ name: string }>(
    tables.map(table => db.prepare(`SELECT name FROM pragma_table_info('${table}')`)),
  )
  return results.map(({ results }) => results.map(({ name }) => name))
}

/** All rows of some columns of tables, in one round trip, sorted by their values. */
async function readRows(db: Database, tables: readonly Omit<Table, 'rows'>[]): Promise<Table[]> {
  const results = await db.batch<{ row: string }>(
    tables.map(({ name, columns }) => {
      const list = columns.map(column => `"${column}"`).join(', ')
      return db.prepare(`SELECT json_array(${list}) AS row FROM "${name}" ORDER BY ${list}`)
    }),
  )
  return tables.map((table, i) => ({ ...table, rows: (results[i]?.results ?? []).map(({ row }) => JSON.parse(row)) }))
}

/** Reads a whole database. */
export async function readContents(db: Database): Promise<Contents> {
  const schema = await schemaOf(db)
  const names = [...schema.filter(({ type }) => type === 'table').map(({ name }) => name), ...COUNTERS]
  const columns = await columnsOf(db, names)
  const tables = await readRows(
    db,
    names.map((name, i) => ({ name, columns: columns[i] ?? [] })),
  )
  return { schema: schema.map(({ sql }) => sql), tables }
}

/** Writes contents into an empty database. */
export async function writeContents(db: Database, { schema, tables }: Contents): Promise<void> {
  const insert = ({ name, columns, rows }: Table) =>
    db
      .prepare(
        `INSERT INTO "${name}" (${columns.map(column => `"${column}"`).join(', ')})
        SELECT ${columns.map((_, i) => `value ->> ${i}`).join(', ')} FROM json_each(?)`,
      )
      .bind(JSON.stringify(rows))
  await db.batch([
    db.prepare('PRAGMA defer_foreign_keys = on'),
    ...schema.map(sql => db.prepare(sql)),
    db.prepare('ANALYZE'),
    ...COUNTERS.map(name => db.prepare(`DELETE FROM ${name}`)),
    ...tables.filter(({ name }) => !COUNTERS.includes(name)).map(insert),
    ...COUNTERS.map(name => db.prepare(`DELETE FROM ${name}`)),
    ...tables.filter(({ name }) => COUNTERS.includes(name)).map(insert),
  ])
}

/** Every migration changes the statistics and the list of migrations. */
const EXPECTED_TO_CHANGE = ['sqlite_stat1', 'd1_migrations']

/** The number of rows and a SHA-256 over the rows of each table, with the columns that `before` had. */
export async function sumsOf(db: Database, before: Contents): Promise<Record<string, string>> {
  const tables = before.tables.filter(({ name }) => !EXPECTED_TO_CHANGE.includes(name))
  const there = await columnsOf(
    db,
    tables.map(({ name }) => name),
  )
  const missing = tables.map(({ columns }, i) => columns.filter(column => !there[i]?.includes(column)))
  const whole = tables.filter((_, i) => missing[i]?.length === 0)
  const sums = (await readRows(db, whole)).map(table => [table.name, sumOf(table)])
  const lost = tables.flatMap(({ name }, i) =>
    missing[i]?.length ? [[name, `no column ${missing[i]?.join(', ')}`]] : [],
  )
  return Object.fromEntries([...sums, ...lost])
}

/** The same sums from contents in memory. */
export const sumsOfContents = ({ tables }: Contents): Record<string, string> =>
  Object.fromEntries(
    tables.filter(({ name }) => !EXPECTED_TO_CHANGE.includes(name)).map(table => [table.name, sumOf(table)]),
  )

function sumOf({ name, rows }: Table): string {
  // The list of migrations counts its own rows.
  const own = name === 'sqlite_sequence' ? rows.filter(([table]) => table !== 'd1_migrations') : rows
  const hash = createHash('sha256')
  for (const row of own) hash.update(`${JSON.stringify(row)}\n`)
  return `${own.length} rows, ${hash.digest('hex')}`
}
