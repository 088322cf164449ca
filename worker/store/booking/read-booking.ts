import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { activity } from '../../../schema/tables/activity'
import { activityBooking, activityRate } from '../../../schema/tables/activity-booking'
import { customer as customerTable } from '../../../schema/tables/control'
import { guest } from '../../../schema/tables/guest'
import { employee, location, ratePlan, resource, room, roomType } from '../../../schema/tables/hotel'
import type { Database } from '../../db/database'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { jsonList, jsonRows } from '../../db/select-json'
import { type RowOf, selectRows } from '../../db/select-rows'
import type { NamedIds } from '../../domain/booking/references'
import type { CurrentBooking, KnownReferences } from '../../domain/booking/state'
import { rememberSettings } from '../customer/known-settings'
import { bookedStays, bookingColumns, guestColumns, onlyHotelOf, unnamedPaymentColumns } from './columns'
import { type KeyUse, keyColumns, keyUseOf } from './idempotency'

/** What a booking request needs to read. */
export interface BookingLookup {
  /** The idempotency key of the request. */
  key: string | undefined
  /** The reservation that the request names. */
  target: { id: number } | { identity: string } | undefined
  /** An identity sent beside the id of the target. If it is the target's own, it is a name, and this key applies, if any. */
  name?: { identity: string; key: string | undefined }
  paymentExtId: string | undefined
  /** Whether the request carries a payment without an external id. */
  hasUnnamedPayment: boolean
  ids: NamedIds
  /** Parts that the request sends, to compare with the stored ones. */
  sendsGuest: boolean
  sendsActivities: boolean
  /** Whether the request changes the guests of the booking and no room: the maximum of its first room is read. */
  sendsGuestsAlone: boolean
}

export interface BookingData extends KeyUse {
  references: KnownReferences
  current: CurrentBooking | undefined
}

