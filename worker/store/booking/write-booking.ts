import { and, eq, type SQL, sql } from 'drizzle-orm'
import { activityBooking, activityRate } from '../../../schema/tables/activity-booking'
import { correspondence } from '../../../schema/tables/correspondence'
import { guest } from '../../../schema/tables/guest'
import { idempotency } from '../../../schema/tables/idempotency'
import { reservation } from '../../../schema/tables/reservation'
import { roomRate, roomStay } from '../../../schema/tables/stay'
import type { GuestDetails } from '../../../schema/wire/booking'
import { FIRST_NUMBER } from '../../../schema/wire/reservation-status'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { insertRows } from '../../db/insert-rows'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import type { RowOf } from '../../db/select-rows'
import { eventOf } from '../../domain/booking/changes'
import type { BookingColumns, BookingPlan, CurrentBooking, PlannedActivity, Stay } from '../../domain/booking/state'
import { releaseAllotment, takeAllotment } from '../channel/allotment'
import { lastNumber } from '../customer/last-number'
import { changeReservation } from '../reservation/change'
import { holdNights, releaseNights, releaseSlots, takeSlots } from './holds'
import { isChangeKey, isExpiredKey } from './idempotency'
import { writePayment } from './payment'

/*
 * Writes a plan in one batch: all of it, or nothing. Constraints that may refuse it:
 *
 * - `reservation.version`: the reservation has changed since it was read;
 * - `reservation.customer_id`, `idempotency.customer_id`: the identity has been used since, the currency has changed, or a room
 *   is too small for its guests;
 * - `FOREIGN KEY`: the request names a room, a rate or an activity that is not there;
 * - `payment.customer_id`: the payment has been recorded since;
 * - `room_night.customer_id`: a room is taken on one of the nights;
 * - `slot_within_capacity`: an activity has no place left.
 */

/** Constraints that refuse a booking because the data has changed since it was read. */
export const STALE_BOOKING_CONSTRAINTS = [
  'reservation.version',
  'reservation.customer_id',
  'idempotency.customer_id',
  'payment.customer_id',
  'FOREIGN KEY',
]

const idColumns = { reservationId: reservation.reservationId, reservationNumber: reservation.reservationNumber }

/** The id and the number of a reservation. */
export type ReservationIds = RowOf<typeof idColumns>

/** How a repetition of the request is recognized. */
export interface IdempotencyEntry {
  /** The idempotency key of the request. */
  key: string | undefined
  /** The request named its booking by identity alone: the reservation stores its hash, until the next change. */
  byIdentity: boolean
  bodyHash: string
  /** The content of the response, for endpoints that return content. A repetition gets it again. */
  answer?: unknown
}

/**
 * Creates a reservation. `currency`: the currency in which its amounts were validated. `also`: further statements of the
 * batch.
 */
export async function insertReservation(
  db: Database,
  scope: Scope,
  plan: BookingPlan,
  entry: IdempotencyEntry,
  currency: string,
  also: (reservationId: SQL<number>) => Statement[] = () => [],
): Promise<ReservationIds> {
  const { customer } = scope
  const { key } = entry
  const newest = sql<number>`(SELECT max(reservation_id) FROM reservation WHERE customer_id = ${customer})`
  const next = sql`${lastNumber(scope, 'reservation')} + 1`
  const columns = plan.columns as BookingColumns
  // Rooms that were not looked up: the database finds the property, and refuses too many guests.
  const [unread] = columns.hotelId === null ? (plan.stays ?? []) : []
  const isPossible = unread ? sql` AND ${guestsFit(scope, plan.stays ?? [])}` : sql``
  const [, inserted] = await db.batch([
    insertGuest({ customer, ...(plan.guest as GuestDetails) }),
    ...changeReservation(
      scope,
      newest,
      { kind: 'created', plan },
      {
        row: counters =>
          build
            .insert(reservation)
            .values({
              ...columns,
              ...(unread && { hotelId: hotelOfRoom(scope, unread.roomId) }),
              customerId: sql`(
                SELECT customer_id FROM customer WHERE customer_id = ${customer} AND currency = ${currency}${isPossible})`,
              reservationId: next,
              reservationNumber: sql`${FIRST_NUMBER} + ${next}`,
              identity: key ?? null,
              guestId: sql`(SELECT max(guest_id) FROM guest WHERE customer_id = ${customer})`,
              createdAt: DATABASE_NOW,
              ...counters,
            })
            .returning(idColumns),
        late: [
          ...idempotencyStatements(scope, newest, entry, false),
          ...writeStays(scope, newest, plan.stays ?? []),
          ...writeActivities(scope, newest, plan.activities ?? []),
          ...(plan.held.after
            ? [holdNights(scope, newest, plan.stays?.length === 1), takeAllotment(scope, newest)]
            : []),
          ...(plan.held.after && plan.activities?.length ? [takeSlots(scope, newest)] : []),
          ...writePayment(scope, newest, plan.payment),
          ...writeCorrespondence(scope, newest, plan.correspondence),
        ],
      },
    ),
    ...also(newest),
  ])
  const [created] = inserted as ReservationIds[]
  return created as ReservationIds
}

