import { readdirSync } from 'node:fs'

/** The migrations of a folder, in the order in which they are applied. */
export const migrationsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()

/**
 * The table in which wrangler records applied migrations, so that wrangler and the commands can continue where the other stopped.
 */
export const APPLIED_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`
