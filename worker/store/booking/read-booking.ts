import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { activity } from '../../../schema/tables/activity'
import { activityBooking, activityRate } from '../../../schema/tables/activity-booking'
import { customer as customerTable } from '../../../schema/tables/control'
import { guest } from '../../../schema/tables/guest'
import { employee, location, ratePlan, resource, room, roomType } from '../../../schema/tables/hotel'
import { reservation } from '../../../schema/tables/reservation'
import { roomRate, roomStay } from '../../../schema/tables/stay'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { jsonList, jsonRows } from '../../db/select-json'
import { type RowOf, selectRows } from '../../db/select-rows'
import type { NamedIds } from '../../domain/booking/references'
import type { CurrentBooking, KnownReferences } from '../../domain/booking/state'
import { bookingColumns, guestColumns, unnamedPaymentColumns } from './columns'
import { type IdempotentReplay, selectByIdentity, selectReplay } from './idempotency'

/** What a booking request needs to read. */
export interface BookingLookup {
  /** The idempotency key of the request. */
  key: string | undefined
  /** The reservation that the request names. */
  target: { id: number } | { identity: string } | undefined
  /** An identity sent beside the id of the target; if it is the target's identity, this key applies. */
  ownName?: { identity: string; key: string; byIdentity: boolean }
  paymentExtId: string | undefined
  /** Whether the request carries a payment without an external id. */
  hasUnnamedPayment: boolean
  ids: NamedIds
  /** Parts that the request sends, to compare with the stored ones. */
  sendsGuest: boolean
  sendsActivities: boolean
}

export interface BookingData {
  references: KnownReferences
  replay: IdempotentReplay | undefined
  current: CurrentBooking | undefined
  /** Whether a reservation has the key as its identity. */
  identityTaken: boolean
}

/** Reads all data to decide a booking request, in one round trip. */
export async function readBooking(
  db: Database,
  scope: Scope,
  { key, target, ownName, paymentExtId, hasUnnamedPayment, ids, sendsGuest, sendsActivities }: BookingLookup,
): Promise<BookingData> {
  const reservationId = targetId(scope, target)
  const [[found], [replay], [sameIdentity], [row], stays, rates, activities = [], activityRates = []] = await db.batch([
    selectReferences(scope, ids),
    selectReplay(scope, ownName ? keyOfNamedBooking(scope, reservationId, key, ownName) : key),
    selectByIdentity(scope, key),
    build
      .select({
        ...bookingColumns,
        hasPayment: sql`EXISTS (SELECT 1 FROM payment
          WHERE customer_id = ${scope.customer} AND reservation_id = ${reservationId} AND payment_ext_id = ${paymentExtId ?? ''})`
          .mapWith(Boolean)
          .as('hasPayment'),
        payments: unnamedPayments(scope, reservationId, hasUnnamedPayment).as('payments'),
        hasActivities: sql`EXISTS (SELECT 1 FROM activity_booking
          WHERE customer_id = ${scope.customer} AND reservation_id = ${reservationId})`
          .mapWith(Boolean)
          .as('hasActivities'),
        guests: guestOf(scope, reservationId, sendsGuest).as('guests'),
      })
      .from(reservation)
      .where(and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, reservationId))),
    build
      .select()
      .from(roomStay)
      .where(and(eq(roomStay.customerId, scope.customer), eq(roomStay.reservationId, reservationId)))
      .orderBy(roomStay.stayNo),
    build
      .select()
      .from(roomRate)
      .where(and(eq(roomRate.customerId, scope.customer), eq(roomRate.reservationId, reservationId)))
      .orderBy(roomRate.stayNo, roomRate.lineNo),
    ...(target && sendsActivities ? selectActivities(scope, reservationId) : []),
  ])
  return {
    references: referencesOf(found as StoredReferences),
    replay,
    identityTaken: sameIdentity !== undefined,
    current: row && {
      ...row,
      guest: row.guests[0],
      stays: stays.map(stay => ({ ...stay, rates: rates.filter(rate => rate.stayNo === stay.stayNo) })),
      activities: activities.map(each => ({
        ...each,
        rates: activityRates.filter(rate => rate.activityNo === each.activityNo),
      })),
    },
  }
}

