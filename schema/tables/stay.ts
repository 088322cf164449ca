import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customerId, date, flag, instant, json, money } from './columns'
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
 * Nights on which a room is out of service. Ids count up within the customer, and rows are never deleted: opening the room
 * shortens them, to no night at all in the end. A repetition of the request gets its response from the row.
 */
export const closure = sqliteTable(
  'closure',
  {
    customerId: customerId(),
    closureId: integer('closure_id').notNull(),
    roomId: integer('room_id').notNull(),
    fromDate: date('from_date').notNull(),
    /** The first day after the last night; `fromDate`: the closure has ended. */
    toDate: date('to_date').notNull(),
    reason: text('reason').notNull().default(''),
    identity: text('identity'),
    /** Distinguishes a repetition from another request with the same identity. */
    bodyHash: text('body_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.closureId] }),
    foreignKey({ columns: [table.customerId, table.roomId], foreignColumns: [room.customerId, room.roomId] }),
    uniqueIndex('closure_by_identity').on(table.customerId, table.identity).where(sql`identity IS NOT NULL`),
    index('closure_by_start').on(table.customerId, table.fromDate),
    index('closure_of_room').on(table.customerId, table.roomId, table.fromDate),
    check('closure_ends_after_its_start', sql`${table.fromDate} <= ${table.toDate}`),
  ],
)

/**
 * A room that is taken for one night, by a reservation or by a closure. The primary key refuses a double booking. Rows of a
 * reservation exist only while it is Tentative, Confirmed or InHouse.
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
    /** NULL: the night is of a closure. */
    reservationId: integer('reservation_id'),
    closureId: integer('closure_id'),
    /** 1 for a closure. */
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
    foreignKey({
      columns: [table.customerId, table.closureId],
      foreignColumns: [closure.customerId, closure.closureId],
    }),
    check('room_night_has_one_holder', sql`(${table.reservationId} IS NULL) <> (${table.closureId} IS NULL)`),
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
