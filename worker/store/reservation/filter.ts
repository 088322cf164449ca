import { type SQL, sql } from 'drizzle-orm'
import { FIRST_NUMBER } from '../../../schema/wire/reservation-status'
import type { Scope } from '../../db/scope'
import type { SoughtGuest } from '../../domain/sought-guest'

/** A range of dates, both included; an end that is undefined is open. */
export interface DateRange {
  from?: string | undefined
  to?: string | undefined
}

/** A room of a type, with a stay on any night from arrival to departure. An undefined part matches all. */
interface RoomFilter {
  roomTypeId?: number | undefined
  arrival?: string | undefined
  departure?: string | undefined
}

/** The filter of a list of reservations. All conditions must be met; one that is undefined matches all. */
export interface ReservationFilter {
  reservationId?: number | undefined
  reservationNumber?: number | undefined
  /** A reservation's identity, else its id, else its number. */
  bookingId?: string | undefined
  statusIds?: readonly number[] | undefined
  /** Not changed since the reservation was created, or changed. */
  unchanged?: boolean | undefined
  /** With a room in a property with this key, or without a room and of such a property. */
  hotelKey?: string | undefined
  arrival?: DateRange | undefined
  departure?: DateRange | undefined
  /** Changed at this time or later, in milliseconds since 1970. */
  changedSince?: number | undefined
  /** The guest. A page reads at most `STAYS_PER_SEARCH` stays for it, and the rows of guests that only may be meant. */
  guest?: SoughtGuest | undefined
  /** One of them must match. */
  rooms?: readonly RoomFilter[] | undefined
}

export const FIRST_DATE = '0000-01-01'
export const LAST_DATE = '9999-12-31'

/**
 * Whether the row `r` of `reservation` meets the filter, except `changedSince`, which is a range of the order of changes. The
 * plus before a column keeps SQLite from a search for it in place of the range of the list.
 */
export function matchesFilter(scope: Scope, filter: ReservationFilter): SQL {
  const { customer } = scope
  const { reservationId, reservationNumber, statusIds, unchanged, hotelKey, arrival, departure } = filter
  const conditions = [
    sql`r.customer_id = ${customer}`,
    reservationId !== undefined && sql`+r.reservation_id = ${reservationId}`,
    reservationNumber !== undefined && sql`r.reservation_number = ${reservationNumber}`,
    statusIds && sql`+r.status_id IN (${sql.raw(statusIds.map(Number).join())})`,
    unchanged !== undefined && (unchanged ? sql`r.version = 1` : sql`r.version > 1`),
    hotelKey !== undefined && isInHotel(scope, hotelKey),
    (arrival || departure) && sql`r.has_dates`,
    arrival && sql`+r.arrival_date BETWEEN ${arrival.from ?? FIRST_DATE} AND ${arrival.to ?? LAST_DATE}`,
    departure && sql`+r.departure_date BETWEEN ${departure.from ?? FIRST_DATE} AND ${departure.to ?? LAST_DATE}`,
    filter.rooms && hasStay(scope, filter.rooms),
  ]
  return sql.join(
    conditions.filter(condition => condition !== false && condition !== undefined),
    sql` AND `,
  )
}

/** Whether the row `r` has a room in a hotel with a key, or none and belongs to it. */
const isInHotel = (scope: Scope, key: string): SQL => sql`(+r.hotel_id IN (${hotelsOf(scope, key)}) OR EXISTS (
  SELECT 1 FROM reservation_hotel AS f WHERE f.customer_id = r.customer_id AND f.reservation_id = r.reservation_id
    AND f.hotel_id IN (${hotelsOf(scope, key)})))`

/** Selects the hotels with a key, as `value`. */
export const hotelsOf = ({ customer }: Scope, key: string): SQL =>
  sql`SELECT hotel_id AS value FROM property WHERE customer_id = ${customer} AND fetch_hotel_key = ${key}`

/** Selects the ids of the reservations that the filter can mean, as `value`, if it names one. Undefined: it names none. */
export function namedReservation(scope: Scope, filter: ReservationFilter): SQL | undefined {
  const { reservationId, reservationNumber, bookingId } = filter
  if (reservationId !== undefined) return sql`SELECT ${reservationId} AS value`
  if (reservationNumber !== undefined) return sql`SELECT ${reservationNumber - FIRST_NUMBER} AS value`
  return bookingId === undefined ? undefined : sql`SELECT ${reservationOf(scope, bookingId)} AS value`
}

/** The reservation that a text names: by its identity, else by its id, else by its number. NULL: there is none. */
function reservationOf({ customer }: Scope, bookingId: string): SQL {
  const named = (condition: SQL) =>
    sql`(SELECT reservation_id FROM reservation WHERE customer_id = ${customer} AND ${condition})`
  const byIdentity = named(sql`identity = ${bookingId}`)
  // Of more digits, a number is no id.
  if (!/^\d{1,15}$/.test(bookingId)) return byIdentity
  const number = Number(bookingId)
  return sql`coalesce(${byIdentity}, ${named(sql`reservation_id = ${number}`)}, ${named(sql`reservation_id = ${number - FIRST_NUMBER}`)})`
}

/** Whether the row `r` has a stay that meets one of the filters. */
const hasStay = (scope: Scope, rooms: readonly RoomFilter[]): SQL => sql`EXISTS (
  SELECT 1 FROM room_stay AS s
  WHERE s.customer_id = ${scope.customer} AND s.reservation_id = r.reservation_id AND ${meetsOneOf(scope, rooms)})`

/** Whether the row `s` of `room_stay` meets one of the filters. One range of dates needs no `json_each`, whose rows D1 bills. */
function meetsOneOf(scope: Scope, rooms: readonly RoomFilter[]): SQL {
  const [first] = rooms
  if (rooms.every(({ arrival, departure }) => arrival === first?.arrival && departure === first?.departure)) {
    const { arrival = FIRST_DATE, departure = LAST_DATE } = first ?? {}
    // The rooms of the types are read once. The plus keeps SQLite from a search for each of them.
    return sql`s.stay_departure > ${arrival} AND s.stay_arrival < ${departure}${
      areOfAnyType(rooms) ? sql`` : sql` AND +s.room_id IN (${roomsOfTypes(scope, rooms)})`
    }`
  }
  return sql`EXISTS (
    SELECT 1 FROM room CROSS JOIN json_each(${JSON.stringify(rooms)}) AS entry
    WHERE room.customer_id = ${scope.customer} AND room.room_id = s.room_id
      AND s.stay_departure > coalesce(entry.value ->> 'arrival', ${FIRST_DATE})
      AND s.stay_arrival < coalesce(entry.value ->> 'departure', ${LAST_DATE})
      AND room.room_type_id = coalesce(entry.value ->> 'roomTypeId', room.room_type_id))`
}

/** Selects the rooms of the types of the filters; all rooms if a filter has no type. */
function roomsOfTypes({ customer }: Scope, rooms: readonly RoomFilter[]): SQL {
  const types = JSON.stringify(rooms.map(({ roomTypeId }) => roomTypeId))
  return sql`SELECT room_id FROM room WHERE customer_id = ${customer}${
    areOfAnyType(rooms) ? sql`` : sql` AND room_type_id IN (SELECT value FROM json_each(${types}))`
  }`
}

const areOfAnyType = (rooms: readonly RoomFilter[]) => rooms.some(({ roomTypeId }) => roomTypeId === undefined)
