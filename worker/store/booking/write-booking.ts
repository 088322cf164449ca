import { and, eq, type Placeholder, sql } from 'drizzle-orm'
import { activityBooking, activityRate } from '../../../schema/tables/activity-booking'
import { correspondence } from '../../../schema/tables/correspondence'
import { guest } from '../../../schema/tables/guest'
import { idempotency } from '../../../schema/tables/idempotency'
import { hold, reservation, reservationHotel } from '../../../schema/tables/reservation'
import { roomRate, roomStay } from '../../../schema/tables/stay'
import type { GuestDetails } from '../../../schema/wire/guest'
import { FIRST_NUMBER, STATUS } from '../../../schema/wire/reservation-status'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { prepareInsertRows } from '../../db/insert-rows'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Owner, Scope } from '../../db/scope'
import type { RowOf } from '../../db/select-rows'
import { eventOf } from '../../domain/booking/changes'
import { uncountedInfants } from '../../domain/booking/guests-in-room'
import type { BookingChange, BookingColumns, CurrentBooking, ScheduledActivity, Stay } from '../../domain/booking/state'
import { lastNumber } from '../counter/last-number'
import { idOf, valuesOf, type WrittenReservation, type WrittenValues } from '../counter/written'
import { changeColumns, changeReservation } from '../reservation/change'
import { moveNights } from './nights'
import { writePayment } from './payment'
import { releaseSlots, takeSlots } from './slots'

/*
 * Writes a change in one batch: all of it, or nothing. Constraints that may refuse it:
 *
 * - `reservation.version`: the reservation has changed since it was read, or its hold has ended;
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

const idColumns = {
  reservationId: reservation.reservationId,
  reservationNumber: reservation.reservationNumber,
  version: reservation.version,
}

/** A reservation as a request has left it. */
export type WrittenIds = RowOf<typeof idColumns>

/** The id and the number of a reservation. */
export type ReservationIds = Omit<WrittenIds, 'version'>

/** How a repetition of the request is recognized. */
export interface IdempotencyEntry {
  /** The idempotency key of the request. */
  key: string | undefined
  /** The request named its booking by identity and has no key: the reservation stores its hash, until the next change. */
  byIdentity: boolean
  bodyHash: string
  /** What a repetition gets again: the content of the response, or the version after a change. */
  answer?: unknown
}

interface Insertion {
  entry: IdempotencyEntry
  /** The currency in which the amounts were validated. */
  currency: string
  /** Further statements of the batch. */
  also?: (written: WrittenReservation) => Statement[]
}

/** Creates a reservation. */
export async function insertReservation(
  db: Database,
  scope: Scope,
  change: BookingChange,
  { entry, currency, also = () => [] }: Insertion,
): Promise<WrittenIds> {
  const { customer } = scope
  const written = { scope, reservationId: undefined }
  const columns = change.columns as BookingColumns
  // Rooms that were not looked up: the database finds the property, and refuses too many guests.
  const unread = columns.hotelId === null ? change.stays : undefined
  const infants = uncountedInfants(unread?.length ?? 0, columns.infantCount)
  const [, inserted] = await db.batch([
    insertGuest({ customer, ...(change.guest as GuestDetails) }),
    ...changeReservation(
      written,
      { kind: 'created', booking: change },
      {
        row: insertRow({
          ...columns,
          customer,
          currency,
          identity: entry.key ?? null,
          unread: unread?.length
            ? JSON.stringify(unread.map(stay => [stay.roomId, stay.guestsInRoom - infants]))
            : undefined,
        }),
        late: [
          ...idempotencyStatements(written, entry, false),
          ...(change.holdUntil ? [insertHold({ ...valuesOf(written), holdUntil: change.holdUntil })] : []),
          ...writeStays(written, change.stays ?? []),
          ...writeFurtherHotels(written, change.stays ?? []),
          ...writeActivities(written, change.activities ?? []),
          ...(change.roomsHeld.after ? moveNights(written, [], change.stays ?? []) : []),
          ...(change.roomsHeld.after && change.activities?.length ? [takeSlots(written)] : []),
          ...writePayment(written, change.payment),
          ...writeCorrespondence(written, change.correspondence),
        ],
      },
    ),
    ...also(written),
  ])
  const [created] = inserted as WrittenIds[]
  return created as WrittenIds
}

interface InsertedRow extends BookingColumns {
  customer: number
  currency: string
  identity: string | null
  /** Rooms that were not looked up, each with the guests that count against its maximum, as JSON. */
  unread: string | undefined
}

const insertRow = prepareStatement(({ customer, currency, unread, ...columns }: Placeholders<InsertedRow>) => {
  const owner = { customer }
  const next = sql`${lastNumber(owner, 'reservation')} + 1`
  return build
    .insert(reservation)
    .values({
      ...columns,
      ...(unread && { hotelId: hotelOfFirst(owner, unread) }),
      customerId: sql`(
          SELECT customer_id FROM customer WHERE customer_id = ${customer} AND currency = ${currency}${
            unread ? sql` AND ${guestsFit(owner, unread)}` : sql``
          })`,
      reservationId: next,
      reservationNumber: sql`${sql.raw(String(FIRST_NUMBER))} + ${next}`,
      guestId: sql`(SELECT max(guest_id) FROM guest WHERE customer_id = ${customer})`,
      createdAt: DATABASE_NOW,
      ...changeColumns(owner, { kind: 'created' }),
    })
    .returning(idColumns)
})

