import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { customerId, date, flag, instant, money, time } from './columns'
import { customer } from './control'
import { guest } from './guest'
import { property } from './hotel'

/**
 * A booking. Ids count up within the customer, and rows are never deleted.
 *
 * `version` counts the changes of this reservation. A statement that was decided on another version sets it to NULL, which
 * NOT NULL refuses. `changeSeq` counts the changes of all reservations of the customer in the order of their commits;
 * `updatedAt` never decreases in that order. All three are set by worker/store/reservation/change.ts.
 */
export const reservation = sqliteTable(
  'reservation',
  {
    customerId: customerId().references(() => customer.customerId),
    reservationId: integer('reservation_id').notNull(),
    /** The id plus `FIRST_NUMBER`. No index has it. */
    reservationNumber: integer('reservation_number').notNull(),
    /** The client's reference of the booking. */
    identity: text('identity'),
    /** The client's label: `type` of a booking request. */
    label: text('label').notNull().default(''),
    hotelId: text('hotel_id'),
    /** 1 Inquiry, 2 Tentative, 3 Confirmed, 4 InHouse, 5 CheckedOut, 6 Cancelled, 7 NoShow. */
    statusId: integer('status_id').notNull(),
    /** 1 Individual, 2 Group, 3 Owner, 4 Complimentary. */
    typeId: integer('type_id').notNull(),
    arrivalDate: date('arrival_date').notNull(),
    departureDate: date('departure_date').notNull(),
    /** False for an inquiry without dates: its arrival and departure columns then hold placeholders. */
    hasDates: flag('has_dates').notNull().default(true),
    /** Times of this booking; empty: those of the property apply. */
    arrivalTime: time('arrival_time').notNull().default(''),
    departureTime: time('departure_time').notNull().default(''),
    /** Equals the id: each reservation is inserted with its own guest. No index has it. */
    guestId: integer('guest_id').notNull(),
    guestCount: integer('guest_count'),
    adultCount: integer('adult_count'),
    teenCount: integer('teen_count'),
    youthCount: integer('youth_count'),
    childCount: integer('child_count'),
    infantCount: integer('infant_count'),
    summaryNote: text('summary_note').notNull().default(''),
    cancellationFee: money('cancellation_fee').notNull().default(0),
    /** Hash of the last change, if it named the booking by its identity alone: an equal request is a repetition of it. */
    lastChangeHash: text('last_change_hash'),
    version: integer('version').notNull(),
    changeSeq: integer('change_seq').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId] }),
    uniqueIndex('reservation_by_identity').on(table.customerId, table.identity).where(sql`identity IS NOT NULL`),
    uniqueIndex('reservation_by_change').on(table.customerId, table.changeSeq),
    // The orders of lists, or a column of their filters and then the order (worker/store/reservation/page.ts). SQLite appends
    // the primary key to every index, so that each ends with the id.
    index('reservation_by_arrival').on(table.customerId, table.arrivalDate),
    index('reservation_by_departure').on(table.customerId, table.departureDate),
    index('reservation_by_hotel').on(table.customerId, table.hotelId),
    index('reservation_by_status').on(table.customerId, table.statusId),
    index('reservation_by_status_change').on(table.customerId, table.statusId, table.changeSeq),
    foreignKey({ columns: [table.customerId, table.guestId], foreignColumns: [guest.customerId, guest.guestId] }),
    foreignKey({ columns: [table.customerId, table.hotelId], foreignColumns: [property.customerId, property.hotelid] }),
    check('reservation_lasts_a_night', sql`${table.arrivalDate} < ${table.departureDate}`),
    check('reservation_status_known', sql`${table.statusId} BETWEEN 1 AND 7`),
    check('reservation_type_known', sql`${table.typeId} BETWEEN 1 AND 4`),
  ],
)

/**
 * The hotels of the rooms of a reservation, other than its `hotelId`. Only a reservation with rooms in several hotels has rows.
 */
export const reservationHotel = sqliteTable(
  'reservation_hotel',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    hotelId: text('hotel_id').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId, table.hotelId] }),
    foreignKey({
      columns: [table.customerId, table.reservationId],
      foreignColumns: [reservation.customerId, reservation.reservationId],
    }),
    foreignKey({ columns: [table.customerId, table.hotelId], foreignColumns: [property.customerId, property.hotelid] }),
    index('reservation_hotel_by_hotel').on(table.customerId, table.hotelId),
  ],
)

/**
 * The end of a hold: a Tentative booking is cancelled from then on, unless it is confirmed before. The row is deleted when the
 * hold ends. Release 1.1.0 leaves it, so that it counts for a Tentative booking only.
 */
export const hold = sqliteTable(
  'hold',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    holdUntil: instant('hold_until').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId] }),
    foreignKey({
      columns: [table.customerId, table.reservationId],
      foreignColumns: [reservation.customerId, reservation.reservationId],
    }),
    // The run of each minute reads what has expired, of all customers of the database.
    index('hold_by_end').on(table.holdUntil),
  ],
)

/** The foreign key of a table whose rows are deleted with their reservation. */
export const ofReservation = (table: { customerId: AnySQLiteColumn; reservationId: AnySQLiteColumn }) =>
  foreignKey({
    columns: [table.customerId, table.reservationId],
    foreignColumns: [reservation.customerId, reservation.reservationId],
  }).onDelete('cascade')
