import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, date, time } from './columns'
import { customer } from './control'

export const activity = sqliteTable(
  'activity',
  {
    customerId: customerId().references(() => customer.customerId),
    activityId: integer('activity_id').notNull(),
    name: text('activity_name').notNull(),
    scheduleType: text('schedule_type').notNull().default(''),
    /** Maximum number of participants of a slot; NULL: no limit. */
    capacity: integer('capacity'),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.activityId] }),
    check('activity_capacity_positive', sql`${table.capacity} >= 0`),
  ],
)

/**
 * The participants of one activity at one date and start time, over all reservations.
 * The CHECK refuses an overbooked slot. `slotCapacity` follows the capacity of the activity, but is never below `booked`.
 */
export const activitySlot = sqliteTable(
  'activity_slot',
  {
    customerId: customerId(),
    activityId: integer('activity_id').notNull(),
    slotDate: date('slot_date').notNull(),
    /** Empty for an activity that has no fixed start. */
    slotTime: time('slot_time').notNull(),
    slotCapacity: integer('slot_capacity'),
    booked: integer('booked').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.activityId, table.slotDate, table.slotTime] }),
    foreignKey({
      columns: [table.customerId, table.activityId],
      foreignColumns: [activity.customerId, activity.activityId],
    }),
    check('slot_within_capacity', sql`${table.booked} <= ${table.slotCapacity}`),
    check('slot_not_negative', sql`${table.booked} >= 0`),
  ],
)
