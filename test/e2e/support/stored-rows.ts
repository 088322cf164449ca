import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { INVARIANTS } from '../../support/invariants.ts'

/** All rows of the tables of the service in an SQLite file, as a hash by table. Empty tables are left out. */
export function rowHashes(file: string): Record<string, string> {
  return withFile(file, db => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
    const names = tables
      .map(({ name }) => String(name))
      .filter(name => !/^(_cf_|d1_migrations|clean_up_visit)/.test(name))
    const hashes = names.sort().map(name => {
      const rows = db
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map(row => JSON.stringify(row))
      return [
        name,
        rows.length ? `${rows.length} ${createHash('sha256').update(rows.sort().join()).digest('hex')}` : '',
      ]
    })
    return Object.fromEntries(hashes.filter(([, hash]) => hash)) as Record<string, string>
  })
}

/** Rows of an SQLite file. */
export const rowsIn = (file: string, sql: string) =>
  withFile(file, db =>
    db
      .prepare(sql)
      .all()
      .map(row => ({ ...row })),
  )

/** Rows that violate an invariant, by the name of the invariant. */
export const violationsIn = (file: string, invariants = INVARIANTS): Record<string, unknown[]> =>
  withFile(file, db =>
    Object.fromEntries(
      Object.entries(invariants)
        .map(([sentence, sql]) => [sentence, db.prepare(sql).all()] as const)
        .filter(([, rows]) => rows.length > 0),
    ),
  )

/** The database files in a state folder. Their names are hashes. */
export function databaseFiles(state: string): string[] {
  const folder = join(state, 'v3', 'd1', 'miniflare-D1DatabaseObject')
  return readdirSync(folder)
    .filter(name => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .map(name => join(folder, name))
}

function withFile<T>(file: string, use: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return use(db)
  } finally {
    db.close()
  }
}
