import { sql } from 'drizzle-orm'
import { customer } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { type AuditEntry, writeAudit } from '../audit/audit'
import { selectTenancy } from '../customer/tenancy'
import { type ExportedTable, isCredentialTable } from './export-tables'
import { checksumOf, countByTable, movedPage, selectPage } from './move-pages'

/** The databases and tables of an export. */
export interface ExportSource {
  scope: Scope
  /** The first database, which has the credentials. */
  control: Database
  db: Database
  tables: readonly ExportedTable[]
}

/** Where an export continues. */
export interface ExportPosition {
  table: string
  /** The key of the last row of the table, as JSON; null: none yet. */
  after: string | null
  rows: number
  /** The checksum of the last page; empty: none yet. */
  checksum: string
  /** When the state of the customer was set. Nothing was written since. */
  frozenAt: number
}

export interface ExportPart {
  lines: string[]
  /** Undefined: the export is complete. */
  next: ExportPosition | undefined
}

/**
 * Writes the audit row of the export of a guest, and returns the currency of its amounts. Undefined, and nothing is written: the
 * customer has no such guest.
 */
export async function recordGuestExport(
  db: Database,
  { customer: customerId }: Scope,
  guestId: number,
  act: AuditEntry,
): Promise<string | undefined> {
  const isGuest = sql`customer_id = ${customerId} AND guest_id = ${guestId}`
  const [[found]] = await db.batch([
    selectRows(
      { currency: customer.currency },
      selected => sql`SELECT ${selected} FROM guest CROSS JOIN customer USING (customer_id) WHERE ${isGuest}`,
    ),
    writeAudit(act, sql`EXISTS (SELECT 1 FROM guest WHERE ${isGuest})`),
  ])
  return found?.currency
}

/** Maximum of pages that one request reads. */
const PAGES = 48

/** Rows of each table of an export. */
export async function countExported({ scope, control, db, tables }: ExportSource): Promise<Record<string, number>> {
  const [own, credentials] = await Promise.all([
    countByTable(
      db,
      scope,
      tables.filter(({ name }) => !isCredentialTable(name)),
    ),
    countByTable(
      control,
      scope,
      tables.filter(({ name }) => isCredentialTable(name)),
    ),
  ])
  return { ...own, ...credentials }
}

/**
 * Reads some pages. Each ends with a line that has its checksum. `header`: the first line, at the beginning. `isEmpty`: tables that
 * need not be read. Undefined: the state of the customer was set since the export began, so that rows may have changed; or prices
 * are in another table now.
 */
export async function readExport(
  { scope, control, db, tables }: ExportSource,
  from: ExportPosition,
  maxBytes: number,
  { header, isEmpty = () => false }: { header?: string; isEmpty?: (table: string) => boolean } = {},
): Promise<ExportPart | undefined> {
  const lines: string[] = []
  let now = from
  let pending = header === undefined ? [] : [header]
  let size = 0
  let at = tables.findIndex(({ name }) => name === from.table)
  // Prices are read from another table by now.
  if (at < 0) return undefined
  for (let pages = 0; pages < PAGES && size < maxBytes; pages++) {
    while (tables[at] && isEmpty((tables[at] as ExportedTable).name)) at++
    const table = tables[at]
    if (!table) {
      lines.push(JSON.stringify({ end: { rows: now.rows, checksum: now.checksum } }))
      return { lines, next: undefined }
    }
    if (table.name !== now.table) now = { ...now, table: table.name, after: null }
    const selected = selectPage(scope, table, now.after, table.only)
    const [tenancies, found] = table.isControl
      ? [undefined, ...(await control.batch([selected]))]
      : await db.batch([selectTenancy(scope), selected])
    if (tenancies && from.frozenAt && tenancies[0]?.changedAt !== from.frozenAt) return undefined
    const { rows, last, isLast } = movedPage(found)
    if (isLast) at++
    if (last === null) continue
    const page = [...pending, ...rows.map(row => rowLine(table, row))]
    const checksum = await checksumOf({ rows: page }, now.checksum)
    page.push(JSON.stringify({ page: { table: table.name, rows: rows.length, checksum } }))
    lines.push(...page)
    size += page.reduce((sum, line) => sum + line.length, 0)
    pending = []
    now = { ...now, after: last, rows: now.rows + rows.length, checksum }
  }
  const next = tables[at]?.name ?? now.table
  return { lines, next: next === now.table ? now : { ...now, table: next, after: null } }
}

/** A value of a JSON array that has no lists or objects in it. */
const VALUE = /"(?:[^"\\]|\\.)*"|[^,[\]]+/g

/** A row as a line. Its values are not parsed, because JavaScript cannot represent every integer of SQLite. */
function rowLine({ name, columns }: ExportedTable, row: string): string {
  const values = row.match(VALUE) ?? []
  const fields = columns.map((column, i) => `"${column}":${values[i]}`)
  return `{"table":"${name}","row":{${fields.join(',')}}}`
}
