import { migrateDatabase } from '../../../scripts/start/migrate.ts'
import type { Database } from './sql-worker.ts'

/** Applies a folder of migrations to databases, one after the other, as `npm start` and a deployment do. */
export async function applyMigrations(databases: readonly Database[], folder: string): Promise<void> {
  for (const db of databases) await migrateDatabase(db, folder)
}
