import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CALENDAR_STATES } from '../calendar-states'
import { customerId, date, flag, json } from './columns'
import type { StoredChannelRoomKey } from './control'
import { property, ratePlan, roomType } from './hotel'

/*
 * Data of the channel manager: its description of the hotel, its rooms and rate plans, and availability and prices by day.
 * A channel `roomid` belongs to a room type of the hotel, a `rateplanid` to a rate plan.
 */

/** Ids of an entry's control fields, each as last sent. They belong to the client and are returned to it. */
export type ControlIds = Readonly<Record<string, number>>
const controlIds = (name = 'control_ids') => json<ControlIds>(name)

/** Restrictions of stays that begin or end on a day. NULL: never sent; 0 nights: no restriction. */
const stayRestrictions = () => ({
  minimumStay: integer('minimum_stay'),
  maximumStay: integer('maximum_stay'),
  closedOnArrival: flag('closed_on_arrival'),
  closedOnDeparture: flag('closed_on_departure'),
})

/** The channel manager's description of a property. */
export const channelProperty = sqliteTable(
  'channel_property',
  {
    customerId: customerId(),
    hotelId: text('hotel_id').notNull(),
    document: json<Record<string, unknown>>('document').notNull(),
    controlIds: controlIds(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.hotelId] }),
    foreignKey({ columns: [table.customerId, table.hotelId], foreignColumns: [property.customerId, property.hotelId] }),
  ],
)

export const channelRoom = sqliteTable(
  'channel_room',
  {
    customerId: customerId(),
    hotelId: text('hotel_id').notNull(),
    channelRoomId: text('channel_room_id').notNull(),
    roomTypeId: integer('room_type_id'),
    isActive: flag('is_active').notNull().default(true),
    document: json<Record<string, unknown>>('document').notNull(),
    controlIds: controlIds(),
    /** Control ids of the entries with its rates and availability. */
    availabilityIds: controlIds('availability_ids'),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.hotelId, table.channelRoomId] }),
    foreignKey({ columns: [table.customerId, table.hotelId], foreignColumns: [property.customerId, property.hotelId] }),
    foreignKey({
      columns: [table.customerId, table.roomTypeId],
      foreignColumns: [roomType.customerId, roomType.roomTypeId],
    }),
    index('channel_room_of_type').on(table.customerId, table.roomTypeId),
  ],
)

export const channelRatePlan = sqliteTable(
  'channel_rate_plan',
  {
    customerId: customerId(),
    hotelId: text('hotel_id').notNull(),
    channelRatePlanId: text('channel_rate_plan_id').notNull(),
    rateId: integer('rate_id'),
    isActive: flag('is_active').notNull().default(true),
    document: json<Record<string, unknown>>('document').notNull(),
    controlIds: controlIds(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.hotelId, table.channelRatePlanId] }),
    foreignKey({ columns: [table.customerId, table.hotelId], foreignColumns: [property.customerId, property.hotelId] }),
    foreignKey({ columns: [table.customerId, table.rateId], foreignColumns: [ratePlan.customerId, ratePlan.rateId] }),
    index('channel_rate_plan_of_rate').on(table.customerId, table.rateId),
  ],
)

/** A channel room on one day: its allotment, whether it is closed, and its restrictions. NULL: never sent. */
export const roomDay = sqliteTable(
  'room_day',
  {
    customerId: customerId(),
    hotelId: text('hotel_id').notNull(),
    channelRoomId: text('channel_room_id').notNull(),
    day: date('day').notNull(),
    roomsToSell: integer('rooms_to_sell'),
    roomClosed: flag('room_closed'),
    ...stayRestrictions(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.hotelId, table.channelRoomId, table.day] }),
    foreignKey({
      columns: [table.customerId, table.hotelId, table.channelRoomId],
      foreignColumns: [channelRoom.customerId, channelRoom.hotelId, channelRoom.channelRoomId],
    }),
    check('rooms_to_sell_not_negative', sql`${table.roomsToSell} >= 0`),
  ],
)

/**
 * A channel room with a rate plan in one month. `days` has the days for which anything was sent, by the day of the month: "01" to
 * "31". Each day has the fields that were sent. It has no foreign keys: release 1.0.0, which may serve beside this one, deletes rooms
 * and plans without their months.
 */
export const planMonth = sqliteTable(
  'plan_month',
  {
    customerId: customerId(),
    hotelId: text('hotel_id').notNull(),
    channelRoomId: text('channel_room_id').notNull(),
    channelRatePlanId: text('channel_rate_plan_id').notNull(),
    /** `2027-05` */
    month: text('month').notNull(),
    days: json<StoredPlanDays>('days').notNull(),
  },
  table => [
    primaryKey({
      columns: [table.customerId, table.hotelId, table.channelRoomId, table.channelRatePlanId, table.month],
    }),
    check('plan_month_days_not_empty', sql`${table.days} LIKE '{"%}'`),
  ],
)

/** The days of a month, by the day of the month in two digits. */
export type StoredPlanDays = Readonly<Record<string, StoredPlanDay>>

/** What was sent for a day. Flags are 1 or 0, as in the columns of other tables. */
export interface StoredPlanDay {
  closed?: 0 | 1
  /** Prices by number of guests in minor units, as JSON text: a list of prices replaces another as a whole. */
  prices?: string
  minimumStay?: number
  maximumStay?: number
  closedOnArrival?: 0 | 1
  closedOnDeparture?: 0 | 1
}

/**
 * The rows of `plan_month` by day, as release 1.0.0 stores them. They are written too until the state of `rate_calendar` is
 * `months-only`; a later release drops this table.
 */
export const planDay = sqliteTable(
  'plan_day',
  {
    customerId: customerId(),
    hotelId: text('hotel_id').notNull(),
    channelRoomId: text('channel_room_id').notNull(),
    channelRatePlanId: text('channel_rate_plan_id').notNull(),
    day: date('day').notNull(),
    planClosed: flag('plan_closed'),
    prices: json<Record<string, number>>('prices'),
    ...stayRestrictions(),
  },
  table => [
    primaryKey({
      columns: [table.customerId, table.hotelId, table.channelRoomId, table.channelRatePlanId, table.day],
    }),
    foreignKey({
      columns: [table.customerId, table.hotelId, table.channelRoomId],
      foreignColumns: [channelRoom.customerId, channelRoom.hotelId, channelRoom.channelRoomId],
    }),
    foreignKey({
      columns: [table.customerId, table.hotelId, table.channelRatePlanId],
      foreignColumns: [channelRatePlan.customerId, channelRatePlan.hotelId, channelRatePlan.channelRatePlanId],
    }),
  ],
)

/**
 * From which table the prices of this database are read. It has at most one row; no row means `months-only`, as in every new
 * database.
 */
export const rateCalendar = sqliteTable(
  'rate_calendar',
  {
    calendarId: integer('calendar_id').primaryKey(),
    /** `days`: read from `plan_day`. `months`: read from `plan_month`. Both are written. `months-only`: `plan_day` is not used. */
    calendarState: text('calendar_state', { enum: CALENDAR_STATES }).notNull(),
    /** The last channel room that the current pass has copied from days to months; NULL: the pass begins. */
    copiedUpTo: json<StoredChannelRoomKey>('copied_up_to'),
    /** Months that the current pass has changed. */
    changedMonths: integer('changed_months').notNull().default(0),
  },
  table => [
    check('rate_calendar_one_row', sql`${table.calendarId} = 1`),
    check('calendar_state_known', sql`${table.calendarState} IN ('days', 'months', 'months-only')`),
  ],
)
