import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APPLIED_TABLE, migrationsIn } from '../../../tooling/state/migration-files.ts'
import { rowsOf } from './contents.ts'
import type { Database } from './sql-worker.ts'

/** The statements of a migration, which drizzle-kit separates by a mark. */
export const statementsOf = (folder: string, file: string): string[] =>
  readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')

/** Applies one migration and records it, in one text and one batch of D1, as a deployment does. */
export async function applyMigration(db: Database, folder: string, file: string): Promise<void> {
  const record = `\nINSERT INTO d1_migrations (name) VALUES ('${file}')`
  await db.batch([db.prepare(readFileSync(join(folder, file), 'utf8') + record)])
}

/** Applies a folder of migrations to databases, one after the other. */
export async function applyMigrations(databases: readonly Database[], folder: string): Promise<void> {
  for (const db of databases) {
    await db.prepare(APPLIED_TABLE).run()
    const applied = (await rowsOf<{ name: string }>(db, 'SELECT name FROM d1_migrations')).map(({ name }) => name)
    const pending = migrationsIn(folder).filter(file => !applied.includes(file))
    for (const file of pending) await applyMigration(db, folder, file)
  }
}
