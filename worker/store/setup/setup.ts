import { eq, type GetColumnData, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { activity } from '../../../schema/tables/activity'
import { customer as customerTable } from '../../../schema/tables/control'
import { employee, location, property, ratePlan, resource, room, roomType } from '../../../schema/tables/hotel'
import { inventoryItem, inventoryLocation, stock } from '../../../schema/tables/inventory'
import type { Setup } from '../../../schema/wire/setup'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { ConstraintViolation } from '../../db/errors'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { type Rows, selectionOf, selectRows } from '../../db/select-rows'
import { upsertRows } from '../../db/upsert-rows'
import { toThousandths } from '../../domain/inventory/inventory'
import { toMinor } from '../../domain/money'
import { type KnownRecords, outerReferences } from '../../domain/setup/rules'
import { type AuditEntry, writeAuditIf } from '../audit/audit'
import { detachMovedRooms } from '../channel/allotment'
import { type RecordInUse, recordInUseColumns } from './columns'
import { selectRecordsInUse } from './records-in-use'

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
  const hotels = selectKnown(property, property.hotelId, references.hotels)
  const locations = selectKnown(location, location.locationId, references.locations)
  const roomTypes = selectKnown(roomType, roomType.roomTypeId, references.roomTypes)
  const inventoryLocations = selectKnown(
    inventoryLocation,
    inventoryLocation.inventoryLocationId,
    references.inventoryLocations,
  )

  const [customers, ties, ...found] = await db.batch([
    build
      .select({ currency: customerTable.currency, timeZone: customerTable.timeZone })
      .from(customerTable)
      .where(eq(customerTable.customerId, customer)),
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

/** Slots get the new capacity of their activity, but never less than is booked. */
const updateSlotCapacity = (customer: number, activities: readonly number[]) =>
  jsonChunks(activities).map(json =>
    build.run(sql`
    UPDATE activity_slot SET slot_capacity = max(booked, activity.capacity)
    FROM activity
    WHERE activity_slot.customer_id = ${customer}
      AND activity_slot.activity_id IN (SELECT value FROM json_each(${json}))
      AND activity.customer_id = activity_slot.customer_id AND activity.activity_id = activity_slot.activity_id
      AND slot_capacity IS NOT max(booked, activity.capacity)`),
  )

/**
 * Writes a validated document in one batch. Amounts become minor units of `currency`, quantities thousandths. False, and
 * nothing is written: the customer's currency has changed, or a record that the document moves is now in use.
 */
export async function writeSetup(
  db: Database,
  scope: Scope,
  setup: Setup,
  defaults: { currency: string; timeZone: string },
  act: AuditEntry,
): Promise<boolean> {
  const { customer } = scope
  const asValidated = sql`
    EXISTS (SELECT 1 FROM customer WHERE customer_id = ${customer} AND currency = ${defaults.currency})
    AND NOT EXISTS (${selectRecordsInUse(customer, setup, selectionOf(recordInUseColumns))})`
  try {
    await db.batch([writeAuditIf(act, asValidated), ...upserts(scope, setup, defaults)])
    return true
  } catch (error) {
    if (error instanceof ConstraintViolation && error.constraint === 'audit.subject') return false
    throw error
  }
}

/** Writes the records of a document, each after those that it refers to. */
function upserts(scope: Scope, setup: Setup, { currency, timeZone }: { currency: string; timeZone: string }) {
  const { customer } = scope
  const minor = (amount: number) => toMinor(amount, currency) as number
  return [
    ...upsertRows(
      property,
      customer,
      setup.properties.map(each => ({
        hotelId: each.hotelid,
        propertyName: each.name,
        propertyTimeZone: each.timeZone ?? timeZone,
        fetchHotelKey: each.fetchHotelKey,
        checkInTime: each.checkInTime,
        checkOutTime: each.checkOutTime,
        address: each.address ?? null,
        position: each.position ?? null,
        phone: each.phone,
        whatsapp: each.whatsapp,
        email: each.email,
        website: each.website,
        directions: each.directions,
        houseInfo: each.houseInfo,
      })),
    ),
    ...upsertRows(
      location,
      customer,
      setup.locations.map(({ locationId, name }) => ({ locationId, locationName: name })),
    ),
    ...upsertRows(
      roomType,
      customer,
      setup.roomTypes.map(each => ({
        roomTypeId: each.roomTypeId,
        hotelId: each.hotelid,
        roomTypeName: each.name,
        roomTypeDescription: each.description,
        maxOccupancy: each.maxOccupancy,
      })),
    ),
    ...detachMovedRooms(
      scope,
      setup.rooms.map(({ roomId, roomTypeId }) => [roomId, roomTypeId] as const),
    ),
    ...upsertRows(
      room,
      customer,
      setup.rooms.map(each => ({ ...each, locationId: each.locationId ?? null })),
    ),
    ...upsertRows(
      ratePlan,
      customer,
      setup.ratePlans.map(({ rateId, hotelid, name }) => ({ rateId, hotelId: hotelid, rateName: name })),
    ),
    ...upsertRows(
      activity,
      customer,
      setup.activities.map(each => ({
        activityId: each.activityId,
        activityName: each.name,
        scheduleType: each.scheduleType,
        capacity: each.capacity ?? null,
      })),
    ),
    ...updateSlotCapacity(
      customer,
      setup.activities.map(({ activityId }) => activityId),
    ),
    ...upsertRows(
      employee,
      customer,
      setup.employees.map(each => ({
        employeeId: each.employeeId,
        employeeFirstName: each.firstName,
        employeeLastName: each.lastName,
      })),
    ),
    ...upsertRows(
      resource,
      customer,
      setup.resources.map(each => ({
        resourceId: each.resourceId,
        resourceName: each.name,
        resourceTypeId: each.resourceTypeId ?? null,
      })),
    ),
    ...upsertRows(
      inventoryLocation,
      customer,
      setup.inventoryLocations.map(each => ({
        inventoryLocationId: each.inventoryLocationId,
        inventoryLocationName: each.name,
        inventoryLocationDescription: each.description,
        isActive: each.isActive,
      })),
    ),
    ...upsertRows(
      inventoryItem,
      customer,
      setup.inventoryItems.map(({ stock: _, productImageURL, ...each }) => ({
        ...each,
        productImageUrl: productImageURL,
        cost: minor(each.cost),
        price: minor(each.price),
      })),
    ),
    ...upsertRows(
      stock,
      customer,
      setup.inventoryItems.flatMap(item =>
        item.stock.map(({ inventoryLocationId, quantityInHand }) => ({
          inventoryId: item.inventoryId,
          inventoryLocationId,
          quantity: toThousandths(quantityInHand) as number,
        })),
      ),
    ),
  ]
}
