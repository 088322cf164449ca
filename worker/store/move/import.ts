import { eq, sql } from 'drizzle-orm'
import { customer, customerDirectory, type StoredImportProgress } from '../../../schema/tables/control'
import { readLastNumber } from '../../db/customer-directory'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { ImportedPage } from '../../domain/customer/import-lines'
import { type AuditEntry, writeAudit } from '../audit/audit'
import { changeTenancy, textOf } from '../customer/tenancy'
import { completeTimes } from '../event/last-changes'
import { isCredentialTable } from './export-tables'
import { countRows } from './move-pages'
import { movedTables } from './move-tables'

/** The databases of an import: the first, which has the directory, and the one of the customer. */
export interface ImportTarget {
  scope: Scope
  control: Database
  db: Database
}

/**
 * Begins an import. The database's own state changes first: nothing is served until the import is complete. Then the customer is
 * added to the directory, closed. An interrupted beginning is repeated by the same request.
 */
export async function beginImport(
  { scope, control, db }: ImportTarget,
  file: Pick<StoredImportProgress, 'total' | 'exportedAt' | 'formerShard'>,
  act: AuditEntry,
): Promise<StoredImportProgress> {
  const { customer: id, shard } = scope
  const progress: StoredImportProgress = { stage: 'import', table: '', rows: 0, written: 0, checksum: '', ...file }
  await db.batch([
    build.run(sql`
      INSERT INTO tenancy (customer_id, tenancy_state, progress, updated_at)
      VALUES (${id}, 'arriving', ${textOf(progress)}, ${DATABASE_NOW})
      ON CONFLICT (customer_id) DO UPDATE SET tenancy_state = 'arriving', progress = excluded.progress,
        updated_at = excluded.updated_at WHERE tenancy_state IN ('gone', 'arriving')`),
  ])
  await control.batch([
    build.run(sql`
      INSERT INTO customer_directory (customer_id, shard, closed_at, created_at, updated_at)
      VALUES (${id}, ${shard}, ${DATABASE_NOW}, ${DATABASE_NOW}, ${DATABASE_NOW})
      ON CONFLICT (customer_id) DO UPDATE SET shard = excluded.shard, closed_at = excluded.closed_at, deleted_at = NULL,
        updated_at = excluded.updated_at WHERE deleted_at IS NOT NULL`),
    writeAudit(act),
  ])
  return progress
}

/** Stores a page in one batch with the progress, so that an interrupted import continues after it. */
export async function importPage(
  { scope, db }: ImportTarget,
  from: StoredImportProgress,
  page: ImportedPage,
  now: number,
): Promise<StoredImportProgress> {
  const isStored = !isCredentialTable(page.table)
  const progress: StoredImportProgress = {
    ...from,
    table: page.table,
    rows: from.rows + page.rows.length,
    written: from.written + (isStored ? page.rows.length : 0),
    checksum: page.checksum,
  }
  const [guard, update] = changeTenancy(scope, arriving(from), arriving(progress), now)
  await db.batch([guard, ...(isStored ? [insertPage(scope, page)] : []), update])
  return progress
}

const arriving = (progress: StoredImportProgress) => ({ state: 'arriving', progress }) as const

/**
 * The columns are names of the schema. What is stored is what was validated, and not the lines: of a name that a line has twice, SQLite
 * reads the first and JavaScript the last.
 */
function insertPage({ customer: id }: Scope, { table, columns, rows }: ImportedPage): Statement {
  const sent = JSON.stringify(rows)
  const values = columns.map(column => sql`value ->> ${sql.raw(`'$.${column}'`)}`)
  const selected = sql.join([sql`${id}`, ...values], sql`, `)
  return build.run(sql`
    INSERT INTO ${sql.raw(table)} (${sql.raw(['customer_id', ...columns].join(', '))})
    SELECT ${selected} FROM json_each(${sent})`)
}

/** Whether the database has as many rows of the customer as were stored. */
export const isComplete = async ({ scope, db }: ImportTarget, { written }: StoredImportProgress): Promise<boolean> =>
  (await countRows(db, scope, movedTables())) === written

/**
 * Opens the customer. If it was deleted before, its next numbers are above all that it has given. The progress stays, so that a
 * repetition of the last request is recognised.
 */
export async function finishImport(
  { scope, control, db }: ImportTarget,
  progress: StoredImportProgress,
  isServing: boolean,
  act: AuditEntry,
): Promise<void> {
  if (!isServing) {
    const serving = { state: 'serving', progress } as const
    const last = await readLastNumber(control, scope.customer)
    await db.batch([
      ...changeTenancy(scope, arriving(progress), serving, act.at),
      build
        .update(customer)
        .set({ idFloor: sql`max(id_floor, ${last})` })
        .where(eq(customer.customerId, scope.customer)),
      completeTimes(scope),
      writeAudit(act),
    ])
  }
  await control.batch([
    build
      .update(customerDirectory)
      .set({ closedAt: null, updatedAt: DATABASE_NOW })
      .where(eq(customerDirectory.customerId, scope.customer)),
  ])
}
