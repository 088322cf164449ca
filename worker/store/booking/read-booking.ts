import { and, eq, type SQL, sql } from 'drizzle-orm'
import { customer } from '../../../schema/tables/control'
import { reservation } from '../../../schema/tables/reservation'
import { roomRate, roomStay } from '../../../schema/tables/stay'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { NamedIds } from '../../domain/booking/references'
import type { CurrentBooking, KnownReferences, UnnamedPayment } from '../../domain/booking/state'
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
  { key, target, ownName, paymentExtId, hasUnnamedPayment, ids }: BookingLookup,
): Promise<BookingData> {
  const reservationId = targetId(scope, target)
  const [[found], [replay], [sameIdentity], [row], stays, rates] = await db.batch([
    selectReferences(scope, ids),
    selectReplay(scope, ownName ? keyOfNamedBooking(scope, reservationId, key, ownName) : key),
    selectByIdentity(scope, key),
    build
      .select({
        reservationId: reservation.reservationId,
        reservationNumber: reservation.reservationNumber,
        identity: reservation.identity,
        version: reservation.version,
        lastChangeHash: reservation.lastChangeHash,
        label: reservation.label,
        typeId: reservation.typeId,
        statusId: reservation.statusId,
        hotelId: reservation.hotelId,
        arrivalDate: reservation.arrivalDate,
        departureDate: reservation.departureDate,
        hasDates: reservation.hasDates,
        cancellationFee: reservation.cancellationFee,
        hasPayment: sql<number>`EXISTS (SELECT 1 FROM payment
          WHERE customer_id = ${scope.customer} AND reservation_id = ${reservationId} AND payment_ext_id = ${paymentExtId ?? ''})`.as(
          'hasPayment',
        ),
        payments: hasUnnamedPayment ? unnamedPayments(scope, reservationId) : sql<string>`'[]'`.as('payments'),
        hasActivities: sql<number>`EXISTS (SELECT 1 FROM activity_booking
          WHERE customer_id = ${scope.customer} AND reservation_id = ${reservationId})`.as('hasActivities'),
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
  ])
  return {
    references: referencesOf(found as FoundReferences),
    replay,
    identityTaken: sameIdentity !== undefined,
    current: row && {
      ...row,
      hasPayment: Boolean(row.hasPayment),
      payments: JSON.parse(row.payments) as UnnamedPayment[],
      hasActivities: Boolean(row.hasActivities),
      stays: stays.map(stay => ({ ...stay, rates: rates.filter(rate => rate.stayNo === stay.stayNo) })),
    },
  }
}

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

/** The latest payments without an external id, as JSON. */
const unnamedPayments = ({ customer }: Scope, reservationId: SQL) =>
  sql<string>`(SELECT json_group_array(json_object(
      'paymentSource', payment_source, 'paymentAmount', payment_amount, 'surcharge', surcharge,
      'baseAmount', base_amount, 'transactionTotal', transaction_total, 'adjustmentValue', adjustment_value,
      'correspondenceTypeId', correspondence_type_id))
    FROM (SELECT * FROM payment WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND payment_ext_id IS NULL
      ORDER BY payment_no DESC LIMIT ${MAX_PAYMENTS}))`.as('payments')

/** The id of the reservation that the request names, as an expression; NULL: it names none. */
function targetId(scope: Scope, target: BookingLookup['target']): SQL<number> {
  if (!target) return sql`NULL`
  if ('id' in target) return sql`${target.id}`
  return sql`(SELECT reservation_id FROM reservation
    WHERE customer_id = ${scope.customer} AND identity = ${target.identity})`
}

interface FoundReferences {
  currency: string
  defaultHotelId: string | null
  rooms: string
  rates: string
  activities: string
  employees: string
  locations: string
  resources: string
}

/** Which of the ids are the customer's records, as one row of lists. */
function selectReferences(scope: Scope, ids: NamedIds) {
  const known = (table: string, column: string, sent: number[]) => sql`
    (SELECT json_group_array(${sql.raw(column)}) FROM ${sql.raw(table)}
      WHERE customer_id = ${scope.customer}
        AND ${sql.raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(sent)})))`
  return build.all<FoundReferences>(sql`
    SELECT
      currency,
      (SELECT hotel_id FROM property WHERE customer_id = ${scope.customer} ORDER BY hotel_id LIMIT 1) AS defaultHotelId,
      (SELECT json_group_array(json_array(room_id, hotel_id, max_occupancy))
        FROM room JOIN room_type USING (customer_id, room_type_id)
        WHERE room.customer_id = ${scope.customer}
          AND room_id IN (SELECT value FROM json_each(${JSON.stringify(ids.rooms)}))) AS rooms,
      ${known('rate_plan', 'rate_id', ids.rates)} AS rates,
      ${known('activity', 'activity_id', ids.activities)} AS activities,
      ${known('employee', 'employee_id', ids.employees)} AS employees,
      ${known('location', 'location_id', ids.locations)} AS locations,
      ${known('resource', 'resource_id', ids.resources)} AS resources
    FROM ${customer} WHERE customer_id = ${scope.customer}`)
}

function referencesOf(found: FoundReferences): KnownReferences {
  const ids = (list: string) => new Set(JSON.parse(list) as number[])
  const rooms = JSON.parse(found.rooms) as [number, string, number][]
  return {
    currency: found.currency,
    defaultHotelId: found.defaultHotelId,
    rooms: new Map(rooms.map(([roomId, hotelId, maxOccupancy]) => [roomId, { hotelId, maxOccupancy }])),
    rates: ids(found.rates),
    activities: ids(found.activities),
    employees: ids(found.employees),
    locations: ids(found.locations),
    resources: ids(found.resources),
  }
}
