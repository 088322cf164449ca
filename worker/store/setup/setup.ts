import { getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Setup } from '../../../schema/wire/setup'
import type { Database } from '../../db/database'
import { ConstraintViolation } from '../../db/errors'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { selectionOf, selectRows } from '../../db/select-rows'
import { SETUP_KINDS, type SetupKind } from '../../domain/setup/kinds'
import { type KnownRecords, outerReferences } from '../../domain/setup/rules'
import { type AuditEntry, writeAuditIf } from '../audit/audit'
import { settingsColumns } from '../customer/columns'
import { type RecordInUse, recordInUseColumns } from './columns'
import { selectRecordsInUse } from './records-in-use'
import { type SetupDefaults, writeRecords } from './write-records'

/**
 * The customer, the referenced records that it has already, and the records in use that the document would move to another
 * hotel. Undefined: no such customer.
 */
export async function readForSetup(
  db: Database,
  { customer }: Scope,
  setup: Setup,
): Promise<{ currency: string; timeZone: string; known: KnownRecords; ties: RecordInUse[] } | undefined> {
  const ids = Map.groupBy(outerReferences(setup), ({ kind }) => kind)
  const selectKnown = (kind: SetupKind, json: string) => {
    const { table, id: field } = SETUP_KINDS[kind]
    const id = getTableColumns(table as SQLiteTable)[field] as SQLiteColumn
    return selectRows(
      { kind: sql<SetupKind>`${sql.raw(`'${kind}'`)}`, id },
      selected => sql`
        SELECT ${selected} FROM ${table}
        WHERE customer_id = ${customer} AND ${id} IN (SELECT value FROM json_each(${json}))`,
    )
  }
  const [customers, ties, ...found] = await db.batch([
    selectRows(settingsColumns, selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${customer}`),
    selectRows(recordInUseColumns, selected => selectRecordsInUse(customer, setup, selected)),
    ...[...ids].flatMap(([kind, references]) =>
      jsonChunks([...new Set(references.map(({ id }) => id))]).map(json => selectKnown(kind, json)),
    ),
  ])
  const known = Map.groupBy(found.flat(), ({ kind }) => kind)
  return (
    customers[0] && {
      ...customers[0],
      known: new Map([...known].map(([kind, rows]) => [kind, new Set(rows.map(({ id }) => id))])),
      ties,
    }
  )
}

/**
 * Writes a validated document in one batch. False, and
 * nothing is written: the customer's currency has changed, or a record that the document moves is now in use.
 */
export async function writeSetup(
  db: Database,
  scope: Scope,
  setup: Setup,
  { defaults, act }: { defaults: SetupDefaults; act: AuditEntry },
): Promise<boolean> {
  const { customer } = scope
  const asValidated = sql`
    EXISTS (SELECT 1 FROM customer WHERE customer_id = ${customer} AND currency = ${defaults.currency})
    AND NOT EXISTS (${selectRecordsInUse(customer, setup, selectionOf(recordInUseColumns))})`
  try {
    await db.batch([writeAuditIf(act, asValidated), ...writeRecords(scope, setup, defaults)])
    return true
  } catch (error) {
    if (error instanceof ConstraintViolation && error.constraint === 'audit.subject') return false
    throw error
  }
}