const insertGuest = prepareStatement(({ customer, ...details }: Placeholders<GuestDetails & { customer: number }>) =>
  build.insert(guest).values({
    customerId: customer,
    guestId: sql`${lastNumber({ customer }, 'guest')} + 1`,
    ...details,
  }),
)

const hotelOfRoom = ({ customer }: Scope, roomId: number) => sql`(
  SELECT t.hotel_id FROM room
  CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
  WHERE room.customer_id = ${customer} AND room.room_id = ${roomId})`

/** Whether no stay has more guests than its room takes. */
const guestsFit = ({ customer }: Scope, stays: readonly Stay[]) => sql`NOT EXISTS (
  SELECT 1 FROM json_each(${JSON.stringify(stays.map(({ roomId, guestsInRoom }) => [roomId, guestsInRoom]))}) AS stay
  CROSS JOIN room ON room.customer_id = ${customer} AND room.room_id = stay.value ->> 0
  CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
  WHERE t.max_occupancy < stay.value ->> 1)`

/** Changes a reservation that has not changed since it was read. */
export async function updateReservation(
  db: Database,
  scope: Scope,
  booked: CurrentBooking,
  plan: BookingPlan,
  entry: IdempotencyEntry,
): Promise<ReservationIds> {
  const { reservationId, reservationNumber } = booked
  const { byIdentity, bodyHash } = entry
  const id = sql<number>`${reservationId}`
  const { stays, activities, held } = plan
  const begins = !held.before && held.after
  const ends = held.before && !held.after
  const lastChangeHash = byIdentity ? bodyHash : null
  await db.batch(
    changeReservation(
      scope,
      id,
      { kind: 'modified', plan, version: booked.version, lastChangeHash, event: eventOf(booked, plan) },
      {
        row: columns =>
          build
            .update(reservation)
            .set({ ...plan.columns, ...columns })
            .where(and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, reservationId))),
        early: [
          ...idempotencyStatements(scope, id, entry, true),
          ...(plan.guest ? [updateGuest(scope, reservationId, plan.guest)] : []),
        ],
        late: [
          ...(held.before && (activities || ends) ? [releaseSlots(scope, id, (held.after && activities) || [])] : []),
          ...(held.before && (ends || stays) ? [releaseAllotment(scope, id), releaseNights(scope, id)] : []),
          ...(stays ? [deleteOfReservation(roomStay, scope, reservationId), ...writeStays(scope, id, stays)] : []),
          ...(activities
            ? [deleteOfReservation(activityBooking, scope, reservationId), ...writeActivities(scope, id, activities)]
            : []),
          ...(held.after && (stays || begins)
            ? [holdNights(scope, id, stays?.length === 1), takeAllotment(scope, id)]
            : []),
          ...(held.after && (activities || begins) ? [takeSlots(scope, id)] : []),

          ...writePayment(scope, id, plan.payment),
          ...writeCorrespondence(scope, id, plan.correspondence),
        ],
      },
    ),
  )
  return { reservationId, reservationNumber }
}

