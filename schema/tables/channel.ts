import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, date, flag, json } from './columns'
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
    foreignKey({ columns: [table.customerId, table.hotelId], foreignColumns: [property.customerId, property.hotelid] }),
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
    foreignKey({ columns: [table.customerId, table.hotelId], foreignColumns: [property.customerId, property.hotelid] }),
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
    foreignKey({ columns: [table.customerId, table.hotelId], foreignColumns: [property.customerId, property.hotelid] }),
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
 * "31". Each day has the fields that were sent.
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
    foreignKey({
      columns: [table.customerId, table.hotelId, table.channelRoomId],
      foreignColumns: [channelRoom.customerId, channelRoom.hotelId, channelRoom.channelRoomId],
    }),
    foreignKey({
      columns: [table.customerId, table.hotelId, table.channelRatePlanId],
      foreignColumns: [channelRatePlan.customerId, channelRatePlan.hotelId, channelRatePlan.channelRatePlanId],
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
