import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../../../tooling/state/files.ts'
import { INVARIANTS } from '../../support/invariants.ts'
import type { ServiceFolder } from './run.ts'

/** Reads rows from a copy of the database file of a service, without the service. */
export function query(place: ServiceFolder, sql: string): Record<string, unknown>[] {
  const copy = mkdtempSync(join(tmpdir(), 'innlet-database-'))
  try {
    const file = databaseFile(place.state, {}, 'DB')
    cpSync(dirname(file), copy, { recursive: true })
    const database = new DatabaseSync(join(copy, file.slice(dirname(file).length)))
    const rows = database.prepare(sql).all()
    database.close()
    return rows
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Makes a customer one that was closed long ago: its deletion waits until every token has expired, 5 minutes at least. */
export function closeLongAgo({ state }: ServiceFolder, customer: number): void {
  const database = new DatabaseSync(databaseFile(state, {}, 'DB'), { timeout: 5_000 })
  database.prepare('UPDATE customer_directory SET closed_at = 0 WHERE customer_id = ?').run(customer)
  database.close()
}

/** Rows that violate an invariant, by the name of the invariant. Empty if the data is consistent. */
export function violatedInvariants(place: ServiceFolder): Record<string, unknown[]> {
  const found = Object.entries(INVARIANTS).map(
    ([sentence, exceptions]) => [sentence, query(place, exceptions)] as const,
  )
  return Object.fromEntries(found.filter(([, rows]) => rows.length > 0))
}
