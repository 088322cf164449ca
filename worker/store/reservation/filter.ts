import { type SQL, sql } from 'drizzle-orm'
import { FIRST_NUMBER } from '../../../schema/wire/reservation-status'
import type { Scope } from '../../db/scope'

/** A range of dates, both included; an end that is undefined is open. */
export interface DateRange {
  from?: string | undefined
  to?: string | undefined
}

/** A room of a type, with a stay on any night from arrival to departure. An undefined part matches all. */
export interface RoomFilter {
  roomTypeId?: number | undefined
  arrival?: string | undefined
  departure?: string | undefined
}

/** The filter of a list of reservations. All conditions must be met; one that is undefined matches all. */
export interface ReservationFilter {
  reservationId?: number | undefined
  reservationNumber?: number | undefined
  /** A reservation's id, number or identity. */
  bookingId?: string | undefined
  statusIds?: readonly number[] | undefined
  /** Not changed since the reservation was created, or changed. */
  unchanged?: boolean | undefined
  /** Of a property with this key. */
  hotelKey?: string | undefined
  arrival?: DateRange | undefined
  departure?: DateRange | undefined
  /** Changed at this time or later, in milliseconds since 1970. */
  changedSince?: number | undefined
  /** One of them must match. */
  rooms?: readonly RoomFilter[] | undefined
}

export const FIRST_DATE = '0000-01-01'
export const LAST_DATE = '9999-12-31'

/** Whether the row `r` of `reservation` meets the filter, except `changedSince`, which `pageTable` adds. */
export function matchesFilter({ customer }: Scope, filter: ReservationFilter): SQL {
  const { reservationId, reservationNumber, bookingId, statusIds, unchanged, hotelKey, arrival, departure } = filter
  const conditions = [
    sql`r.customer_id = ${customer}`,
    reservationId !== undefined && sql`r.reservation_id = ${reservationId}`,
    reservationNumber !== undefined && sql`r.reservation_number = ${reservationNumber}`,
    bookingId !== undefined &&
      sql`(r.identity = ${bookingId} OR ${numberIn(bookingId)} IN (r.reservation_id, r.reservation_number))`,
    statusIds && sql`r.status_id IN (${sql.raw(statusIds.map(Number).join())})`,
    unchanged !== undefined && (unchanged ? sql`r.version = 1` : sql`r.version > 1`),
    hotelKey !== undefined &&
      sql`r.hotel_id IN (SELECT hotel_id FROM property WHERE customer_id = ${customer} AND fetch_hotel_key = ${hotelKey})`,
    (arrival || departure) && sql`r.has_dates`,
    arrival && sql`r.arrival_date BETWEEN ${arrival.from ?? FIRST_DATE} AND ${arrival.to ?? LAST_DATE}`,
    departure && sql`r.departure_date BETWEEN ${departure.from ?? FIRST_DATE} AND ${departure.to ?? LAST_DATE}`,
    filter.rooms &&
      sql`EXISTS (
        SELECT 1 FROM room_stay AS s
        CROSS JOIN room ON room.customer_id = ${customer} AND room.room_id = s.room_id${isOfTypes(filter.rooms)}
        CROSS JOIN json_each(${roomFilters(filter.rooms)}) AS room ON ${matchesRooms}
        WHERE s.customer_id = ${customer} AND s.reservation_id = r.reservation_id)`,
  ]
  return sql.join(
    conditions.filter(condition => condition !== false && condition !== undefined),
    sql` AND `,
  )
}

/** Selects the ids of the reservations that the filter can mean, if it names one. Undefined: it names none. */
export function namedReservation({ customer }: Scope, filter: ReservationFilter): SQL | undefined {
  const { reservationId, reservationNumber, bookingId } = filter
  if (reservationId !== undefined) return sql`SELECT ${reservationId}`
  if (reservationNumber !== undefined) return sql`SELECT ${reservationNumber - FIRST_NUMBER}`
  if (bookingId === undefined) return undefined
  const number = numberIn(bookingId)
  const ids = number === null ? sql`` : sql`SELECT ${number} UNION SELECT ${number - FIRST_NUMBER} UNION `
  return sql`${ids}SELECT reservation_id FROM reservation WHERE customer_id = ${customer} AND identity = ${bookingId}`
}

const roomFilters = (rooms: readonly RoomFilter[]): string =>
  JSON.stringify(
    rooms.map(({ roomTypeId = null, arrival = FIRST_DATE, departure = LAST_DATE }) => ({
      roomTypeId,
      arrival,
      departure,
    })),
  )

/** Two date ranges overlap if each begins before the other ends. */
const matchesRooms = sql`s.stay_departure > room.value ->> 'arrival' AND s.stay_arrival < room.value ->> 'departure'
  AND room.room_type_id = coalesce(room.value ->> 'roomTypeId', room.room_type_id)`

/** Whether the row `room` has a type of the filter, as a further condition; none if the filter matches any type. */
export function isOfTypes(rooms: readonly RoomFilter[]): SQL {
  const types = rooms.flatMap(({ roomTypeId }) => roomTypeId ?? [])
  if (types.length < rooms.length) return sql``
  return sql` AND room.room_type_id IN (SELECT value FROM json_each(${JSON.stringify(types)}))`
}

/** Null: the text is not a number, so neither an id nor a reservation number. */
const numberIn = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)