const insertGuest = prepareStatement(({ customer, ...details }: Placeholders<GuestDetails & { customer: number }>) =>
  // RETURNING would make SQLite search reservations of the guest: the foreign key of `reservation` has no index.
  build.insert(guest).values({
    customerId: customer,
    guestId: sql`${lastNumber({ customer }, 'guest')} + 1`,
    ...details,
  }),
)

/** The property of the first room. */
const hotelOfFirst = ({ customer }: Owner, stays: Placeholder) => sql`(
  SELECT t.hotel_id FROM room
  CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
  WHERE room.customer_id = ${customer} AND room.room_id = ${stays} ->> '$[0][0]')`

/** Whether no stay has more guests than its room takes. */
const guestsFit = ({ customer }: Owner, stays: Placeholder) => sql`NOT EXISTS (
  SELECT 1 FROM json_each(${stays}) AS stay
  CROSS JOIN room ON room.customer_id = ${customer} AND room.room_id = stay.value ->> 0
  CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
  WHERE t.max_occupancy < stay.value ->> 1)`

/** Changes a reservation that has not changed since it was read. */
export async function updateReservation(
  db: Database,
  scope: Scope,
  change: BookingChange,
  { current, entry }: { current: CurrentBooking; entry: IdempotencyEntry },
): Promise<WrittenIds> {
  const { reservationId, reservationNumber, version } = current
  const { byIdentity, bodyHash } = entry
  const versionAfter = version + 1
  const written = { scope, reservationId }
  const { stays, activities, roomsHeld } = change
  const begins = !roomsHeld.before && roomsHeld.after
  const ends = roomsHeld.before && !roomsHeld.after
  const moves = change.columns.statusId !== undefined
  // Release 1.1.0 leaves the hold of a booking that it confirms or cancels. It must not count again when that is taken back.
  const endsHold = moves && (current.holdUntil !== null || change.columns.statusId === STATUS.Tentative)
  await db.batch(
    changeReservation(
      written,
      { kind: 'modified', booking: change, event: eventOf(change) },
      {
        row: updateRow({
          ...change.columns,
          customer: scope.customer,
          reservationId,
          decidedOn: version,
          confirms: (current.holdUntil !== null && moves && roomsHeld.after) || undefined,
          lastChangeHash: byIdentity ? bodyHash : null,
        }),
        early: [
          ...idempotencyStatements(written, { ...entry, answer: { version: versionAfter } }, true),
          ...(endsHold ? [deleteHold(valuesOf(written))] : []),
          ...(change.guest ? [updateGuest(scope, reservationId, change.guest)] : []),
        ],
        late: [
          ...(roomsHeld.before && (activities || ends)
            ? [releaseSlots(written, (roomsHeld.after && activities) || [])]
            : []),
          ...(stays
            ? [
                deleteFurtherHotels(valuesOf(written)),
                deleteStays(valuesOf(written)),
                ...writeStays(written, stays),
                ...writeFurtherHotels(written, stays),
              ]
            : []),
          ...(activities ? [deleteActivities(valuesOf(written)), ...writeActivities(written, activities)] : []),
          ...moveNights(
            written,
            roomsHeld.before ? current.stays : [],
            roomsHeld.after ? (stays ?? current.stays) : [],
          ),
          ...(roomsHeld.after && (activities || begins) ? [takeSlots(written)] : []),

          ...writePayment(written, change.payment),
          ...writeCorrespondence(written, change.correspondence),
        ],
      },
    ),
  )
  return { reservationId, reservationNumber, version: versionAfter }
}

interface UpdatedRow extends Partial<BookingColumns> {
  customer: number
  reservationId: number
  /** The version on which the change was decided. */
  decidedOn: number
  /** The change confirms a booking that is held. */
  confirms: true | undefined
  lastChangeHash: string | null
}

/** Columns of an UPDATE. drizzle takes no placeholders there. */
const encoded = (columns: Placeholders<Partial<BookingColumns>>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      sql`${sql.param(value, reservation[name as keyof BookingColumns])}`,
    ]),
  )

const updateRow = prepareStatement(
  ({ customer, reservationId, decidedOn, confirms, lastChangeHash, ...columns }: Placeholders<UpdatedRow>) =>
    build
      .update(reservation)
      .set({
        ...encoded(columns),
        ...changeColumns({ customer }, { kind: 'modified', version: decidedOn, confirms, lastChangeHash }),
      })
      .where(and(eq(reservation.customerId, customer), eq(reservation.reservationId, reservationId))),
)

