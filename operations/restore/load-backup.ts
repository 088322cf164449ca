import type { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../tooling/command/command-error.ts'
import type { Say } from '../../tooling/command/command-line.ts'
import { knownMigrations } from '../../tooling/state/migrate.ts'
import { contentQuery, type Query, rowsOf, type StoredTable, tablesOf } from '../../tooling/state/sqlite-file.ts'
import type { Installation } from '../backup/installation.ts'
import { insertStatements, sequenceStatements } from './statements.ts'

/** A database to load, with the migrations of this release. */
interface Source {
  binding: string
  db: DatabaseSync
  tables: StoredTable[]
}

/**
 * Loads databases into an empty installation. Each is loaded completely or not at all. One that has exactly the rows of its source
 * was loaded by an earlier run, and stays as it is.
 */
export async function loadDatabases(
  installation: Installation,
  databases: readonly DatabaseSync[],
  say: Say,
): Promise<void> {
  const sources = databases.map((db, i) => ({ binding: installation.databases[i] ?? '', db, tables: tablesOf(db) }))
  for (const [number, { binding }] of sources.entries()) await refuseEarlierRelease(installation, number, binding)
  await installation.migrate()
  const isLoaded: boolean[] = []
  for (const [number, source] of sources.entries()) isLoaded.push(await refuseOtherRows(installation, number, source))
  for (const [number, source] of sources.entries()) {
    if (isLoaded[number]) say(`Database ${source.binding}: has the rows of the backup already`)
    else await load(installation, number, source, say)
  }
}

/** Throws if a database has customers, and lacks migrations of this release: applying them would change what is not to be replaced. */
async function refuseEarlierRelease(installation: Installation, number: number, binding: string): Promise<void> {
  if (!installation.exists(number)) return
  const query: Query = sql => installation.query(number, sql)
  const [table] = await query("SELECT name FROM sqlite_schema WHERE name = 'customer'")
  const [found] = table ? await query('SELECT count(*) AS customers FROM customer') : []
  if (!found?.customers) return
  const applied = (await query('SELECT name FROM d1_migrations')).map(({ name }) => name)
  if (knownMigrations().every(name => applied.includes(name))) return
  throw new CommandError(
    `${binding} is not empty: it has ${found.customers} rows of customer, of another release; nothing was changed`,
  )
}

/** Whether the database has the rows of the source already. Throws if it has others. */
async function refuseOtherRows(installation: Installation, number: number, source: Source): Promise<boolean> {
  const query: Query = sql => installation.query(number, sql)
  const applied = (await query('SELECT name FROM d1_migrations ORDER BY name')).map(({ name }) => name)
  if (applied.join() !== knownMigrations().join()) {
    throw new CommandError(`${source.binding} has the migrations ${applied.join(', ')}; this release has others`)
  }
  let isEmpty = true
  let isEqual = true
  let occupied = ''
  for (const table of source.tables) {
    const [found] = await query(contentQuery(table))
    if (found?.rows) {
      isEmpty = false
      occupied ||= `${found.rows} rows of ${table.name}`
    }
    isEqual &&= isSame(found, contentOf(source, table))
  }
  if (isEmpty || isEqual) return isEqual && !isEmpty
  throw new CommandError(
    `${source.binding} is not empty: it has ${occupied}. Restore into an empty installation; nothing was changed`,
  )
}

async function load(installation: Installation, number: number, source: Source, say: Say): Promise<void> {
  const { binding, tables } = source
  let count = 0
  await installation.execute(number, statementsOf(source), async query => {
    for (const table of tables) {
      const expected = contentOf(source, table)
      const [found] = await query(contentQuery(table))
      if (!isSame(found, expected)) {
        throw new CommandError(
          `${binding}: ${table.name} has ${found?.rows} rows after the restore, the backup has ${expected?.rows}`,
        )
      }
      count += Number(expected?.rows)
    }
    const [orphan] = await query('PRAGMA foreign_key_check')
    if (orphan) throw new CommandError(`${binding}: a row of ${orphan.table} refers to a row that does not exist`)
  })
  say(`Database ${binding}: ${count} rows of ${tables.length} tables restored`)
}

function* statementsOf({ db, tables }: Source): Generator<string> {
  for (const table of tables) yield* insertStatements(db, table)
  yield* sequenceStatements(db)
}

type Content = Record<string, unknown> | undefined
const contentOf = ({ db }: Source, table: StoredTable): Content => rowsOf(db, contentQuery(table))[0]
const isSame = (one: Content, other: Content) => one?.rows === other?.rows && one?.characters === other?.characters
