import { sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { activity } from '../../../schema/tables/activity'
import { employee, location, property, ratePlan, resource, room, roomType } from '../../../schema/tables/hotel'
import { inventoryItem, inventoryLocation, stock } from '../../../schema/tables/inventory'
import type { Setup } from '../../../schema/wire/setup'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { type UpsertedRow, upsertRows } from '../../db/upsert-rows'
import { toThousandths } from '../../domain/inventory/inventory'
import { toMinor } from '../../domain/money'
import { detachMovedRooms } from '../channel/allotment'

/** Settings of the customer. Amounts become minor units of the currency; a property without a time zone gets the customer's. */
export interface SetupDefaults {
  currency: string
  timeZone: string
}

/** The statements that write the records of a document. */
export const writeRecords = (scope: Scope, setup: Setup, defaults: SetupDefaults): Statement[] =>
  WRITES.flatMap(write => write(setup, scope, defaults))

type Write = (setup: Setup, scope: Scope, defaults: SetupDefaults) => Statement[]

/** Writes the rows that one kind of record becomes. */
const rowsOf =
  <Table extends SQLiteTable>(
    table: Table,
    rows: (setup: Setup, defaults: SetupDefaults) => readonly UpsertedRow<Table>[],
  ): Write =>
  (setup, { customer }, defaults) =>
    upsertRows(table, customer, rows(setup, defaults))

/** Slots get the new capacity of their activity, but never less than is booked. */
const updateSlotCapacity: Write = ({ activities }, { customer }) =>
  jsonChunks(activities.map(({ activityId }) => activityId)).map(json =>
    build.run(sql`
    UPDATE activity_slot SET slot_capacity = max(booked, activity.capacity)
    FROM activity
    WHERE activity_slot.customer_id = ${customer}
      AND activity_slot.activity_id IN (SELECT value FROM json_each(${json}))
      AND activity.customer_id = activity_slot.customer_id AND activity.activity_id = activity_slot.activity_id
      AND slot_capacity IS NOT max(booked, activity.capacity)`),
  )

const minorUnits = (amount: number, { currency }: SetupDefaults) => toMinor(amount, currency) as number

/** In their order: each kind of record is after those that it refers to. */
const WRITES: readonly Write[] = [
  rowsOf(property, ({ properties }, { timeZone }) =>
    properties.map(each => ({
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
      logoUrl: each.logoUrl,
      imagePath: each.imagePath,
      wifi: each.wifi ?? null,
      look: each.look ?? null,
    })),
  ),
  rowsOf(location, ({ locations }) => locations.map(({ locationId, name }) => ({ locationId, locationName: name }))),
  rowsOf(roomType, ({ roomTypes }) =>
    roomTypes.map(each => ({
      roomTypeId: each.roomTypeId,
      hotelId: each.hotelid,
      roomTypeName: each.name,
      roomTypeDescription: each.description,
      maxOccupancy: each.maxOccupancy,
    })),
  ),
  ({ rooms }, scope) =>
    detachMovedRooms(
      scope,
      rooms.map(({ roomId, roomTypeId }) => [roomId, roomTypeId] as const),
    ),
  rowsOf(room, ({ rooms }) => rooms.map(each => ({ ...each, locationId: each.locationId ?? null }))),
  rowsOf(ratePlan, ({ ratePlans }) =>
    ratePlans.map(({ rateId, hotelid, name }) => ({ rateId, hotelId: hotelid, rateName: name })),
  ),
  rowsOf(activity, ({ activities }) =>
    activities.map(each => ({
      activityId: each.activityId,
      activityName: each.name,
      scheduleType: each.scheduleType,
      capacity: each.capacity ?? null,
    })),
  ),
  updateSlotCapacity,
  rowsOf(employee, ({ employees }) =>
    employees.map(each => ({
      employeeId: each.employeeId,
      employeeFirstName: each.firstName,
      employeeLastName: each.lastName,
    })),
  ),
  rowsOf(resource, ({ resources }) =>
    resources.map(each => ({
      resourceId: each.resourceId,
      resourceName: each.name,
      resourceTypeId: each.resourceTypeId ?? null,
    })),
  ),
  rowsOf(inventoryLocation, ({ inventoryLocations }) =>
    inventoryLocations.map(each => ({
      inventoryLocationId: each.inventoryLocationId,
      inventoryLocationName: each.name,
      inventoryLocationDescription: each.description,
      isActive: each.isActive,
    })),
  ),
  rowsOf(inventoryItem, ({ inventoryItems }, defaults) =>
    inventoryItems.map(({ stock: _, productImageURL, ...each }) => ({
      ...each,
      productImageUrl: productImageURL,
      cost: minorUnits(each.cost, defaults),
      price: minorUnits(each.price, defaults),
    })),
  ),
  rowsOf(stock, ({ inventoryItems }) =>
    inventoryItems.flatMap(item =>
      item.stock.map(({ inventoryLocationId, quantityInHand }) => ({
        inventoryId: item.inventoryId,
        inventoryLocationId,
        quantity: toThousandths(quantityInHand) as number,
      })),
    ),
  ),
]
