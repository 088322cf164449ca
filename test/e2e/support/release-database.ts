import type { DatabaseSync } from 'node:sqlite'
import { readRelease } from '../../migrations/support/release.ts'

/** Fills one or two SQLite databases as release 1.0.0 filled them through its API. With two, customer 4 is being moved. */
export function fillAsFirstRelease(databases: readonly DatabaseSync[]): void {
  const { one, two } = readRelease('1.0.0').databases
  const contents = databases.length === 1 ? one : two
  for (const [i, db] of databases.entries()) {
    const { schema, tables } = contents[i] as (typeof two)[number]
    db.exec('PRAGMA foreign_keys = OFF')
    for (const sql of schema) db.exec(sql)
    db.exec('ANALYZE; DELETE FROM sqlite_stat1; DELETE FROM sqlite_sequence')
    for (const { name, columns, rows } of tables) {
      const insert = db.prepare(`INSERT INTO "${name}" (${columns}) VALUES (${columns.map(() => '?')})`)
      for (const row of rows) insert.run(...(row as string[]))
    }
    db.exec('PRAGMA foreign_keys = ON')
  }
}
