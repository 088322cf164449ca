import { readdirSync } from 'node:fs'
import { migrateDatabase } from '../../../scripts/start/migrate.ts'
import type { Database } from './services.ts'

/** Applies a folder of migrations to databases, one after the other, as `npm start` and a deployment do. */
export async function applyMigrations(databases: readonly Database[], folder: string): Promise<void> {
  for (const db of databases) await migrateDatabase(db, folder)
}

/** The migrations of a folder, in the order in which they are applied. */
export const migrationsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
