import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { COUNTERS } from '../../schema/counters.ts'
import type { Installation, RevokedLink, Row } from '../backup/installation.ts'
import { quoted, rowsOf } from '../backup/sqlite-file.ts'
import type { NewerState } from './newer-state.ts'
import type { RepeatedActs } from './repeat-acts.ts'
import { literal } from './statements.ts'

/** Selects the largest number of each customer: of all its counters, and of the floor. */
const largest = Object.values(COUNTERS).map(
  ({ table, column }) =>
    `coalesce((SELECT max(${column}) FROM ${table} AS t WHERE t.customer_id = customer.customer_id), 0)`,
)
const LARGEST = `SELECT customer_id, max(id_floor, ${largest.join(', ')}) AS largest FROM customer ORDER BY customer_id`

/** The largest number that a customer was given, before and after the restored moment. */
async function largestNumbers(installation: Installation, newer: NewerState): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  const add = (rows: Row[]) => {
    for (const { customer_id: customer, largest } of rows) {
      found.set(Number(customer), Math.max(Number(largest), found.get(Number(customer)) ?? 0))
    }
  }
  for (const number of installation.databases.keys()) add(await installation.query(number, LARGEST))
  for (const db of newer.databases ?? []) add(rowsOf(db, LARGEST))
  return found
}

export interface Corrections {
  /** The statements for each database. */
  statements: string[][]
  /** The floor of each customer. */
  floors: Map<number, number>
}

/**
 * The statements that end what the restore has revived: links and credentials become what they are in the newer state. And no
 * number is given twice: the floor of each customer is raised above all of them, and the ids of the audit continue above those
 * of the newer state.
 */
export async function correctionsOf(
  installation: Installation,
  newer: NewerState,
  { copied }: RepeatedActs,
  revoked: readonly RevokedLink[],
  jump: number,
): Promise<Corrections> {
  const floors = await largestNumbers(installation, newer)
  for (const [customer, number] of floors) floors.set(customer, number + jump)
  const statements: string[][] = []
  for (const number of installation.databases.keys()) {
    const links = await installation.query(number, 'SELECT customer_id, reservation_id, link_id FROM itinerary_link')
    const db = newer.databases?.[number]
    statements.push([
      ...endedLinks(links, new Set(revoked.map(({ linkId }) => linkId)), db),
      ...(db ? liveLinks(links, db) : []),
      ...(number === 0 && db ? copiedRows(db, copied) : []),
      ...[...floors].map(
        ([customer, floor]) =>
          `UPDATE customer SET id_floor = ${floor} WHERE customer_id = ${customer} AND id_floor < ${floor}`,
      ),
      await auditStatement(installation, number, db, jump, copied.length),
    ])
  }
  return { statements, floors }
}

/** Deletes links that were revoked or replaced after the restored moment. */
function endedLinks(links: Row[], revoked: ReadonlySet<string>, db: DatabaseSync | undefined): string[] {
  const live = db && new Set(rowsOf(db, 'SELECT link_id FROM itinerary_link').map(row => row.link_id))
  return links
    .filter(({ link_id: linkId }) => revoked.has(String(linkId)) || (live && !live.has(linkId ?? null)))
    .map(({ link_id: linkId }) => `DELETE FROM itinerary_link WHERE link_id = ${literal(linkId ?? null)}`)
}

/** Inserts links that were issued after the restored moment, for reservations that exist. */
function liveLinks(links: Row[], db: DatabaseSync): string[] {
  const known = new Set(links.map(({ link_id: linkId }) => linkId))
  return rowsOf(db, 'SELECT * FROM itinerary_link')
    .filter(({ link_id: linkId }) => !known.has(linkId ?? null))
    .map(row => {
      const columns = Object.keys(row)
      const values = columns.map(column => literal(row[column] ?? null)).join(', ')
      return `INSERT INTO itinerary_link (${columns.map(quoted).join(', ')}) SELECT ${values} WHERE EXISTS (
        SELECT 1 FROM reservation WHERE customer_id = ${row.customer_id} AND reservation_id = ${row.reservation_id})
        ON CONFLICT DO NOTHING`
    })
}

/** Copies rows of applications and API keys of customers that exist. */
function copiedRows(db: DatabaseSync, copied: RepeatedActs['copied']): string[] {
  return copied.flatMap(({ table, key, id }) =>
    rowsOf(db, `SELECT * FROM ${table} WHERE ${key} = ${literal(id)}`).map(row => {
      const columns = Object.keys(row)
      const updates = columns
        .filter(column => column !== key)
        .map(column => `${quoted(column)} = excluded.${quoted(column)}`)
      return `INSERT INTO ${table} (${columns.map(quoted).join(', ')})
        SELECT ${columns.map(column => literal(row[column] ?? null)).join(', ')}
        WHERE EXISTS (SELECT 1 FROM home WHERE customer_id = ${row.customer_id})
        ON CONFLICT (${key}) DO UPDATE SET ${updates.join(', ')}`
    }),
  )
}

/** The audit entry of the restore. Its id is above all ids that were given. */
async function auditStatement(
  installation: Installation,
  number: number,
  db: DatabaseSync | undefined,
  jump: number,
  rows: number,
): Promise<string> {
  const LAST = 'SELECT coalesce(max(audit_id), 0) AS id FROM audit'
  const [own] = await installation.query(number, LAST)
  const [other] = db ? rowsOf(db, LAST) : []
  const id = Math.max(Number(own?.id), Number(other?.id ?? 0)) + jump
  const details = JSON.stringify({ jump, rows })
  return `INSERT INTO audit (audit_id, at, request_id, act, subject, details)
    VALUES (${id}, ${Date.now()}, ${literal(randomUUID())}, 'installation.restore', '${number}', ${literal(details)})`
}
