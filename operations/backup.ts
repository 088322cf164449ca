/**
 * `npm run backup -- --to DIR`: copies all databases of an installation, and the revoked links of KV, into a new folder. Each
 * database is copied as it is at one moment. docs/backup.md describes the files.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import innlet from '../package.json' with { type: 'json' }
import { runCommand, type Say } from '../tooling/command/command-line.ts'
import {
  migrationsOf,
  removeInternalTables,
  rowsOf,
  tablesOf,
  verify,
  withDatabase,
} from '../tooling/state/sqlite-file.ts'
import { type BackupFlags, readFlags, USAGE } from './backup/flags.ts'
import type { Installation } from './backup/installation.ts'
import { beginBackup, completeBackup, type Manifest, type SavedDatabase, savedFile } from './backup/manifest.ts'
import { refuseMovedCustomers } from './backup/moves.ts'
import { openInstallation } from './backup/open-installation.ts'

const LINKS_FILE = 'revoked-links.ndjson'

export async function backup(flags: BackupFlags, env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const folder = resolve(flags.to)
  const installation = await openInstallation(flags, env)
  try {
    beginBackup(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
    const startedAt = new Date().toISOString()
    // The first database has the directory of customers. It is copied last, so that it names every customer of the others.
    const databases: SavedDatabase[] = []
    for (const number of [...installation.databases.keys()].reverse()) {
      const began = performance.now()
      const saved = await saveDatabase(installation, number, folder)
      const seconds = Math.ceil((performance.now() - began) / 1000)
      databases.unshift(saved)
      const rows = Object.values(saved.rows).reduce((sum, count) => sum + count, 0)
      say(`Database ${saved.binding}: ${rows} rows, ${megabytes(saved.bytes)}, ${seconds} s`)
    }
    refuseMovedCustomers(databases.map(({ file }) => join(folder, file)))
    const revokedLinks = await saveLinks(installation, folder)
    say(`Revoked links: ${revokedLinks.links}`)
    completeBackup(folder, {
      release: innlet.version,
      startedAt,
      completedAt: new Date().toISOString(),
      databases,
      revokedLinks,
    })
    say(`Backup: complete in ${flags.to}. It contains personal data of guests, and no secret: keep the secrets too.`)
  } finally {
    await installation.close()
  }
}

async function saveDatabase(installation: Installation, number: number, folder: string): Promise<SavedDatabase> {
  const binding = installation.databases[number] as string
  const name = `${binding}.sqlite`
  const file = join(folder, name)
  await installation.copyDatabase(number, file)
  chmodSync(file, 0o600)
  const takenAt = new Date().toISOString()
  const found = withDatabase(
    file,
    db => {
      removeInternalTables(db)
      verify(db, `the copy of ${binding}`)
      const counts = tablesOf(db).map(table => [
        table.name,
        countOf(rowsOf(db, `SELECT count(*) AS n FROM "${table.name}"`)),
      ])
      return { migrations: migrationsOf(db), rows: Object.fromEntries(counts) as Record<string, number> }
    },
    false,
  )
  return { binding, ...(await savedFile(folder, name)), takenAt, ...found }
}

const countOf = ([row]: Record<string, unknown>[]) => Number(row?.n)

async function saveLinks(installation: Installation, folder: string): Promise<Manifest['revokedLinks']> {
  const links = await installation.revokedLinks()
  writeFileSync(join(folder, LINKS_FILE), links.map(link => `${JSON.stringify(link)}\n`).join(''), { mode: 0o600 })
  return { ...(await savedFile(folder, LINKS_FILE)), links: links.length }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

if (import.meta.main) {
  runCommand('backup', async () => {
    const flags = readFlags(process.argv.slice(2))
    if (flags.help) return console.log(USAGE)
    await backup(flags, process.env, line => console.log(line))
  })
}
