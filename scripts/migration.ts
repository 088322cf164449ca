/**
 * `npm run migration -- name-of-the-change`: writes the next migration from schema/tables. Every table becomes STRICT (a value
 * of a wrong type is refused) and WITHOUT ROWID (the rows are stored in the primary key: one B-tree to read and to write).
 * drizzle-kit cannot write either. AUTOINCREMENT needs a rowid, so a table with it keeps its rowid. The migration ends with
 * statistics.
 *
 * A migration that could delete rows is refused, and its files are removed. docs/migrations.md describes the alternatives.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { migrationsIn } from '../tooling/state/migration-files.ts'
import { checkMigration } from './migration/check-statements.ts'
import { BREAK, databaseAfter } from './migration/folder.ts'
import { droppedIndexes, NoRebuild, rebuild, splitGenerated } from './migration/rebuild.ts'
import { RECIPE } from './migration/recipe.ts'
import { statistics } from './migration/statistics.ts'
import { statementsIn } from './migration/tokens.ts'
import { unfinishedMigration } from './migration/unfinished.ts'

const folder = join(process.cwd(), 'schema/migrations')
const journal = join(folder, 'meta/_journal.json')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rebuild: { type: 'boolean', default: false }, contract: { type: 'string' } },
})
if (values.contract !== undefined && !/^\d+\.\d+\.\d+$/.test(values.contract)) {
  console.error('migration: --contract: expected the release that stopped using what is dropped, such as 1.2.0')
  process.exit(1)
}

const unfinished = unfinishedMigration(folder)
if (unfinished) {
  console.error(`migration: ${unfinished}`)
  process.exit(1)
}
const before = migrationsIn(folder)
const journalBefore = existsSync(journal) ? readFileSync(journal, 'utf8') : undefined
execFileSync('drizzle-kit', ['generate', '--name', positionals[0] ?? 'change'], { stdio: 'inherit' })
const [created] = migrationsIn(folder).filter(file => !before.includes(file))
if (!created) process.exit(0)

try {
  const written = statementsOf(created)
  const text = [...contractsOf(written), written.join(BREAK)].join('\n')
  const problems = checkMigration(databaseAfter(folder, before), text, statementsIn(text))
  if (problems.length) refuse(problems)
  writeFileSync(join(folder, created), text)
  const statistic = statistics(databaseAfter(folder, [...before, created]))
  writeFileSync(join(folder, created), `${[text, ...statistic].join(BREAK)}\n`)
  removeOlderSnapshots(created)
  console.log(`${relative('.', join(folder, created))}: ${written.length} statements, and statistics`)
} catch (error) {
  if (error instanceof NoRebuild) refuse([error.message])
  undo()
  throw error
}

/** The statements of drizzle-kit, with safe rebuilds if `--rebuild` was given. */
function statementsOf(file: string): string[] {
  const generated = readFileSync(join(folder, file), 'utf8')
    .split('--> statement-breakpoint')
    .map(statement => statement.trim())
    .filter(Boolean)
    .map(strict)
  if (!values.rebuild) return generated
  const { copies, rest } = splitGenerated(generated)
  if (copies.size === 0) throw new NoRebuild('no table has to be rebuilt for this change: leave --rebuild out')
  const db = databaseAfter(folder, before)
  return [...droppedIndexes(db, copies, rest), ...rebuild(db, copies), ...rest]
}

function strict(statement: string): string {
  if (!/^CREATE TABLE/.test(statement)) return statement
  return statement.replace(/\);?$/, statement.includes('AUTOINCREMENT') ? ') STRICT;' : ') STRICT, WITHOUT ROWID;')
}

/** A line for each table or column that the migration drops on purpose. */
function contractsOf(statements: readonly string[]): string[] {
  if (!values.contract) return []
  const rebuilt = splitGenerated(statements).copies
  return statements.flatMap(statement => {
    const [, table, column] =
      /^ALTER TABLE `(\w+)` DROP COLUMN `(\w+)`/.exec(statement) ?? /^DROP TABLE `(\w+)`/.exec(statement) ?? []
    if (!table || (!column && rebuilt.has(table))) return []
    return [`-- contract: ${column ? `${table}.${column}` : table} unused since ${values.contract}`]
  })
}

/** Only the newest snapshot is compared with the tables. */
function removeOlderSnapshots(newest: string): void {
  const meta = join(folder, 'meta')
  const older = readdirSync(meta).filter(name => name.endsWith('_snapshot.json') && name < newest.slice(0, 4))
  for (const name of older) rmSync(join(meta, name))
}

function refuse(problems: readonly string[]): never {
  undo()
  for (const problem of problems) console.error(`migration: ${problem}`)
  console.error(`\nNothing was written.\n\n${RECIPE}`)
  process.exit(1)
}

/** Restores the folder. */
function undo(): void {
  if (!created) return
  rmSync(join(folder, created), { force: true })
  rmSync(join(folder, 'meta', `${created.slice(0, 4)}_snapshot.json`), { force: true })
  if (journalBefore !== undefined) writeFileSync(journal, journalBefore)
}
