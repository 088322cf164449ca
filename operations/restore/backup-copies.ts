import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../tooling/command/command-error.ts'
import type { Say } from '../../tooling/command/command-line.ts'
import type { RevokedLink } from '../backup/installation.ts'
import { readBackup } from '../backup/manifest.ts'
import { readLinks } from '../backup/revoked-links.ts'
import { temporaryFolder } from '../backup/temporary-folder.ts'
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
export async function openBackup(path: string, bindings: readonly string[], say: Say): Promise<BackupCopies> {
  const folder = resolve(path)
  const manifest = await readBackup(folder)
  const found = manifest.databases.map(({ binding }) => binding)
  say(`Backup of release ${manifest.release}, taken ${manifest.startedAt}: ${found.join(', ')}`)
  if (found.length !== bindings.length) {
    throw new CommandError(
      `the backup has ${found.length} databases (${found.join(' ')}), DATABASES names ${bindings.length} (${bindings.join(' ')})`,
    )
  }
  const temporary = temporaryFolder('restore')
  const databases: DatabaseSync[] = []
  const close = () => {
    for (const db of databases) db.close()
    temporary.remove()
  }
  try {
    for (const { binding, file } of manifest.databases) {
      const copy = join(temporary.path, file)
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
