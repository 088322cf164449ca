import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RevokedLink } from '../backup/installation.ts'
import { readBackup } from '../backup/manifest.ts'
import { readLinks } from '../backup/revoked-links.ts'
import { CommandError } from '../start/command-error.ts'
import { upgrade } from './upgrade.ts'

/** A backup whose databases were copied, and upgraded to the migrations of this release. */
export interface BackupCopies {
  /** When the backup began: it has all that was committed before. */
  startedAt: string
  /** By number. */
  databases: DatabaseSync[]
  revokedLinks: RevokedLink[]
  close(): void
}

/** Opens a backup of the databases with these bindings. */
export async function openBackup(
  path: string,
  bindings: readonly string[],
  say: (line: string) => void,
): Promise<BackupCopies> {
  const folder = resolve(path)
  const manifest = await readBackup(folder)
  const found = manifest.databases.map(({ binding }) => binding)
  say(`Backup of release ${manifest.release}, taken ${manifest.startedAt}: ${found.join(', ')}`)
  if (found.length !== bindings.length) {
    throw new CommandError(
      `the backup has ${found.length} databases (${found.join(' ')}), DATABASES names ${bindings.length} (${bindings.join(' ')})`,
    )
  }
  const temporary = mkdtempSync(join(tmpdir(), 'innlet-restore-'))
  const remove = () => rmSync(temporary, { recursive: true, force: true })
  process.once('exit', remove)
  const databases: DatabaseSync[] = []
  const close = () => {
    for (const db of databases) db.close()
    process.off('exit', remove)
    remove()
  }
  try {
    for (const { binding, file } of manifest.databases) {
      const copy = join(temporary, file)
      copyFileSync(join(folder, file), copy)
      const count = upgrade(copy, `the backup of ${binding}`)
      if (count) say(`Backup of ${binding}: later migrations applied to a copy: ${count}`)
      databases.push(new DatabaseSync(copy))
    }
  } catch (error) {
    close()
    throw error
  }
  const revokedLinks = readLinks(join(folder, manifest.revokedLinks.file))
  return { startedAt: manifest.startedAt, databases, revokedLinks, close }
}
