import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
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
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { jsonList, jsonRows } from '../../db/select-json'
import { type RowOf, selectRows } from '../../db/select-rows'
import { readableCustomer } from '../../db/tenancy-guard'
import type { NamedIds } from '../../domain/booking/references'
import type { CurrentBooking, KnownReferences } from '../../domain/booking/state'
import { rememberSettings } from '../customer/known-settings'
import { bookingColumns, guestColumns, unnamedPaymentColumns } from './columns'
import { type IdempotentReplay, replayOf, selectByIdentity, selectReplay } from './idempotency'

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
export async function readBooking(db: Database, scope: Scope, lookup: BookingLookup): Promise<BookingData> {
  const { key, target, ownName, paymentExtId, hasUnnamedPayment, ids, sendsGuest, sendsActivities } = lookup
  const { customer } = scope
  if (!target) {
    const [[found], [replay], [sameIdentity]] = await db.batch([
      selectReferences(scope, ids),
      selectReplay(scope, key),
      selectByIdentity(scope, key),
    ])
    return {
      references: referencesOf(scope, found as StoredReferences),
      replay,
      identityTaken: sameIdentity !== undefined,
      current: undefined,
    }
  }
  const named: Target = { customer, ...('id' in target ? { id: target.id } : { identity: target.identity }) }
  const sentGuest = sendsGuest || undefined
  const sentPayment = hasUnnamedPayment || undefined
  const [[found], [replay], [sameIdentity], [row], stays, rates, activities = [], activityRates = []] = await db.batch([
    selectReferences(scope, ids),
    ownName
      ? selectReplayOfNamed({
          ...named,
          key: key ?? '',
          ownIdentity: ownName.identity,
          ownKey: ownName.key,
        })
      : selectReplay(scope, key),
    selectByIdentity(scope, key),
    selectBooking({ ...named, paymentExtId: paymentExtId ?? '', sentGuest, sentPayment }),
    selectStays(named),
    selectRates(named),
    ...(sendsActivities ? ([selectActivities(named), selectActivityRates(named)] as const) : []),
  ])
  return {
    references: referencesOf(scope, found as StoredReferences),
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

/** The reservation that a request names, by one of both. */
interface Target {
  customer: number
  id?: number
  identity?: string
}

/** The id of the reservation, as an expression. */
const targetId = ({ customer, id, identity }: Placeholders<Target>): SQL<number> =>
  id
    ? sql`${id}`
    : sql`(SELECT reservation_id FROM reservation WHERE customer_id = ${customer} AND identity = ${identity})`

/** `sentGuest`, `sentPayment`: whether the request has what is compared with the stored guest, and with payments. */
const selectBooking = prepareStatement(
  ({
    paymentExtId,
    sentGuest,
    sentPayment,
    ...target
  }: Placeholders<Target & { paymentExtId: string; sentGuest: true | undefined; sentPayment: true | undefined }>) => {
    const { customer } = target
    const reservationId = targetId(target)
    return build
      .select({
        ...bookingColumns,
        hasPayment: sql`EXISTS (SELECT 1 FROM payment
          WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND payment_ext_id = ${paymentExtId})`
          .mapWith(Boolean)
          .as('hasPayment'),
        payments: unnamedPayments(target, sentPayment !== undefined).as('payments'),
        hasActivities: sql`EXISTS (SELECT 1 FROM activity_booking
          WHERE customer_id = ${customer} AND reservation_id = ${reservationId})`
          .mapWith(Boolean)
          .as('hasActivities'),
        guests: guestOf(target, sentGuest !== undefined).as('guests'),
      })
      .from(reservation)
      .where(and(eq(reservation.customerId, customer), eq(reservation.reservationId, reservationId)))
  },
)

const ofTarget = (
  { customerId, reservationId }: { customerId: SQLiteColumn; reservationId: SQLiteColumn },
  target: Placeholders<Target>,
) => and(eq(customerId, target.customer), eq(reservationId, targetId(target)))

const selectStays = prepareStatement((target: Placeholders<Target>) =>
  build.select().from(roomStay).where(ofTarget(roomStay, target)).orderBy(roomStay.stayNo),
)
const selectRates = prepareStatement((target: Placeholders<Target>) =>
  build.select().from(roomRate).where(ofTarget(roomRate, target)).orderBy(roomRate.stayNo, roomRate.lineNo),
)
const selectActivities = prepareStatement((target: Placeholders<Target>) =>
  build.select().from(activityBooking).where(ofTarget(activityBooking, target)).orderBy(activityBooking.activityNo),
)
const selectActivityRates = prepareStatement((target: Placeholders<Target>) =>
  build
    .select()
    .from(activityRate)
    .where(ofTarget(activityRate, target))
    .orderBy(activityRate.activityNo, activityRate.lineNo),
)

/** The guest of the reservation, as a list; empty if the request sends no guest. */
const guestOf = (target: Placeholders<Target>, isSent: boolean) =>
  jsonRows(guestColumns, object =>
    isSent
      ? sql`
        SELECT json_group_array(${object}) FROM ${guest}
        WHERE ${guest.customerId} = ${target.customer} AND ${guest.guestId} = (
          SELECT r.guest_id FROM reservation AS r
          WHERE r.customer_id = ${target.customer} AND r.reservation_id = ${targetId(target)})`
      : sql`'[]'`,
  )

/** The replay of a change that names its booking by id and has an identity too, which may be the booking's own. */
const selectReplayOfNamed = prepareStatement(
  ({
    key,
    ownIdentity,
    ownKey,
    ...target
  }: Placeholders<Target & { key: string; ownIdentity: string; ownKey: string }>) =>
    replayOf(
      target.customer,
      sql`CASE WHEN EXISTS (SELECT 1 FROM reservation
        WHERE customer_id = ${target.customer} AND reservation_id = ${targetId(target)} AND identity = ${ownIdentity})
        THEN ${ownKey} ELSE ${key} END`,
    ),
)

/** Payments to compare with a payment without an external id: the latest, so that the JSON fits into one value. */
const MAX_PAYMENTS = 1_000

/** The latest payments without an external id; empty if the request has no such payment. */
const unnamedPayments = (target: Placeholders<Target>, isSent: boolean) =>
  jsonRows(unnamedPaymentColumns, object =>
    isSent
      ? sql`
        SELECT json_group_array(${object})
        FROM (SELECT * FROM payment
          WHERE customer_id = ${target.customer} AND reservation_id = ${targetId(target)} AND payment_ext_id IS NULL
          ORDER BY payment_no DESC LIMIT ${MAX_PAYMENTS}) AS payment`
      : sql`'[]'`,
  )

/** Which of the ids are the customer's records, as one row of lists. Each list of ids is JSON. */
const referenceColumns = ({
  customer,
  ...ids
}: Placeholders<{ customer: number } & Record<keyof NamedIds, string>>) => {
  const known = <Id extends SQLiteColumn>(table: SQLiteTable, id: Id, sent: Placeholder) =>
    jsonList(
      id,
      value => sql`
        SELECT json_group_array(${value}) FROM ${table}
        WHERE customer_id = ${customer} AND ${id} IN (SELECT value FROM json_each(${sent}))`,
    )
  return {
    currency: customerTable.currency,
    timeZone: customerTable.timeZone,
    defaultHotelId: sql<string | null>`(
      SELECT hotel_id FROM property WHERE customer_id = ${customer} ORDER BY hotel_id LIMIT 1)`,
    rooms: jsonRows(
      { roomId: room.roomId, hotelId: roomType.hotelId, maxOccupancy: roomType.maxOccupancy },
      object => sql`
        SELECT json_group_array(${object}) FROM room JOIN room_type USING (customer_id, room_type_id)
        WHERE room.customer_id = ${customer} AND room_id IN (SELECT value FROM json_each(${ids.rooms}))`,
    ),
    rates: known(ratePlan, ratePlan.rateId, ids.rates),
    activities: known(activity, activity.activityId, ids.activities),
    employees: known(employee, employee.employeeId, ids.employees),
    locations: known(location, location.locationId, ids.locations),
    resources: known(resource, resource.resourceId, ids.resources),
  }
}
type StoredReferences = RowOf<ReturnType<typeof referenceColumns>>

const selectNamed = prepareStatement((sent: Placeholders<{ customer: number } & Record<keyof NamedIds, string>>) =>
  selectRows(
    referenceColumns(sent),
    selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${readableCustomer(sent.customer)}`,
  ),
)

const selectReferences = ({ customer }: Scope, ids: NamedIds) =>
  selectNamed({
    customer,
    rooms: JSON.stringify(ids.rooms),
    rates: JSON.stringify(ids.rates),
    activities: JSON.stringify(ids.activities),
    employees: JSON.stringify(ids.employees),
    locations: JSON.stringify(ids.locations),
    resources: JSON.stringify(ids.resources),
  })

function referencesOf(scope: Scope, { rooms, ...found }: StoredReferences): KnownReferences {
  rememberSettings(scope, found)
  return {
    currency: found.currency,
    defaultHotelId: found.defaultHotelId,
    rooms: new Map(rooms.map(({ roomId, hotelId, maxOccupancy }) => [roomId, { hotelId, maxOccupancy }])),
    rates: new Set(found.rates),
    activities: new Set(found.activities),
    employees: new Set(found.employees),
    locations: new Set(found.locations),
    resources: new Set(found.resources),
  }
}