const selectActivities = ({ customer }: Scope, reservationId: SQL) =>
  [
    build
      .select()
      .from(activityBooking)
      .where(and(eq(activityBooking.customerId, customer), eq(activityBooking.reservationId, reservationId)))
      .orderBy(activityBooking.activityNo),
    build
      .select()
      .from(activityRate)
      .where(and(eq(activityRate.customerId, customer), eq(activityRate.reservationId, reservationId)))
      .orderBy(activityRate.activityNo, activityRate.lineNo),
  ] as const

/** The guest of the reservation, as a list; empty if the request sends no guest. */
const guestOf = ({ customer }: Scope, reservationId: SQL, isSent: boolean) =>
  jsonRows(guestColumns, object =>
    isSent
      ? sql`
        SELECT json_group_array(${object}) FROM ${guest}
        WHERE ${guest.customerId} = ${customer} AND ${guest.guestId} = (
          SELECT r.guest_id FROM reservation AS r WHERE r.customer_id = ${customer} AND r.reservation_id = ${reservationId})`
      : sql`'[]'`,
  )

/** The key of a change that names its booking by id and has an identity too. */
const keyOfNamedBooking = (
  { customer }: Scope,
  reservationId: SQL,
  key: string | undefined,
  ownName: NonNullable<BookingLookup['ownName']>,
) =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM reservation
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND identity = ${ownName.identity})
    THEN ${ownName.key} ELSE ${key} END`

/** Payments to compare with a payment without an external id: the latest, so that the JSON fits into one value. */
const MAX_PAYMENTS = 1_000

/** The latest payments without an external id; empty if the request has no such payment. */
const unnamedPayments = ({ customer }: Scope, reservationId: SQL, isWanted: boolean) =>
  jsonRows(unnamedPaymentColumns, object =>
    isWanted
      ? sql`
        SELECT json_group_array(${object})
        FROM (SELECT * FROM payment WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND payment_ext_id IS NULL
          ORDER BY payment_no DESC LIMIT ${MAX_PAYMENTS}) AS payment`
      : sql`'[]'`,
  )

/** The id of the reservation that the request names, as an expression; NULL: it names none. */
function targetId(scope: Scope, target: BookingLookup['target']): SQL<number> {
  if (!target) return sql`NULL`
  if ('id' in target) return sql`${target.id}`
  return sql`(SELECT reservation_id FROM reservation
    WHERE customer_id = ${scope.customer} AND identity = ${target.identity})`
}

/** Which of the ids are the customer's records, as one row of lists. */
const referenceColumns = ({ customer }: Scope, ids: NamedIds) => {
  const known = <Id extends SQLiteColumn>(table: SQLiteTable, id: Id, sent: readonly number[]) =>
    jsonList(
      id,
      value => sql`
        SELECT json_group_array(${value}) FROM ${table}
        WHERE customer_id = ${customer} AND ${id} IN (SELECT value FROM json_each(${JSON.stringify(sent)}))`,
    )
  return {
    currency: customerTable.currency,
    defaultHotelId: sql<string | null>`(
      SELECT hotel_id FROM property WHERE customer_id = ${customer} ORDER BY hotel_id LIMIT 1)`,
    rooms: jsonRows(
      { roomId: room.roomId, hotelId: roomType.hotelId, maxOccupancy: roomType.maxOccupancy },
      object => sql`
        SELECT json_group_array(${object}) FROM room JOIN room_type USING (customer_id, room_type_id)
        WHERE room.customer_id = ${customer}
          AND room_id IN (SELECT value FROM json_each(${JSON.stringify(ids.rooms)}))`,
    ),
    rates: known(ratePlan, ratePlan.rateId, ids.rates),
    activities: known(activity, activity.activityId, ids.activities),
    employees: known(employee, employee.employeeId, ids.employees),
    locations: known(location, location.locationId, ids.locations),
    resources: known(resource, resource.resourceId, ids.resources),
  }
}
type StoredReferences = RowOf<ReturnType<typeof referenceColumns>>

const selectReferences = (scope: Scope, ids: NamedIds) =>
  selectRows(
    referenceColumns(scope, ids),
    selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${scope.customer}`,
  )

const referencesOf = ({ rooms, ...found }: StoredReferences): KnownReferences => ({
  currency: found.currency,
  defaultHotelId: found.defaultHotelId,
  rooms: new Map(rooms.map(({ roomId, hotelId, maxOccupancy }) => [roomId, { hotelId, maxOccupancy }])),
  rates: new Set(found.rates),
  activities: new Set(found.activities),
  employees: new Set(found.employees),
  locations: new Set(found.locations),
  resources: new Set(found.resources),
})
