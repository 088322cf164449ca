import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../tooling/command/command-error.ts'
import type { Say } from '../../tooling/command/command-line.ts'
import { knownMigrations } from '../../tooling/state/migrate.ts'
import { quoted, type StoredTable, tablesOf, withDatabase } from '../../tooling/state/sqlite-file.ts'
import { LocalInstallation } from '../backup/local.ts'
import { readBackup, type SavedDatabase } from '../backup/manifest.ts'
import { lastingLinks } from '../backup/revoked-links.ts'
import { temporaryFolder } from '../backup/temporary-folder.ts'
import { openBackup } from './backup-copies.ts'
import { loadDatabases } from './load-backup.ts'

/**
 * Loads a backup into a new installation on this machine, reads it again and compares every row. The installation is removed. Unlike
 * a restore it corrects nothing, so that everything must be equal.
 */
export async function drill(folder: string, say: Say): Promise<void> {
  const { databases, startedAt } = await readBackup(resolve(folder))
  const bindings = databases.map(({ binding }) => binding)
  const temporary = temporaryFolder('drill')
  try {
    const [state, vars] = [join(temporary.path, 'state'), join(temporary.path, 'vars')]
    mkdirSync(state)
    writeFileSync(vars, `DATABASES='${bindings.join(' ')}'\n`)
    const installation = new LocalInstallation(state, vars)
    const backup = await openBackup(folder, bindings, say)
    try {
      await loadDatabases(installation, backup.databases, say)
      for (const [number, saved] of databases.entries()) {
        const file = join(temporary.path, saved.file)
        await installation.copyDatabase(number, file)
        const source = backup.databases[number] as DatabaseSync
        const rows = withDatabase(file, db => refuseDifferences(saved, source, db))
        say(`Database ${saved.binding}: ${rows} rows are equal`)
      }
      const links = lastingLinks(backup.revokedLinks)
      await installation.addRevokedLinks(links)
      const found = (await installation.revokedLinks()).map(({ linkId }) => linkId)
      const lost = links.filter(({ linkId }) => !found.includes(linkId)).length
      if (lost) throw new CommandError(`${lost} revoked links were not restored`)
      say(`Revoked links: ${links.length} are equal`)
    } finally {
      backup.close()
    }
    say(`Drill: equal. The backup of ${startedAt} can be restored.`)
  } finally {
    temporary.remove()
  }
}

/** Throws if a table has other rows than the backup, or another number than its manifest says. Returns the number of all rows. */
function refuseDifferences({ binding, migrations, rows }: SavedDatabase, source: DatabaseSync, restored: DatabaseSync) {
  // Later migrations may have moved rows to other tables.
  const isOfThisRelease = migrations.join() === knownMigrations().join()
  let count = 0
  for (const table of tablesOf(source)) {
    const [before, after] = [contentOf(source, table), contentOf(restored, table)]
    const expected = isOfThisRelease ? rows[table.name] : before.rows
    if (before.hash !== after.hash || after.rows !== expected) {
      throw new CommandError(`${binding}: ${table.name} is not equal: ${after.rows} rows, the backup has ${expected}`)
    }
    count += after.rows
  }
  return count
}

/** The number of the rows of a table, and a hash of their values. */
function contentOf(db: DatabaseSync, { name, columns, key }: StoredTable): { rows: number; hash: string } {
  const order = (key.length ? key : columns).map(quoted).join(', ')
  const select = db.prepare(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} ORDER BY ${order}`)
  select.setReadBigInts(true)
  const hash = createHash('sha256')
  let rows = 0
  for (const row of select.iterate()) {
    hash.update(
      `${JSON.stringify(Object.values(row), (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}\n`,
    )
    rows++
  }
  return { rows, hash: hash.digest('hex') }
}
