import { randomUUID } from 'node:crypto'
import { COUNTERS } from '../../schema/counters.ts'
import { CommandError } from '../../tooling/command/command-error.ts'
import type { Query } from '../../tooling/state/sqlite-file.ts'
import type { RevokedLink } from '../backup/installation.ts'
import { literal } from './statements.ts'

/** Leaves enough of the ids that requests can name. */
const MAX_FLOOR = 2_000_000_000

/** A link id has 22 characters. D1 refuses a statement of more than 100,000 bytes. */
const LINKS_AT_ONCE = 1000

const counters = Object.values(COUNTERS).map(
  ({ table, column }) =>
    `coalesce((SELECT max(${column}) FROM ${table} AS t WHERE t.customer_id = customer.customer_id), 0)`,
)
const LARGEST = `SELECT max((SELECT coalesce(max(max(id_floor, ${counters.join(', ')})), 0) FROM customer),
  (SELECT coalesce(max(audit_id), 0) FROM audit)) AS number`

/** A number above all that databases have given: to a customer, or to an entry of the audit. */
export async function floorAbove(queries: readonly Query[], jump: number): Promise<number> {
  const rows = await Promise.all(queries.map(query => query(LARGEST)))
  const floor = jump + Math.max(...rows.map(([row]) => Number(row?.number)))
  if (floor > MAX_FLOOR) throw new CommandError(`--jump: ids would begin at ${floor + 1}, and they end at 2147483647`)
  return floor
}

/** What lets people in. */
const SIGN_INS = ['session', 'invitation', 'used_challenge']

/** The tables of sign-ins that a database has: one of an earlier release has none. */
export async function signInTables(query: Query): Promise<string[]> {
  const rows = await query(`SELECT name FROM sqlite_schema WHERE name IN (${SIGN_INS.map(literal).join(', ')})`)
  return rows.map(({ name }) => String(name))
}

export interface Corrections {
  /** The moment to which the data was restored. */
  moment: string
  /** No number up to it is given again. */
  floor: number
  revoked: readonly RevokedLink[]
  signIns: readonly string[]
}

/**
 * The statements that correct a restored database: no number is given again, no revoked link opens, and nobody is signed in. The floor comes first,
 * because the service may be running.
 */
export function* correctionsOf(database: number, { moment, floor, revoked, signIns }: Corrections): Generator<string> {
  const details = JSON.stringify({ moment, floor })
  yield `UPDATE customer SET id_floor = ${floor}`
  // A person may have signed out since, or used the link.
  for (const table of signIns) yield `DELETE FROM ${table}`
  // A deleted customer may be imported later. No other row of the directory changes.
  yield `UPDATE customer_directory SET last_number = ${floor} WHERE deleted_at IS NOT NULL`
  yield `INSERT INTO audit (audit_id, at, request_id, act, subject, details)
    VALUES (${floor}, ${Date.now()}, '${randomUUID()}', 'installation.restore', '${database}', ${literal(details)})`
  for (let from = 0; from < revoked.length; from += LINKS_AT_ONCE) {
    const ids = revoked.slice(from, from + LINKS_AT_ONCE).map(({ linkId }) => literal(linkId))
    yield `DELETE FROM itinerary_link WHERE link_id IN (${ids.join(', ')})`
  }
}
