import { databases, emptyKv, insertTables, OWN_TABLE, rowsIn, tablesOf } from './service'

/** All rows, by table. */
export type Snapshot = Readonly<Record<string, readonly Record<string, unknown>[]>>

/** With several databases, the name of a table has the number of its database. */
const qualifiedName = (shard: number, table: string) => (databases.length > 1 ? `${shard}.${table}` : table)

/** The most arguments that an SQL function takes in D1. */
const MOST_ARGUMENTS = 32

/** Columns as one JSON array: several in an array. */
function jsonOf(columns: readonly string[]): string {
  const parts = Array.from({ length: Math.ceil(columns.length / MOST_ARGUMENTS) }, (_, i) =>
    columns.slice(i * MOST_ARGUMENTS, (i + 1) * MOST_ARGUMENTS),
  )
  return `json_array(${parts.map(part => `json_array(${part.map(column => `"${column}"`)})`)})`
}

/** How a database is read: its schema, and one statement for all tables, which takes a fraction of the time of one for each. */
interface Reading {
  schema: string
  columns: ReadonlyMap<string, readonly string[]>
  sql: string
  /** The foreign keys. */
  references: readonly { child: string; parent: string }[]
}

/** The last reading of each database. */
const readings = new Map<D1Database, Reading>()

/** What differs when a table is added or changed. A column that is missing fails the reading. */
const SCHEMA = `SELECT group_concat(s.name || length(s.sql)) AS "text" FROM sqlite_schema AS s WHERE ${OWN_TABLE}`

async function newReading(database: D1Database): Promise<Reading> {
  const [schema] = await rowsIn(database, SCHEMA)
  const listed = await rowsIn(
    database,
    `SELECT s.name AS "table", p.name AS "column" FROM sqlite_schema AS s, pragma_table_info(s.name) AS p
    WHERE ${OWN_TABLE} ORDER BY s.rowid, p.cid`,
  )
  const tables = Map.groupBy(listed, each => String(each.table))
  const columns = new Map(
    (await tablesOf(database)).map(table => [table, (tables.get(table) ?? []).map(({ column }) => String(column))]),
  )
  const texts = [...columns].map(
    ([table, names]) => `(SELECT json_group_array(${jsonOf(names)}) FROM ${table}) AS ${table}`,
  )
  const references = await rowsIn(
    database,
    `SELECT s.name AS child, f."table" AS parent FROM sqlite_schema AS s, pragma_foreign_key_list(s.name) AS f
    WHERE ${OWN_TABLE}`,
  )
  return {
    schema: String(schema?.text),
    columns,
    sql: `SELECT ${texts}`,
    references: references.map(({ child, parent }) => ({ child: String(child), parent: String(parent) })),
  }
}

/** The text of each table. */
async function readTexts(
  database: D1Database,
): Promise<{ texts: Record<string, unknown>; columns: Reading['columns'] }> {
  const known = readings.get(database)
  if (known) {
    const statements = [SCHEMA, known.sql].map(sql => database.prepare(sql))
    const [schema, found] = await database.batch<Record<string, unknown>>(statements).catch(() => [])
    if (schema?.results[0]?.text === known.schema) return { texts: found?.results[0] ?? {}, columns: known.columns }
  }
  const reading = await newReading(database)
  readings.set(database, reading)
  const [texts = {}] = await rowsIn(database, reading.sql)
  return { texts, columns: reading.columns }
}

/** The rows of each table that were read last, with their text: most tables are as they were. */
const lastRows = new Map<string, { text: string; rows: Snapshot[string] }>()

async function readDatabase(
  database: D1Database,
  shard: number,
): Promise<(readonly [table: string, rows: Snapshot[string]])[]> {
  const { texts, columns } = await readTexts(database)
  return [...columns].map(([table, names]) => {
    const text = String(texts[table])
    const key = `${shard}.${table}.${names}`
    const last = lastRows.get(key)
    if (last?.text === text) return [table, last.rows]
    const values = (JSON.parse(text) as unknown[][][]).map(row => row.flat())
    const rows = values.map(row => Object.fromEntries(row.map((value, i) => [names[i], value])))
    lastRows.set(key, { text, rows })
    return [table, rows]
  })
}

/** Reads all databases. */
export async function snapshot(): Promise<Snapshot> {
  const all = await Promise.all(databases.map((database, shard) => readDatabase(database, shard)))
  return Object.fromEntries(
    all.flatMap((tables, shard) => tables.map(([table, rows]) => [qualifiedName(shard, table), rows])),
  )
}

/** The rows of one customer. */
export const rowsOfCustomer = (snapshot: Snapshot, customer: number): Snapshot =>
  Object.fromEntries(
    Object.entries(snapshot).map(([table, all]) => [table, all.filter(row => row.customer_id === customer)]),
  )

/**
 * Restores the databases to a snapshot, and empties KV. Tables without a change are not written. `now` is what is stored, if it is
 * known.
 */
export async function restoreSnapshot(before: Snapshot, now?: Snapshot): Promise<void> {
  const stored = now ?? (await snapshot())
  await Promise.all(databases.map((database, shard) => restoreDatabase(database, shard, before, stored)))
  await emptyKv()
}

async function restoreDatabase(database: D1Database, shard: number, before: Snapshot, now: Snapshot): Promise<void> {
  const { columns, references } = readings.get(database) as Reading
  const tables = [...columns.keys()].map(table => {
    const name = qualifiedName(shard, table)
    const [rows, stored] = [before[name] ?? [], now[name] ?? []]
    return { table, rows, isChanged: rows !== stored && JSON.stringify(rows) !== JSON.stringify(stored) }
  })
  if (!tables.some(({ isChanged }) => isChanged)) return
  const restored = new Set(tables.flatMap(({ table, isChanged }) => (isChanged ? [table] : [])))
  // Deleting a row also deletes the rows that refer to it.
  for (const parent of restored) {
    for (const each of references) if (each.parent === parent) restored.add(each.child)
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
    // First: a random value may contain the letters of a prefix.
    .replace(/(\\*")(?:[\w-]{43}|[\w-]{22})\1/g, '$1<random>$1')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/(app|key|cs|ik)_[\w-]{16,}/g, '<id>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/\b[\da-f]{64}\b/g, '<checksum>')
    .replace(/\b1[78]\d{11}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replace(/(\\*"durationMs\\*":)\d+/g, '$10')
    .replace(/#[\w-]{43}/g, '#<code>')
    .replace(/(\\*"pin\\*":\\*")\d{6}/g, '$1<pin>')
    // They count up over all runs.
    .replace(/(\\*"(?:audit_id|person_id|personId)\\*":)\d+/g, '$10')
    .replace(/("act":"person\.create","subject":")\d+/g, '$10')

/** The comparable lines of rows that were read before. */
const linesOf = new WeakMap<Snapshot[string], string[]>()

/** Rows as sorted lines, without the values that differ between two runs. */
function comparableLines(rows: Snapshot[string]): string[] {
  const lines = linesOf.get(rows) ?? rows.map(row => withoutRandomValues(JSON.stringify(row))).sort()
  linesOf.set(rows, lines)
  return lines
}

/** A snapshot without the values that differ between two runs. */
export const comparable = (snapshot: Snapshot): Record<string, string[]> =>
  Object.fromEntries(Object.entries(snapshot).map(([table, rows]) => [table, comparableLines(rows)]))
