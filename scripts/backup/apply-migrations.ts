import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { APPLIED_TABLE, migrationsIn } from '../migration/files.ts'
import { migrationsOf } from './sqlite-file.ts'

const FOLDER = join(import.meta.dirname, '../../schema/migrations')

/** The migrations of this release. */
export const knownMigrations = () => migrationsIn(FOLDER)

/** Applies the pending migrations to an SQLite file, each in one transaction. Returns their number. */
export function applyPending(db: DatabaseSync): number {
  db.exec(APPLIED_TABLE)
  const applied = migrationsOf(db)
  const pending = knownMigrations().filter(name => !applied.includes(name))
  for (const name of pending) {
    db.exec('BEGIN')
    db.exec(readFileSync(join(FOLDER, name), 'utf8'))
    db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
    db.exec('COMMIT')
  }
  return pending.length
}
