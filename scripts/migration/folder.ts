import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrationsIn } from '../../tooling/state/migration-files.ts'
import { checkMigration, testsIn } from './check-statements.ts'
import { statementsIn } from './tokens.ts'

/** The first migration creates the tables; it cannot delete rows. */
const INITIAL_PREFIX = '0000_'

/** The separator of two statements of a migration. */
export const BREAK = '\n--> statement-breakpoint\n'

/** A database in memory with the schema that some migrations make. */
export function databaseAfter(folder: string, files: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const file of files) db.exec(readFileSync(join(folder, file), 'utf8'))
  return db
}

/** The problems of the migrations in a folder, each with the name of its file. */
export function checkFolder(folder: string): string[] {
  const files = migrationsIn(folder)
  const later = files.filter(file => !file.startsWith(INITIAL_PREFIX))
  const db = databaseAfter(
    folder,
    files.filter(file => file.startsWith(INITIAL_PREFIX)),
  )
  const problems = later.flatMap(file => {
    const text = readFileSync(join(folder, file), 'utf8')
    const missing = [...new Set(testsIn(text))].filter(test => !existsSync(join(import.meta.dirname, '../..', test)))
    const problems = [
      ...checkMigration(db, text, statementsIn(text)),
      ...missing.map(test => `there is no ${test}, which is to show that rows are moved`),
    ]
    return problems.map(problem => `${file}: ${problem}`)
  })
  return [...problems, ...checkJournal(folder, files)]
}

/**
 * The Worker reads the list of migrations from the journal of drizzle-kit. The databases store the names of the files. Both must
 * be the same list.
 */
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
