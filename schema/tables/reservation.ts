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
import { activity } from './activity'
import { customerId, date, flag, instant, json, money, paymentColumns, time } from './columns'
import { customer } from './control'
import { property, ratePlan, room } from './hotel'

/** A person a reservation is for. Ids count up within the customer. */
export const guest = sqliteTable(
  'guest',
  {
    customerId: customerId().references(() => customer.customerId),
    guestId: integer('guest_id').notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull(),
    company: text('company').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    address1: text('address1').notNull().default(''),
    address2: text('address2').notNull().default(''),
    city: text('city').notNull().default(''),
    state: text('state').notNull().default(''),
    zip: text('zip').notNull().default(''),
    country: text('country').notNull().default(''),
  },
  table => [primaryKey({ columns: [table.customerId, table.guestId] })],
)

/**
 * A booking. Ids count up within the customer, and rows are never deleted.
 *
 * `version` counts the changes of this reservation: a writer names the version that it read, and NOT NULL refuses a stale
 * one (see store/booking-write.ts). `changeSeq` counts the changes of all the customer's reservations, in the order in
 * which they were committed; `updatedAt` never runs against that order.
 */
export const reservation = sqliteTable(
  'reservation',
  {
    customerId: customerId().references(() => customer.customerId),
    reservationId: integer('reservation_id').notNull(),
    reservationNumber: integer('reservation_number').notNull(),
    /** The caller's own reference of the booking. */
    identity: text('identity'),
    /** The caller's own label (`type` of a booking request). */
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
    /** The booking's own times; empty: the property's. */
    arrivalTime: time('arrival_time').notNull().default(''),
    departureTime: time('departure_time').notNull().default(''),
    guestId: integer('guest_id').notNull(),
    guestCount: integer('guest_count'),
    adultCount: integer('adult_count'),
    teenCount: integer('teen_count'),
    youthCount: integer('youth_count'),
    childCount: integer('child_count'),
    infantCount: integer('infant_count'),
    summaryNote: text('summary_note').notNull().default(''),
    cancellationFee: money('cancellation_fee').notNull().default(0),
    /** What the last change asked for, if it named the booking by its identity alone: the same at once again is a repetition. */
    lastChangeHash: text('last_change_hash'),
    version: integer('version').notNull(),
    changeSeq: integer('change_seq').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId] }),
    uniqueIndex('reservation_by_number').on(table.customerId, table.reservationNumber),
    uniqueIndex('reservation_by_identity').on(table.customerId, table.identity),
    uniqueIndex('reservation_by_change').on(table.customerId, table.changeSeq),
    // The ways to the pages of a list (store/reservation-lanes.ts): what a filter looks at, then what the list is ordered by.
    // The id stands at the end of every index by itself.
    index('reservation_by_arrival').on(table.customerId, table.arrivalDate, table.statusId),
    index('reservation_by_departure').on(table.customerId, table.departureDate, table.statusId),
    index('reservation_by_stay').on(table.customerId, table.arrivalDate, table.departureDate),
    index('reservation_by_hotel').on(table.customerId, table.hotelId, table.statusId),
    index('reservation_by_arrival_change').on(table.customerId, table.arrivalDate, table.statusId, table.changeSeq),
    index('reservation_by_status_change').on(table.customerId, table.statusId, table.changeSeq),
    index('reservation_by_update').on(table.customerId, table.updatedAt, table.changeSeq),
    index('reservation_of_guest').on(table.customerId, table.guestId),
    foreignKey({ columns: [table.customerId, table.guestId], foreignColumns: [guest.customerId, guest.guestId] }),
    foreignKey({ columns: [table.customerId, table.hotelId], foreignColumns: [property.customerId, property.hotelId] }),
    check('reservation_lasts_a_night', sql`${table.arrivalDate} < ${table.departureDate}`),
    check('reservation_status_known', sql`${table.statusId} BETWEEN 1 AND 7`),
    check('reservation_type_known', sql`${table.typeId} BETWEEN 1 AND 4`),
  ],
)

const ofReservation = (table: { customerId: AnySQLiteColumn; reservationId: AnySQLiteColumn }) =>
  foreignKey({
    columns: [table.customerId, table.reservationId],
    foreignColumns: [reservation.customerId, reservation.reservationId],
  }).onDelete('cascade')

/** One room of a booking, for a span of nights within it. */
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
    /** The channel's room that it was sold as; NULL: it was not sold by the channel. */
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
 * One room on one night: taken. The primary key is the referee of double booking; a row stands only while its reservation
 * is Tentative, Confirmed or InHouse.
 */
export const roomNight = sqliteTable(
  'room_night',
  {
    customerId: customerId(),
    roomId: integer('room_id').notNull(),
    night: date('night').notNull(),
    reservationId: integer('reservation_id').notNull(),
    stayNo: integer('stay_no').notNull(),
    /** The channel's room that the night was taken off (`room_day`), and is given back to; NULL: none. */
    allotRoomId: text('allot_room_id'),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.roomId, table.night] }),
    foreignKey({
      columns: [table.customerId, table.reservationId, table.stayNo],
      foreignColumns: [roomStay.customerId, roomStay.reservationId, roomStay.stayNo],
    }).onDelete('cascade'),
    index('room_night_of_stay').on(table.customerId, table.reservationId, table.stayNo),
    index('room_night_allotted')
      .on(table.customerId, table.allotRoomId, table.night)
      .where(sql`allot_room_id IS NOT NULL`),
    check('room_night_is_a_date', sql`${table.night} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`),
  ],
)

/** `unitCost × quantity × nights + taxAmount`, in minor units. */
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

/** Who, where or what a booked activity names: an id of the setup, names of the booking's own, or both. */
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

/** A payment on the account of a reservation. An external id counts once there. */
export const payment = sqliteTable(
  'payment',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    paymentNo: integer('payment_no').notNull(),
    ...paymentColumns(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId, table.paymentNo] }),
    uniqueIndex('payment_once').on(table.customerId, table.reservationId, table.paymentExtId),
    ofReservation(table),
  ],
)

/** A letter the caller asked for, waiting for whoever sends it. */
export const correspondence = sqliteTable(
  'correspondence',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    correspondenceNo: integer('correspondence_no').notNull(),
    correspondenceTypeId: integer('correspondence_type_id').notNull(),
    correspondenceStatus: text('correspondence_status', { enum: ['Pending', 'Sent'] })
      .notNull()
      .default('Pending'),
    requestedAt: instant('requested_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId, table.correspondenceNo] }),
    ofReservation(table),
  ],
)

/** An identity that was used: what was asked with it, and which reservation came of it, so that a retry is harmless. */
export const idempotency = sqliteTable(
  'idempotency',
  {
    customerId: customerId(),
    identity: text('identity').notNull(),
    bodyHash: text('body_hash').notNull(),
    reservationId: integer('reservation_id').notNull(),
    /** The answer as it was given, for endpoints that answer with content. */
    answer: json<unknown>('answer'),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.identity] }),
    foreignKey({
      columns: [table.customerId, table.reservationId],
      foreignColumns: [reservation.customerId, reservation.reservationId],
    }),
    index('idempotency_of_reservation').on(table.customerId, table.reservationId),
    index('idempotency_by_age').on(table.createdAt),
  ],
)

/** The one link of a reservation that opens. Issuing replaces the row; revoking deletes it. */
export const itineraryLink = sqliteTable(
  'itinerary_link',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    linkId: text('link_id').notNull(),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId] }),
    ofReservation(table),
    index('itinerary_link_by_expiry').on(table.expiresAt),
  ],
)
