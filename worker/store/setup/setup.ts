import { type GetColumnData, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { location, property, roomType } from '../../../schema/tables/hotel'
import { inventoryLocation } from '../../../schema/tables/inventory'
import type { Setup } from '../../../schema/wire/setup'
import type { Database } from '../../db/database'
import { ConstraintViolation } from '../../db/errors'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { type Rows, selectionOf, selectRows } from '../../db/select-rows'
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
  const references = outerReferences(setup)
  const selectKnown = <Id extends SQLiteColumn>(table: SQLiteTable, id: Id, ids: readonly GetColumnData<Id>[]) =>
    jsonChunks(ids).map(json =>
      selectRows(
        { id },
        selected => sql`
          SELECT ${selected} FROM ${table}
          WHERE customer_id = ${customer} AND ${id} IN (SELECT value FROM json_each(${json}))`,
      ),
    )
  const hotels = selectKnown(property, property.hotelid, references.hotels)
  const locations = selectKnown(location, location.locationId, references.locations)
  const roomTypes = selectKnown(roomType, roomType.roomTypeId, references.roomTypes)
  const inventoryLocations = selectKnown(
    inventoryLocation,
    inventoryLocation.inventoryLocationId,
    references.inventoryLocations,
  )

  const [customers, ties, ...found] = await db.batch([
    selectRows(settingsColumns, selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${customer}`),
    selectRows(recordInUseColumns, selected => selectRecordsInUse(customer, setup, selected)),
    ...hotels,
    ...locations,
    ...roomTypes,
    ...inventoryLocations,
  ])
  /** The ids that these statements found. Call it in the order of the batch. */
  const foundBy = <Id>(statements: readonly Rows<{ id: Id }>[]): ReadonlySet<Id> =>
    new Set((found.splice(0, statements.length) as { id: Id }[][]).flatMap(rows => rows.map(({ id }) => id)))
  return (
    customers[0] && {
      ...customers[0],
      known: {
        hotels: foundBy(hotels),
        locations: foundBy(locations),
        roomTypes: foundBy(roomTypes),
        inventoryLocations: foundBy(inventoryLocations),
      },
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
