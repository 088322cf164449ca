import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, date, flag, json, money } from './columns'
import { ratePlan, room } from './hotel'
import { ofReservation, reservation } from './reservation'

/** A stay: one room of a booking, for some of its nights or all of them. */
export const roomStay = sqliteTable(
  'room_stay',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    stayNo: integer('stay_no').notNull(),
    roomId: integer('room_id').notNull(),
    stayArrival: date('stay_arrival').notNull(),
    stayDeparture: date('stay_departure').notNull(),
    guestsInRoom: integer('guests_in_room').notNull(),
    /** The channel's room that was sold; NULL: not sold through the channel. */
    channelRoomId: text('channel_room_id'),
    roomNotes: json<string[]>('room_notes').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId, table.stayNo] }),
    ofReservation(table),
    foreignKey({ columns: [table.customerId, table.roomId], foreignColumns: [room.customerId, room.roomId] }),
    index('room_stay_of_room').on(table.customerId, table.roomId),
    check('room_stay_lasts_a_night', sql`${table.stayArrival} < ${table.stayDeparture}`),
  ],
)

/**
 * A room that is taken for one night. The primary key refuses a double booking. Rows exist only while their reservation is
 * Tentative, Confirmed or InHouse.
 *
 * The primary key is the only B-tree. The nights of a reservation are found by the rooms and dates of its stays, those of a
 * channel room by the rooms of its type. A reference to `room_stay` would need an index, because stays are deleted. No
 * reservation is deleted while the customer has nights.
 */
export const roomNight = sqliteTable(
  'room_night',
  {
    customerId: customerId(),
    roomId: integer('room_id').notNull(),
    night: date('night').notNull(),
    reservationId: integer('reservation_id').notNull(),
    stayNo: integer('stay_no').notNull(),
    /** The channel's room whose allotment (`room_day`) the night counts against; NULL: none, or a new number was sent since. */
    allotRoomId: text('allot_room_id'),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.roomId, table.night] }),
    foreignKey({
      columns: [table.customerId, table.reservationId],
      foreignColumns: [reservation.customerId, reservation.reservationId],
    }),
    check('room_night_is_a_date', sql`${table.night} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`),
  ],
)

/** A rate line of a stay. Its total is `unitCost × quantity × nights + taxAmount`, in minor units. */
export const roomRate = sqliteTable(
  'room_rate',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    stayNo: integer('stay_no').notNull(),
    lineNo: integer('line_no').notNull(),
    rateId: integer('rate_id'),
    unitCost: money('unit_cost').notNull(),
    quantity: integer('quantity').notNull(),
    nights: integer('nights').notNull(),
    fromDate: date('from_date').notNull(),
    toDate: date('to_date').notNull(),
    isTaxOverride: flag('is_tax_override').notNull(),
    taxAmount: money('tax_amount').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId, table.stayNo, table.lineNo] }),
    foreignKey({
      columns: [table.customerId, table.reservationId, table.stayNo],
      foreignColumns: [roomStay.customerId, roomStay.reservationId, roomStay.stayNo],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.customerId, table.rateId], foreignColumns: [ratePlan.customerId, ratePlan.rateId] }),
  ],
)
