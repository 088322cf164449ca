import { createHash, randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/*
 * The export, the import and Time Travel of D1, as wrangler uses them. The export is that of the runtime: tables in the order
 * in which they were made, and line breaks as the characters \n.
 */

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A database as SQL. */
export function exportedSql(db: DatabaseSync): string {
  const lines = ['PRAGMA defer_foreign_keys=TRUE;']
  const tables = db
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql NOT NULL ORDER BY tbl_name = 'sqlite_sequence', rowid",
    )
    .all()
  for (const { name, sql } of tables) {
    const table = String(name)
    if (table === 'sqlite_sequence') lines.push('DELETE FROM sqlite_sequence;')
    else if (/^sqlite_stat./.test(table)) lines.push('ANALYZE sqlite_schema;')
    else lines.push(`${String(sql)};`)
    const columns = db
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(column => quoted(String(column.name)))
    for (const row of db.prepare(`SELECT ${columns} FROM ${quoted(table)}`).all()) {
      lines.push(`INSERT INTO ${quoted(table)} (${columns}) VALUES(${Object.values(row).map(cell)});`)
    }
  }
  for (const { sql } of db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql NOT NULL").all()) {
    lines.push(`${String(sql)};`)
  }
  return lines.join('\n')
}

function cell(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'NULL' : String(value)
  const text = `'${value.replaceAll("'", "''").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
  const withReturns = value.includes('\r') ? `replace(${text},'\\r',char(13))` : text
  return value.includes('\n') ? `replace(${withReturns},'\\n',char(10))` : withReturns
}

/** Runs an uploaded file: all of it or nothing. D1 refuses a statement of more than 100,000 bytes. */
export function importSql(db: DatabaseSync, sql: string): number {
  const statements = sql.split(/;\n/).filter(statement => statement.trim())
  db.exec('BEGIN')
  try {
    for (const statement of statements) {
      if (Buffer.byteLength(statement) > 100_000) throw new Error('statement too long: SQLITE_TOOBIG')
      db.exec(statement)
    }
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
  return statements.length
}

export const md5 = (text: string) => createHash('md5').update(text).digest('hex')

interface NamedDatabase {
  name: string
  db: DatabaseSync
}

/** The earlier states of databases, by database and bookmark. */
export class Bookmarks {
  readonly #states = new Map<string, string>()

  /** Keeps the present state. */
  add({ name, db }: NamedDatabase, bookmark: string = randomUUID()): string {
    this.#states.set(`${name} ${bookmark}`, exportedSql(db))
    return bookmark
  }

  /** A database in the state of a bookmark. Undefined: there is no such bookmark. */
  databaseAt({ name }: NamedDatabase, bookmark: string): DatabaseSync | undefined {
    const state = this.#states.get(`${name} ${bookmark}`)
    if (state === undefined) return undefined
    const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
    db.exec(state)
    db.exec('PRAGMA foreign_keys = ON')
    return db
  }
}
