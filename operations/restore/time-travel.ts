import type { Say } from '../../tooling/command/command-line.ts'
import type { Query } from '../../tooling/state/sqlite-file.ts'
import type { RemoteInstallation } from '../backup/remote.ts'
import { type AuditEntry, auditFile, lastAuditId, readAudit, saveAudit } from './audit-since.ts'
import { correctionsOf, floorAbove, signInTables } from './corrections.ts'
import { floorLine, toDoLines } from './to-do.ts'
import { readUnfinished, removeUnfinished, saveUnfinished } from './unfinished.ts'

interface TravelFlags {
  timestamp: string
  audit?: string
  jump: number
}

/** An act is recorded with the time at which its request began. It may be committed so much later. */
const MAX_REQUEST_MS = 60_000

/**
 * Sets every database back to one moment, and corrects it at once. D1 keeps the state before as a bookmark. A run after an
 * interrupted one sets all of them back again: it knows the floor and the bookmarks of the first from a file.
 */
export async function travelTo(installation: RemoteInstallation, flags: TravelFlags, say: Say): Promise<void> {
  const moment = new Date(flags.timestamp).toISOString()
  const queries = [...installation.databases.keys()].map(
    (number): Query =>
      sql =>
        installation.query(number, sql),
  )
  const file = flags.audit ?? auditFile(moment)
  const earlier = readUnfinished(file)
  await installation.prepareTravel(earlier !== undefined)
  const since = Date.parse(moment) - MAX_REQUEST_MS
  const floor = Math.max(earlier?.floor ?? 0, await floorAbove(queries, flags.jump))
  const bookmarks = { ...earlier?.bookmarks }
  const revoked = await installation.revokedLinks()

  const undone: AuditEntry[] = []
  say(`Audit since ${moment}: in ${file}`)
  for (const [number, query] of queries.entries()) {
    const saved = saveAudit(file, await readAudit(query, number, `at >= ${since}`))
    bookmarks[number] ??= await installation.bookmark(number)
    saveUnfinished(file, { floor, bookmarks })
    const { name, bookmark } = await installation.travel(number, moment)
    const signIns = await signInTables(query)
    for (const statement of correctionsOf(number, { moment, floor, revoked, signIns })) await query(statement)
    say(`Database ${installation.databases[number]}: set back to ${moment}`)
    const undo = (kept: string) => `npx wrangler d1 time-travel restore ${name} --bookmark=${kept}`
    const first = earlier?.bookmarks[number]
    say(`  to undo it: ${undo(first ?? bookmark)}`)
    if (first) say(`  to undo this run alone, after one that was interrupted: ${undo(bookmark)}`)
    for (const line of await givenAgain(query, moment, floor)) say(line)
    const last = await lastAuditId(query, floor - 1)
    undone.push(...saved.filter(({ database, auditId }) => database === number && auditId > last))
  }
  removeUnfinished(file)
  say(floorLine(floor))
  for (const line of toDoLines(undone)) say(line)
}

/** Reservations that the service made after the database was set back, and before its floor was raised. */
async function givenAgain(query: Query, moment: string, floor: number): Promise<string[]> {
  const rows = await query(
    `SELECT customer_id AS customer, reservation_number AS number FROM reservation
     WHERE created_at > ${Date.parse(moment)} AND reservation_id <= ${floor}`,
  )
  return rows.map(({ customer, number }) => `  given again meanwhile: reservation ${number} of customer ${customer}`)
}
