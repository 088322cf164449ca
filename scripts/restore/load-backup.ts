import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Installation, Query } from '../backup/installation.ts'
import { readBackup } from '../backup/manifest.ts'
import { readLinks } from '../backup/revoked-links.ts'
import { contentQuery, rowsOf, type StoredTable, tablesOf } from '../backup/sqlite-file.ts'
import { CommandError } from '../start/command-error.ts'
import { knownMigrations } from '../start/migrate.ts'
import { insertStatements, sequenceStatements } from './statements.ts'
import { upgrade } from './upgrade.ts'

/** A database of a backup, upgraded to the migrations of this release. */
interface Source {
  binding: string
  db: DatabaseSync
  tables: StoredTable[]
}

type Say = (line: string) => void

/**
 * Loads a backup into an empty installation. A database is loaded completely or not at all. One that has exactly the rows of the
 * backup was loaded by an earlier run, and stays as it is.
 */
export async function loadBackup(installation: Installation, folder: string, say: Say): Promise<void> {
  const manifest = await readBackup(folder)
  say(`Backup: ${manifest.databases.length} database(s) of release ${manifest.release}, taken ${manifest.startedAt}`)
  if (manifest.databases.length !== installation.databases.length) {
    throw new CommandError(
      `the backup has ${manifest.databases.length} databases (${manifest.databases.map(({ binding }) => binding).join(' ')}), DATABASES names ${installation.databases.length} (${installation.databases.join(' ')})`,
    )
  }
  const temporary = mkdtempSync(join(tmpdir(), 'innlet-restore-'))
  const remove = () => rmSync(temporary, { recursive: true, force: true })
  process.once('exit', remove)
  const sources: Source[] = []
  try {
    for (const { binding, file } of manifest.databases) {
      const copy = join(temporary, file)
      copyFileSync(join(folder, file), copy)
      const count = upgrade(copy, `the backup of ${binding}`)
      if (count) say(`Backup of ${binding}: ${count} later migration(s) applied to a copy`)
      const db = new DatabaseSync(copy, { readOnly: true })
      sources.push({ binding, db, tables: tablesOf(db) })
    }
    await installation.migrate()
    const isLoaded: boolean[] = []
    for (const [number, source] of sources.entries()) isLoaded.push(await refuseOtherRows(installation, number, source))
    for (const [number, source] of sources.entries()) {
      if (isLoaded[number]) say(`Database ${source.binding}: has the rows of the backup already`)
      else await load(installation, number, source, say)
    }
  } finally {
    for (const { db } of sources) db.close()
    process.off('exit', remove)
    remove()
  }
  const now = Date.now() / 1000 + 60
  const links = readLinks(join(folder, manifest.revokedLinks.file)).filter(({ expiresAt }) => expiresAt > now)
  await installation.addRevokedLinks(links)
  say(`Revoked links: ${links.length}`)
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
