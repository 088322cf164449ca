import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { activity } from './activity'
import { customerId, date, flag, json, money, time } from './columns'
import { ratePlan } from './hotel'
import { ofReservation } from './reservation'

/** A host, location or resource of a booked activity: the id of a record of the setup, names that the client sent, or both. */
export interface NamedRecord {
  id?: number
  name?: string
  firstName?: string
  lastName?: string
  typeId?: number
}

export const activityBooking = sqliteTable(
  'activity_booking',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    activityNo: integer('activity_no').notNull(),
    activityId: integer('activity_id').notNull(),
    activityDate: date('activity_date').notNull(),
    startTime: time('start_time').notNull(),
    endTime: time('end_time').notNull(),
    participants: integer('participants').notNull(),
    hosts: json<NamedRecord[]>('hosts').notNull(),
    locations: json<NamedRecord[]>('locations').notNull(),
    resources: json<NamedRecord[]>('resources').notNull(),
    activityNotes: json<string[]>('activity_notes').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId, table.activityNo] }),
    ofReservation(table),
    foreignKey({
      columns: [table.customerId, table.activityId],
      foreignColumns: [activity.customerId, activity.activityId],
    }),
    check('activity_booking_for_someone', sql`${table.participants} > 0`),
  ],
)

export const activityRate = sqliteTable(
  'activity_rate',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    activityNo: integer('activity_no').notNull(),
    lineNo: integer('line_no').notNull(),
    rateId: integer('rate_id'),
    unitCost: money('unit_cost').notNull(),
    quantity: integer('quantity').notNull(),
    nights: integer('nights').notNull(),
    isTaxOverride: flag('is_tax_override').notNull(),
    taxAmount: money('tax_amount').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId, table.activityNo, table.lineNo] }),
    foreignKey({
      columns: [table.customerId, table.reservationId, table.activityNo],
      foreignColumns: [activityBooking.customerId, activityBooking.reservationId, activityBooking.activityNo],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.customerId, table.rateId], foreignColumns: [ratePlan.customerId, ratePlan.rateId] }),
  ],
)
