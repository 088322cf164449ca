import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unstable_splitSqlQuery } from 'wrangler'
import { checkMigration } from './check-statements.ts'

/** The first migration makes the tables; there is nothing before it that could be lost. */
const INITIAL_PREFIX = '0000_'

/** What stands between two statements of a migration. */
export const BREAK = '\n--> statement-breakpoint\n'

/** The migrations of a folder, in the order in which they are applied. */
export const migrationsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()

/** A database in memory with the schema that some migrations make. */
export function databaseAfter(folder: string, files: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const file of files) db.exec(readFileSync(join(folder, file), 'utf8'))
  return db
}

/** What is wrong with the migrations of a folder, each problem with the name of its file. */
export function checkFolder(folder: string): string[] {
  const files = migrationsIn(folder)
  const later = files.filter(file => !file.startsWith(INITIAL_PREFIX))
  const db = databaseAfter(
    folder,
    files.filter(file => file.startsWith(INITIAL_PREFIX)),
  )
  const problems = later.flatMap(file => {
    const text = readFileSync(join(folder, file), 'utf8')
    return checkMigration(db, text, unstable_splitSqlQuery(text)).map(problem => `${file}: ${problem}`)
  })
  return [...problems, ...checkJournal(folder, files)]
}

/** The Worker knows the migrations by the journal of drizzle-kit, and the databases by the names of the files. */
function checkJournal(folder: string, files: readonly string[]): string[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  const listed = journal.entries.map(({ tag }) => `${tag}.sql`)
  const unlisted = files
    .filter(file => !listed.includes(file))
    .map(file => `${file}: meta/_journal.json does not list it`)
  const missing = listed
    .filter(file => !files.includes(file))
    .map(file => `${file}: meta/_journal.json lists it, and it is not there`)
  return [...unlisted, ...missing]
}
