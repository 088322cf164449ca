import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { FIRST_ONLINE_ROOM } from './data.ts'

/** Columns that differ between equal rows: the customer, the application, times, hashes, random ids, fingerprints, and what follows from them. */
const VARIABLE = /^(customer_id|.*_at|at|by|.*_hash|event_id|link_id|made_with|answer)$/
/** Tables of which a request does not write the same rows: what the audit and a key belong to. */
const OTHER_TABLES = /^(sqlite_|_cf|d1_|audit|application|api_key|customer_directory|tenancy|customer)/

/** Throws unless two customers have the same rows, times and random values aside. Deletes the file. */
export function requireSameRows(name: string, file: string, one: number, other: number): void {
  const db = new DatabaseSync(file)
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]
    for (const { name: table } of tables.filter(({ name }) => !OTHER_TABLES.test(name))) {
      const columns = db.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table) as {
        name: string
        pk: number
      }[]
      if (!columns.some(column => column.name === 'customer_id')) continue
      const key = columns.filter(({ pk }) => pk).map(column => column.name)
      const compared = columns.map(column => column.name).filter(column => !VARIABLE.test(column))
      const rows = (customer: number) =>
        db
          .prepare(`SELECT ${compared} FROM ${table} WHERE customer_id = ? ORDER BY ${key}`)
          .all(customer)
          .map(row => masked(row))
      const [ours, bare] = [rows(one), rows(other)]
      const differs = ours.findIndex((row, i) => !isDeepStrictEqual(row, bare[i]))
      if (ours.length === bare.length && differs < 0) continue
      const at = differs < 0 ? Math.min(ours.length, bare.length) : differs
      throw new Error(
        `${name}: ${table} differs (${ours.length} and ${bare.length} rows): ${JSON.stringify(ours[at])} and ${JSON.stringify(bare[at])}`,
      )
    }
  } finally {
    db.close()
    rmSync(file)
  }
}

/** The row without a room that was chosen at random. */
function masked(row: Record<string, unknown>): Record<string, unknown> {
  const isOnline = Number(row.room_id) >= FIRST_ONLINE_ROOM && 'reservation_id' in row
  return isOnline ? { ...row, room_id: 'any', room_name: 'any', room_no: 'any' } : row
}