/** Reads all data to decide a booking request, in one round trip. */
export async function readBooking(db: Database, scope: Scope, lookup: BookingLookup): Promise<BookingData> {
  const { key = '', target, name, paymentExtId = '', sendsGuest, sendsActivities, hasUnnamedPayment } = lookup
  const named: Target = { customer: scope.customer, ...target }
  const known = selectKnown({
    ...named,
    ...jsonOf(lookup.ids),
    key,
    name: name?.identity,
    keyBesideName: name && (name.key ?? ''),
    bookedRoom: lookup.sendsGuestsAlone || undefined,
  })
  if (!target) {
    const [[found]] = await db.batch([known])
    return { ...knownOf(scope, found as StoredKnown), current: undefined }
  }
  const [[found], [row], activities = [], activityRates = []] = await db.batch([
    known,
    selectBooking({
      ...named,
      paymentExtId,
      sentGuest: sendsGuest || undefined,
      sentPayment: hasUnnamedPayment || undefined,
    }),
    ...(sendsActivities ? ([selectActivities(named), selectActivityRates(named)] as const) : []),
  ])
  return {
    ...knownOf(scope, found as StoredKnown),
    current: row && {
      ...row,
      guest: row.guests[0],
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

interface BookingValues extends Target {
  paymentExtId: string
  /** Whether the request has what is compared with the stored guest, and with payments. */
  sentGuest: true | undefined
  sentPayment: true | undefined
}

const selectBooking = prepareStatement(
  ({ paymentExtId, sentGuest, sentPayment, ...target }: Placeholders<BookingValues>) => {
    const { customer } = target
    const reservationId = targetId(target)
    return selectRows(
      {
        ...bookingColumns,
        hasPayment: sql`EXISTS (SELECT 1 FROM payment
          WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND payment_ext_id = ${paymentExtId})`.mapWith(
          Boolean,
        ),
        payments: unnamedPayments(target, sentPayment !== undefined),
        hasActivities: sql`EXISTS (SELECT 1 FROM activity_booking
          WHERE customer_id = ${customer} AND reservation_id = ${reservationId})`.mapWith(Boolean),
        stays: bookedStays,
        guests: guestOf(target, sentGuest !== undefined),
      },
      selected => sql`
        SELECT ${selected} FROM reservation WHERE customer_id = ${customer} AND reservation_id = ${reservationId}`,
    )
  },
)

const selectActivities = prepareStatement((target: Placeholders<Target>) =>
  selectRows(
    getTableColumns(activityBooking),
    selected => sql`
      SELECT ${selected} FROM activity_booking
      WHERE customer_id = ${target.customer} AND reservation_id = ${targetId(target)} ORDER BY activity_no`,
  ),
)
const selectActivityRates = prepareStatement((target: Placeholders<Target>) =>
  selectRows(
    getTableColumns(activityRate),
    selected => sql`
      SELECT ${selected} FROM activity_rate
      WHERE customer_id = ${target.customer} AND reservation_id = ${targetId(target)} ORDER BY activity_no, line_no`,
  ),
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

interface KeyValues extends Target {
  key: string
  /** Of a change that names its booking by id and has an identity too: if it is the booking's own, `keyBesideName` is the key. */
  name: string | undefined
  keyBesideName: string | undefined
}

/** The idempotency key, as an expression. */
const keyOf = ({ key, name, keyBesideName, ...target }: Placeholders<KeyValues>): SQL =>
  name
    ? sql`CASE WHEN EXISTS (SELECT 1 FROM reservation
        WHERE customer_id = ${target.customer} AND reservation_id = ${targetId(target)} AND identity = ${name})
        THEN ${keyBesideName} ELSE ${key} END`
    : sql`${key}`

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

/** Lists of ids as JSON. */
type IdLists = Record<keyof NamedIds, string>

interface KnownValues extends KeyValues, IdLists {
  /** True: the room of the first stay of the reservation is looked up, in place of the rooms of the request. */
  bookedRoom: true | undefined
}

/** Which of the ids are the customer's records, as one row of lists. */
const referenceColumns = ({ customer, bookedRoom, ...ids }: Placeholders<KnownValues>) => {
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
    onlyHotelId: onlyHotelOf({ customer }),
    rooms: jsonRows(
      { roomId: room.roomId, hotelId: roomType.hotelid, maxOccupancy: roomType.maxOccupancy },
      object => sql`
        SELECT json_group_array(${object}) FROM room JOIN room_type USING (customer_id, room_type_id)
        WHERE room.customer_id = ${customer} AND room_id IN (${
          bookedRoom
            ? sql`SELECT stay.room_id FROM room_stay AS stay WHERE stay.customer_id = ${customer}
                AND stay.reservation_id = ${targetId({ customer, ...ids })} AND stay.stay_no = 1`
            : sql`SELECT value FROM json_each(${ids.rooms})`
        })`,
    ),
    rates: known(ratePlan, ratePlan.rateId, ids.rates),
    activities: known(activity, activity.activityId, ids.activities),
    employees: known(employee, employee.employeeId, ids.employees),
    locations: known(location, location.locationId, ids.locations),
    resources: known(resource, resource.resourceId, ids.resources),
  }
}
type StoredReferences = RowOf<ReturnType<typeof referenceColumns>>
type StoredKnown = StoredReferences & RowOf<ReturnType<typeof keyColumns>>

/** The records that the request names, and the use of its key. */
const selectKnown = prepareStatement((values: Placeholders<KnownValues>) =>
  selectRows(
    { ...referenceColumns(values), ...keyColumns(values, keyOf(values)) },
    selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${values.customer}`,
  ),
)

const jsonOf = (ids: NamedIds): IdLists => ({
  rooms: JSON.stringify(ids.rooms),
  rates: JSON.stringify(ids.rates),
  activities: JSON.stringify(ids.activities),
  employees: JSON.stringify(ids.employees),
  locations: JSON.stringify(ids.locations),
  resources: JSON.stringify(ids.resources),
})

const knownOf = (scope: Scope, found: StoredKnown) => ({
  ...keyUseOf(found),
  references: referencesOf(scope, found),
})

function referencesOf(scope: Scope, { rooms, ...found }: StoredReferences): KnownReferences {
  rememberSettings(scope, found)
  return {
    currency: found.currency,
    onlyHotelId: found.onlyHotelId,
    rooms: new Map(rooms.map(({ roomId, hotelId, maxOccupancy }) => [roomId, { hotelId, maxOccupancy }])),
    rates: new Set(found.rates),
    activities: new Set(found.activities),
    employees: new Set(found.employees),
    locations: new Set(found.locations),
    resources: new Set(found.resources),
  }
}
