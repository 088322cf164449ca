import { createHash } from 'node:crypto'
import { closeSync, createReadStream, existsSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../command/command-error.ts'

/** A table with data. Tables of SQLite, D1 and wrangler are none, nor is the record of the hourly runs. */
export interface StoredTable {
  name: string
  columns: string[]
  /** The columns of the primary key. */
  key: string[]
}

/** A row of a query. */
export type Row = Record<string, string | number | null>
export type Query = (sql: string) => Promise<Row[]>

export const rowsOf = (db: DatabaseSync, sql: string): Row[] => db.prepare(sql).all() as Row[]

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The tables of a database, each after the tables that its rows refer to. */
export function tablesOf(db: DatabaseSync): StoredTable[] {
  const names = rowsOf(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .map(({ name }) => String(name))
    .filter(name => !/^(sqlite_|_cf_|(d1_migrations|clean_up_visit)$)/.test(name))
  const parents = (name: string) =>
    rowsOf(db, `SELECT DISTINCT "table" AS parent FROM pragma_foreign_key_list('${name}')`).map(row =>
      String(row.parent),
    )
  const ordered: string[] = []
  const add = (name: string) => {
    if (ordered.includes(name)) return
    for (const parent of parents(name)) if (parent !== name) add(parent)
    ordered.push(name)
  }
  for (const name of names) add(name)
  return ordered.map(name => {
    const columns = rowsOf(db, `SELECT name, pk FROM pragma_table_info('${name}')`)
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
    return { name, columns: columns.map(column => String(column.name)), key: key.map(column => String(column.name)) }
  })
}

/** Selects the number of rows of a table, and of the characters of all their values. */
export function contentQuery({ name, columns }: StoredTable): string {
  const length = columns.map(column => `coalesce(length(${quoted(column)}), 0)`).join(' + ')
  return `SELECT count(*) AS "rows", coalesce(sum(${length}), 0) AS characters FROM ${quoted(name)}`
}

/** The applied migrations, in their order. Empty: the database has none. */
export function migrationsOf(db: DatabaseSync): string[] {
  const [table] = rowsOf(db, "SELECT 1 AS one FROM sqlite_schema WHERE name = 'd1_migrations'")
  return table ? rowsOf(db, 'SELECT name FROM d1_migrations ORDER BY name').map(({ name }) => String(name)) : []
}

/** Throws if the file is damaged, or a row refers to one that does not exist. */
export function verify(db: DatabaseSync, title: string): void {
  const [check] = rowsOf(db, 'PRAGMA quick_check(1)')
  if (check?.quick_check !== 'ok') throw new CommandError(`${title} is damaged: ${check?.quick_check}`)
  const [orphan] = rowsOf(db, 'PRAGMA foreign_key_check')
  if (orphan)
    throw new CommandError(`${title}: a row of ${orphan.table} refers to a row of ${orphan.parent} that does not exist`)
}

/** Removes the tables of D1 itself, which no database accepts from others. */
export function removeInternalTables(db: DatabaseSync): void {
  const internal = rowsOf(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '\\_cf\\_%' ESCAPE '\\'",
  )
  for (const { name } of internal) db.exec(`DROP TABLE ${quoted(String(name))}`)
}

/**
 * Calls `use` with an open database file. A journal beside it may be that of a command that was killed. Only a connection that may write
 * can undo what it has left; one that only reads would fail.
 */
export function withDatabase<T>(file: string, use: (db: DatabaseSync) => T, readOnly = true): T {
  if (readOnly && existsSync(`${file}-journal`)) withDatabase(file, db => rowsOf(db, 'PRAGMA schema_version'), false)
  const db = new DatabaseSync(file, { readOnly, timeout: 30_000 })
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** The SHA-256 of a file, hexadecimal. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Returns when the content of a file or folder is on the disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
