import { databases, emptyKv, insertTables, rowsIn } from './service'

/** All rows, by table. */
export type Snapshot = Readonly<Record<string, readonly Record<string, unknown>[]>>

/** With several databases, the name of a table has the number of its database. */
const qualifiedName = (shard: number, table: string) => (databases.length > 1 ? `${shard}.${table}` : table)

const OWN = `s.type = 'table' AND s.name NOT LIKE 'sqlite_%' AND s.name NOT LIKE '_cf_%' AND s.name <> 'd1_migrations'`

/** The most arguments that an SQL function takes in D1. */
const MOST_ARGUMENTS = 32

/** Columns as one JSON array: several in an array. */
function jsonOf(columns: readonly string[]): string {
  const parts = Array.from({ length: Math.ceil(columns.length / MOST_ARGUMENTS) }, (_, i) =>
    columns.slice(i * MOST_ARGUMENTS, (i + 1) * MOST_ARGUMENTS),
  )
  return `json_array(${parts.map(part => `json_array(${part.map(column => `"${column}"`)})`)})`
}

type Columns = readonly (readonly [table: string, columns: readonly string[]])[]

/** The columns of every table, by the schema of the database. */
const columnsBySchema = new Map<string, Columns>()

async function columnsOf(database: D1Database): Promise<Columns> {
  const [schema] = await rowsIn(database, `SELECT json_group_array(sql) AS "text" FROM sqlite_schema AS s WHERE ${OWN}`)
  const known = columnsBySchema.get(String(schema?.text))
  if (known) return known
  const listed = await rowsIn(
    database,
    `SELECT s.name AS "table", p.name AS "column" FROM sqlite_schema AS s, pragma_table_info(s.name) AS p
    WHERE ${OWN} ORDER BY s.rowid, p.cid`,
  )
  const columns = [...Map.groupBy(listed, each => String(each.table))].map(
    ([table, all]) => [table, all.map(({ column }) => String(column))] as const,
  )
  columnsBySchema.set(String(schema?.text), columns)
  return columns
}

/** Reads a database with one statement, which takes a fraction of the time of one for each table. */
async function readDatabase(database: D1Database): Promise<(readonly [table: string, rows: Snapshot[string]])[]> {
  const tables = await columnsOf(database)
  const texts = tables.map(
    ([table, columns]) => `(SELECT json_group_array(${jsonOf(columns)}) FROM ${table}) AS ${table}`,
  )
  const [found = {}] = await rowsIn(database, `SELECT ${texts}`)
  return tables.map(([table, columns]) => {
    const rows = JSON.parse(String(found[table])) as unknown[][][]
    return [table, rows.map(row => Object.fromEntries(row.flat().map((value, i) => [columns[i], value])))]
  })
}

/** Reads all databases. */
export async function snapshot(): Promise<Snapshot> {
  const all = await Promise.all(databases.map(readDatabase))
  return Object.fromEntries(
    all.flatMap((tables, shard) => tables.map(([table, rows]) => [qualifiedName(shard, table), rows])),
  )
}

/** The rows of one customer. */
export const rowsOfCustomer = (snapshot: Snapshot, customer: number): Snapshot =>
  Object.fromEntries(
    Object.entries(snapshot).map(([table, all]) => [table, all.filter(row => row.customer_id === customer)]),
  )

/** Restores the databases to a snapshot, and empties KV. Tables without a change are not written. */
export async function restoreSnapshot(snapshot: Snapshot): Promise<void> {
  await Promise.all(databases.map((database, shard) => restoreDatabase(database, shard, snapshot)))
  await emptyKv()
}

async function restoreDatabase(database: D1Database, shard: number, snapshot: Snapshot): Promise<void> {
  const tables = (await readDatabase(database)).map(([table, rows]) => {
    const before = snapshot[qualifiedName(shard, table)] ?? []
    return { table, rows: before, isChanged: JSON.stringify(rows) !== JSON.stringify(before) }
  })
  if (!tables.some(({ isChanged }) => isChanged)) return
  const restored = new Set(tables.flatMap(({ table, isChanged }) => (isChanged ? [table] : [])))
  // Deleting a row also deletes the rows that refer to it.
  const references = await rowsIn(
    database,
    `SELECT s.name AS child, f."table" AS parent FROM sqlite_schema AS s, pragma_foreign_key_list(s.name) AS f
    WHERE ${OWN}`,
  )
  for (const parent of restored) {
    for (const each of references) if (each.parent === parent) restored.add(String(each.child))
  }
  await insertTables(
    database,
    tables.filter(({ table }) => restored.has(table)),
    true,
  )
}

/** Replaces what differs between two runs: instants, tokens, random ids and values derived from them. */
export const withoutRandomValues = (text: string) =>
  text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/(app|key|cs|ik)_[\w-]{16,}/g, '<id>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/\b[\da-f]{64}\b/g, '<checksum>')
    .replace(/(\\*")(?:[\w-]{43}|[\w-]{22})\1/g, '$1<random>$1')
    .replace(/\b1[78]\d{11}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replace(/(\\*"durationMs\\*":)\d+/g, '$10')
    .replace(/"audit_id":\d+/g, '"audit_id":0')

/** A snapshot without the values that differ between two runs. */
export const comparable = (snapshot: Snapshot): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(snapshot).map(([table, all]) => [
      table,
      all.map(row => withoutRandomValues(JSON.stringify(row))).sort(),
    ]),
  )
