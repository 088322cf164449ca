import { existsSync, readFileSync } from 'node:fs'
import { writeWholeFile } from '../../tooling/command/whole-file.ts'
import type { Query } from '../../tooling/state/sqlite-file.ts'

/** An entry of the audit that a restore undoes: a line of the file. */
export interface AuditEntry {
  /** The number of its database. */
  database: number
  auditId: number
  at: string
  requestId: string
  act: string
  subject: string
  details: unknown
}

/** The entries of a database that satisfy a condition, in their order. */
export async function readAudit(query: Query, database: number, condition: string): Promise<AuditEntry[]> {
  const rows = await query(
    `SELECT audit_id, at, request_id, act, subject, details FROM audit WHERE ${condition} ORDER BY audit_id`,
  )
  return rows.map(row => ({
    database,
    auditId: Number(row.audit_id),
    at: new Date(Number(row.at)).toISOString(),
    requestId: String(row.request_id),
    act: String(row.act),
    subject: String(row.subject),
    details: JSON.parse(String(row.details)),
  }))
}

/** The last id of the audit of a database, up to another. */
export async function lastAuditId(query: Query, upTo = Number.MAX_SAFE_INTEGER): Promise<number> {
  const [last] = await query(`SELECT coalesce(max(audit_id), 0) AS id FROM audit WHERE audit_id <= ${upTo}`)
  return Number(last?.id)
}

/** Adds entries to a file, and returns all that it has: an earlier run, which was interrupted, may have undone some of them. */
export function saveAudit(file: string, entries: readonly AuditEntry[]): AuditEntry[] {
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const lines = [...new Set([...known, ...entries.map(entry => JSON.stringify(entry))])]
  // Not by appending: half a line of a killed run would be in the way of the next one.
  writeWholeFile(file, lines.map(line => `${line}\n`).join(''))
  return lines.map(line => JSON.parse(line) as AuditEntry)
}

/** The name of the file, unless a flag names another. */
export const auditFile = (moment: string) => `audit-since-${moment.replaceAll(':', '-')}.ndjson`
