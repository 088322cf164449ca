import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod'
import { activity } from '../../../schema/tables/activity'
import { employee, location, property, ratePlan, resource, room, roomType } from '../../../schema/tables/hotel'
import { inventoryItem, inventoryLocation } from '../../../schema/tables/inventory'
import * as setup from '../../../schema/wire/setup'

/**
 * The kinds of records of the setup, in the order of the document: each after those that its records refer to. `sent` is the contract of
 * a record, and `id` the field with its id. Each column of the table but the customer is a field of the record with the same name.
 */
export const SETUP_KINDS = {
  properties: { table: property, sent: setup.Property, id: 'hotelid' },
  locations: { table: location, sent: setup.Location, id: 'locationId' },
  roomTypes: { table: roomType, sent: setup.RoomType, id: 'roomTypeId' },
  rooms: { table: room, sent: setup.Room, id: 'roomId' },
  ratePlans: { table: ratePlan, sent: setup.RatePlan, id: 'rateId' },
  activities: { table: activity, sent: setup.Activity, id: 'activityId' },
  employees: { table: employee, sent: setup.Employee, id: 'employeeId' },
  resources: { table: resource, sent: setup.Resource, id: 'resourceId' },
  inventoryLocations: { table: inventoryLocation, sent: setup.InventoryLocation, id: 'inventoryLocationId' },
  inventoryItems: { table: inventoryItem, sent: setup.InventoryItem, id: 'inventoryId' },
} as const satisfies { [Kind in keyof setup.Setup]: { table: SQLiteTable; sent: z.ZodType; id: string } }

export type SetupKind = keyof typeof SETUP_KINDS

export const setupKinds = Object.keys(SETUP_KINDS) as readonly SetupKind[]

export const idOf = (kind: SetupKind, record: object) => (record as Record<string, unknown>)[SETUP_KINDS[kind].id]