/** Stores the key of a request that changes nothing. */
export async function insertIdempotency(
  db: Database,
  scope: Scope,
  current: CurrentBooking,
  entry: IdempotencyEntry,
): Promise<WrittenIds> {
  const { reservationId, version } = current
  const [first, ...rest] = idempotencyStatements({ scope, reservationId }, { ...entry, answer: { version } }, true)
  if (first) await db.batch([first, ...rest])
  return current
}

function idempotencyStatements(
  written: WrittenReservation,
  { key, bodyHash, answer }: IdempotencyEntry,
  isChange: boolean,
): Statement[] {
  return key ? [insertKey({ ...valuesOf(written), key, bodyHash, answer, isChange })] : []
}

interface KeyValues extends WrittenValues, Pick<IdempotencyEntry, 'bodyHash' | 'answer'> {
  key: string
  isChange: boolean
}

const insertKey = prepareStatement(
  ({ customer, reservationId, key, bodyHash, answer, isChange }: Placeholders<KeyValues>) =>
    build.insert(idempotency).values({
      customerId: customer,
      identity: key,
      bodyHash,
      reservationId: idOf({ customer, reservationId }),
      answer,
      createdAt: DATABASE_NOW,
      isChange,
    }),
)

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
const deleteOfReservation = (table: typeof roomStay | typeof activityBooking | typeof reservationHotel | typeof hold) =>
  prepareStatement((written: Placeholders<WrittenValues>) =>
    build.delete(table).where(and(eq(table.customerId, written.customer), eq(table.reservationId, idOf(written)))),
  )
const deleteStays = deleteOfReservation(roomStay)
const deleteActivities = deleteOfReservation(activityBooking)
const deleteFurtherHotels = deleteOfReservation(reservationHotel)
const deleteHold = deleteOfReservation(hold)

const insertHold = prepareStatement(({ holdUntil, ...written }: Placeholders<WrittenValues & { holdUntil: number }>) =>
  build.insert(hold).values({ customerId: written.customer, reservationId: idOf(written), holdUntil }),
)

/** Deletes the hold of a booking that is not Tentative, which release 1.1.0 has left. */
export const deleteLeftHold = async (db: Database, { customer }: Scope, reservationId: number): Promise<void> => {
  await db.batch([deleteHold({ customer, reservationId })])
}

/** Only several rooms can be in several hotels. */
const writeFurtherHotels = (written: WrittenReservation, stays: readonly Stay[]): Statement[] =>
  new Set(stays.map(({ roomId }) => roomId)).size > 1 ? [insertFurtherHotels(valuesOf(written))] : []

/** Inserts the hotels of the stored rooms other than that of the reservation. */
const insertFurtherHotels = prepareStatement((written: Placeholders<WrittenValues>) =>
  build.run(sql`
    INSERT INTO reservation_hotel (customer_id, reservation_id, hotel_id)
    SELECT DISTINCT r.customer_id, r.reservation_id, t.hotel_id FROM reservation AS r
    CROSS JOIN room_stay AS s ON s.customer_id = r.customer_id AND s.reservation_id = r.reservation_id
    CROSS JOIN room ON room.customer_id = s.customer_id AND room.room_id = s.room_id
    CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
    WHERE r.customer_id = ${written.customer} AND r.reservation_id = ${idOf(written)} AND t.hotel_id <> r.hotel_id`),
)

const keysOf = (written: Placeholders<WrittenValues>) => ({
  customerId: sql`${written.customer}`,
  reservationId: idOf(written),
})
const insertStays = prepareInsertRows(roomStay, keysOf)
const insertRoomRates = prepareInsertRows(roomRate, keysOf)
const insertActivities = prepareInsertRows(activityBooking, keysOf)
const insertActivityRates = prepareInsertRows(activityRate, keysOf)

function writeStays(written: WrittenReservation, stays: readonly Stay[]): Statement[] {
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
    ...insertStays(
      valuesOf(written),
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
    ...insertRoomRates(valuesOf(written), rates),
  ]
}

function writeActivities(written: WrittenReservation, activities: readonly ScheduledActivity[]): Statement[] {
  const rates = activities.flatMap(({ activityNo, rates }) =>
    rates.map((rate, i) => ({ activityNo, lineNo: i + 1, ...rate, isTaxOverride: Number(rate.isTaxOverride) })),
  )
  return [
    ...insertActivities(
      valuesOf(written),
      activities.map(({ rates: _, ...columns }) => columns),
    ),
    ...insertActivityRates(valuesOf(written), rates),
  ]
}

const writeCorrespondence = (written: WrittenReservation, typeIds: readonly number[]): Statement[] =>
  insertCorrespondence(
    valuesOf(written),
    typeIds.map(correspondenceTypeId => ({ correspondenceTypeId })),
  )

const insertCorrespondence = prepareInsertRows(correspondence, (written: Placeholders<WrittenValues>) => ({
  ...keysOf(written),
  correspondenceNo: sql`(SELECT coalesce(max(correspondence_no), 0) FROM correspondence
    WHERE customer_id = ${written.customer} AND reservation_id = ${idOf(written)}) + key + 1`,
  requestedAt: DATABASE_NOW,
}))
