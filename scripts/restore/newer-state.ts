import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RevokedLink } from '../backup/installation.ts'
import { readBackup } from '../backup/manifest.ts'
import { readLinks } from '../backup/revoked-links.ts'
import { rowsOf } from '../backup/sqlite-file.ts'
import { CommandError, reasonOf } from '../start/command-error.ts'
import type { AuditEntry } from './acts.ts'
import { upgrade } from './upgrade.ts'

/** What is known of the state that the restore has replaced. */
export interface NewerState {
  audit: AuditEntry[]
  /** The databases by number, if it is a backup. */
  databases?: DatabaseSync[]
  revokedLinks: RevokedLink[]
  /** A moment at which no later change is in it, in milliseconds since 1970. */
  until: number
  close(): void
}

/** Reads the folder of a backup, or a file of audit entries. */
export async function readNewerState(path: string | undefined): Promise<NewerState> {
  const nothing = { audit: [], revokedLinks: [], until: Date.now(), close: () => {} }
  if (path === undefined) return nothing
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new CommandError(`--audit: there is no ${path}`)
  if (found.isDirectory()) return readFolder(path)
  const audit = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, i) => (line.trim() ? [entryOf(line, `${path}, line ${i + 1}`)] : []))
  return { ...nothing, audit: inOrder(audit) }
}

async function readFolder(folder: string): Promise<NewerState> {
  const manifest = await readBackup(folder)
  const temporary = mkdtempSync(join(tmpdir(), 'innlet-newer-'))
  const remove = () => rmSync(temporary, { recursive: true, force: true })
  process.once('exit', remove)
  // The copies are upgraded, so that their tables are those of this release.
  const databases = manifest.databases.map(({ binding, file }) => {
    const copy = join(temporary, file)
    copyFileSync(join(folder, file), copy)
    upgrade(copy, `the backup of ${binding}`)
    return new DatabaseSync(copy, { readOnly: true })
  })
  const entries = databases.flatMap(db => rowsOf(db, 'SELECT at, request_id, act, subject, details FROM audit'))
  return {
    audit: inOrder(entries.map(row => normalized({ ...row, details: JSON.parse(String(row.details)) }))),
    databases,
    revokedLinks: readLinks(join(folder, manifest.revokedLinks.file)),
    until: Math.max(...manifest.databases.map(({ takenAt }) => Date.parse(takenAt))),
    close() {
      for (const db of databases) db.close()
      process.off('exit', remove)
      remove()
    },
  }
}

/** A line of a file: `at` is a time in ISO 8601 or milliseconds since 1970. */
function entryOf(line: string, place: string): AuditEntry {
  let fields: Record<string, unknown>
  try {
    fields = JSON.parse(line) as Record<string, unknown>
  } catch (error) {
    throw new CommandError(`${place} is not JSON: ${reasonOf(error)}`)
  }
  const entry = normalized(fields)
  if (!Number.isSafeInteger(entry.at) || !fields.act || fields.subject === undefined) {
    throw new CommandError(`${place}: expected an audit entry with at, requestId, act, subject and details`)
  }
  return entry
}

const normalized = ({ at, act, subject, details, ...ids }: Record<string, unknown>): AuditEntry => ({
  at: typeof at === 'string' ? Date.parse(at) : Number(at),
  requestId: String(ids.requestId ?? ids.request_id ?? ''),
  act: String(act),
  subject: String(subject),
  details: details ?? {},
})

const inOrder = (entries: AuditEntry[]) => entries.sort((a, b) => a.at - b.at)
