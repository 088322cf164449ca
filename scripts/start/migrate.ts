import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'
import { APPLIED_TABLE, migrationsIn } from '../migration/files.ts'
import { CommandError } from './command-error.ts'

const FOLDER = join(import.meta.dirname, '../../schema/migrations')

/** Applies the pending migrations to the databases of these bindings. */
export async function migrate(runtime: Miniflare, bindings: readonly string[] = ['DB']): Promise<void> {
  for (const binding of bindings) await migrateDatabase(await runtime.getD1Database(binding), FOLDER)
}

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

/** The statements of a migration, which drizzle-kit separates by a mark. */
export const statementsOf = (folder: string, file: string): string[] =>
  readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')

/** Half of what SQLite accepts as one text. */
const TEXT_LENGTH = 50_000

/** Applies one migration and records it, in one transaction. */
export async function applyMigration(db: Database, folder: string, file: string): Promise<void> {
  const record = `\nINSERT INTO d1_migrations (name) VALUES ('${file.replaceAll("'", "''")}')`
  // Miniflare prepares each text with a request that blocks this process, so statements are sent together.
  const texts = ['']
  for (const statement of [...statementsOf(folder, file), record]) {
    const joined = `${texts.at(-1)}${statement}`
    if (joined.length > TEXT_LENGTH) texts.push(statement)
    else texts.splice(-1, 1, joined)
  }
  await db.batch(texts.map(text => db.prepare(text)))
}

/** Applies the pending migrations of a folder to a database. */
export async function migrateDatabase(db: Database, folder: string): Promise<void> {
  await db.prepare(APPLIED_TABLE).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  for (const file of migrationsIn(folder)) {
    if (applied.has(file)) continue
    try {
      await applyMigration(db, folder, file)
    } catch (error) {
      throw new CommandError(`the migration ${file} could not be applied: ${(error as Error).message}`)
    }
  }
}
