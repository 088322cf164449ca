import type { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../tooling/command/command-error.ts'
import type { Say } from '../../tooling/command/command-line.ts'
import { type Query, rowsOf } from '../../tooling/state/sqlite-file.ts'
import type { Installation } from '../backup/installation.ts'
import { lastingLinks } from '../backup/revoked-links.ts'
import { type AuditEntry, auditFile, lastAuditId, readAudit, saveAudit } from './audit-since.ts'
import { type BackupCopies, openBackup } from './backup-copies.ts'
import { correctionsOf, floorAbove, signInTables } from './corrections.ts'
import { loadDatabases } from './load-backup.ts'
import { credentialLines, floorLine, toDoLines } from './to-do.ts'

interface BackupFlags {
  from: string
  newer?: string
  audit?: string
  jump: number
}

/**
 * Loads a backup into an empty installation. The copy of the backup is corrected before it is loaded, so that no row is ever
 * stored without its correction.
 */
export async function restoreBackup(installation: Installation, flags: BackupFlags, say: Say): Promise<void> {
  const opened: BackupCopies[] = []
  const open = async (folder: string) => {
    const copies = await openBackup(folder, installation.databases, say)
    opened.push(copies)
    return copies
  }
  try {
    const backup = await open(flags.from)
    const newer = flags.newer === undefined ? undefined : await open(flags.newer)
    if (newer && newer.startedAt < backup.startedAt) {
      throw new CommandError(`--newer: the backup of ${newer.startedAt} is older than that of --from`)
    }
    const { startedAt: moment, databases } = backup
    const file = flags.audit ?? auditFile(moment)
    const undone = newer && saveAudit(file, await entriesSince(backup, newer))
    if (undone) say(`Audit since ${moment}: in ${file}`)
    const floor = await floorAbove([...databases, ...(newer?.databases ?? [])].map(queryOf), flags.jump)
    const links = [...(await installation.revokedLinks()), ...opened.flatMap(({ revokedLinks }) => revokedLinks)]
    const revoked = [...new Map(links.map(link => [link.linkId, link])).values()]
    for (const [number, db] of databases.entries()) {
      const signIns = await signInTables(queryOf(db))
      for (const statement of correctionsOf(number, { moment, floor, revoked, signIns })) db.exec(statement)
    }
    await loadDatabases(installation, databases, say)
    const lasting = lastingLinks(revoked)
    await installation.addRevokedLinks(lasting)
    say(`Revoked links: ${lasting.length}`)
    say(floorLine(floor))
    const lines = undone ? toDoLines(undone) : await credentialLines(queryOf(databases[0] as DatabaseSync))
    for (const line of lines) say(line)
  } finally {
    for (const { close } of opened) close()
  }
}

const queryOf =
  (db: DatabaseSync): Query =>
  async sql =>
    rowsOf(db, sql)

/** The entries of the audit that a newer backup has and a backup has not. */
async function entriesSince(backup: BackupCopies, newer: BackupCopies): Promise<AuditEntry[]> {
  const entries = newer.databases.map(async (db, number) => {
    const last = await lastAuditId(queryOf(backup.databases[number] as DatabaseSync))
    return readAudit(queryOf(db), number, `audit_id > ${last}`)
  })
  return (await Promise.all(entries)).flat()
}