/** Stores the key of a request that changes nothing. */
export async function insertIdempotency(
  db: Database,
  scope: Scope,
  booked: CurrentBooking,
  entry: IdempotencyEntry,
): Promise<ReservationIds> {
  const [first, ...rest] = idempotencyStatements(scope, sql<number>`${booked.reservationId}`, entry, true)
  if (first) await db.batch([first, ...rest])
  return booked
}

function idempotencyStatements(
  scope: Scope,
  reservationId: SQL<number>,
  { key, bodyHash, answer }: IdempotencyEntry,
  isChange: boolean,
): Statement[] {
  if (!key) return []
  const isKey = and(eq(idempotency.customerId, scope.customer), eq(idempotency.identity, key))
  return [
    ...(isChangeKey(key) ? [build.delete(idempotency).where(and(isKey, isExpiredKey))] : []),
    build.insert(idempotency).values({
      customerId: scope.customer,
      identity: key,
      bodyHash,
      reservationId,
      answer,
      createdAt: DATABASE_NOW,
      isChange,
    }),
  ]
}

const updateGuest = ({ customer }: Scope, reservationId: number, details: GuestDetails): Statement =>
  build
    .update(guest)
    .set(details)
    .where(
      and(
        eq(guest.customerId, customer),
        sql`guest_id = (SELECT r.guest_id FROM reservation r
          WHERE r.customer_id = ${customer} AND r.reservation_id = ${reservationId})`,
      ),
    )

/** Rate lines are deleted with their stay or activity. */
const deleteOfReservation = (
  table: typeof roomStay | typeof activityBooking,
  { customer }: Scope,
  reservationId: number,
): Statement => build.delete(table).where(and(eq(table.customerId, customer), eq(table.reservationId, reservationId)))

const keys = ({ customer }: Scope, reservationId: SQL<number>) => ({ customerId: sql`${customer}`, reservationId })

function writeStays(scope: Scope, reservationId: SQL<number>, stays: readonly Stay[]): Statement[] {
  const shared = keys(scope, reservationId)
  const rates = stays.flatMap(({ stayNo, rates }) =>
    rates.map((rate, i) => ({
      stayNo,
      lineNo: i + 1,
      rateId: rate.rateId,
      unitCost: rate.unitCost,
      quantity: rate.quantity,
      nights: rate.nights,
      fromDate: rate.fromDate,
      toDate: rate.toDate,
      isTaxOverride: Number(rate.isTaxOverride),
      taxAmount: rate.taxAmount,
    })),
  )
  return [
    ...insertRows(
      roomStay,
      shared,
      stays.map(({ stayNo, roomId, stayArrival, stayDeparture, guestsInRoom, channelRoomId, roomNotes }) => ({
        stayNo,
        roomId,
        stayArrival,
        stayDeparture,
        guestsInRoom,
        channelRoomId: channelRoomId ?? null,
        roomNotes,
      })),
    ),
    ...insertRows(roomRate, shared, rates),
  ]
}

function writeActivities(
  scope: Scope,
  reservationId: SQL<number>,
  activities: readonly PlannedActivity[],
): Statement[] {
  const shared = keys(scope, reservationId)
  const rates = activities.flatMap(({ activityNo, rates }) =>
    rates.map((rate, i) => ({ activityNo, lineNo: i + 1, ...rate, isTaxOverride: Number(rate.isTaxOverride) })),
  )
  return [
    ...insertRows(
      activityBooking,
      shared,
      activities.map(({ rates: _, ...columns }) => columns),
    ),
    ...insertRows(activityRate, shared, rates),
  ]
}

function writeCorrespondence(scope: Scope, reservationId: SQL<number>, typeIds: readonly number[]): Statement[] {
  const newest = sql`(SELECT coalesce(max(correspondence_no), 0) FROM correspondence
    WHERE customer_id = ${scope.customer} AND reservation_id = ${reservationId})`
  return insertRows(
    correspondence,
    { ...keys(scope, reservationId), correspondenceNo: sql`${newest} + key + 1`, requestedAt: DATABASE_NOW },
    typeIds.map(correspondenceTypeId => ({ correspondenceTypeId })),
  )
}
