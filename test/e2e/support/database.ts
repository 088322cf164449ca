import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { INVARIANTS } from '../../support/invariants.ts'
import type { ServiceFolder } from './run.ts'

/** Rows of the database that a service keeps, read from a copy of its file: the service itself has no say in what is found. */
export function query(place: ServiceFolder, sql: string): Record<string, unknown>[] {
  const copy = mkdtempSync(join(tmpdir(), 'innlet-books-'))
  try {
    const file = databaseOf(place)
    cpSync(dirname(file), copy, { recursive: true })
    const database = new DatabaseSync(join(copy, file.slice(dirname(file).length)))
    const rows = database.prepare(sql).all()
    database.close()
    return rows
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** What contradicts what must be true of the books, by its sentence; empty: they are sound. */
export function violatedInvariants(place: ServiceFolder): Record<string, unknown[]> {
  const found = Object.entries(INVARIANTS).map(
    ([sentence, exceptions]) => [sentence, query(place, exceptions)] as const,
  )
  return Object.fromEntries(found.filter(([, rows]) => rows.length > 0))
}

/** D1's file is named after a hash; the other beside it is of the runtime's own. */
function databaseOf({ state }: ServiceFolder): string {
  const folder = join(state, 'v3', 'd1')
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    name => name.endsWith('.sqlite') && !name.endsWith('metadata.sqlite'),
  )
  if (!file) throw new Error(`there is no database in ${folder}`)
  return join(folder, file)
}
