import { type SQL, sql } from 'drizzle-orm'
import { STATUS } from '../../../schema/wire/reservation-status'
import type { IndexRanges } from '../../db/merge-ranges'
import type { Scope } from '../../db/scope'
import { dateAfter } from '../../domain/stay-dates'
import {
  type DateRange,
  FIRST_DATE,
  hasStay,
  LAST_DATE,
  type ReservationFilter,
  type RoomFilter,
  roomsOfTypes,
} from './filter'

/** The order of a list: by id, or by the number of the last change. */
export type Order = 'reservation_id' | 'change_seq'

/** The index ranges that contain all reservations of the filter. Undefined: no index helps. */
export function indexRangesOf(scope: Scope, order: Order, filter: ReservationFilter): IndexRanges | undefined {
  const { arrival, departure, rooms, hotelKey, unchanged, statusIds = Object.values(STATUS) } = filter
  const hasOther = Boolean(rooms) || unchanged !== undefined
  const isOfAnyHotel = hotelKey === undefined
  const nothingIf = (isWholeFilter: boolean) => (isWholeFilter ? NOTHING : undefined)

  if (order === 'change_seq') {
    const remaining = nothingIf(!hasOther && isOfAnyHotel && !departure)
    if (arrival) return ofDates(scope, order, { ...BY_ARRIVAL_CHANGE, remaining }, arrival, statusIds)
    if (!filter.statusIds) return undefined
    const values = sql`SELECT value FROM ${listOf(statusIds)}`
    return { table: 'reservation', index: 'reservation_by_status_change', keys: ['status_id'], values, remaining }
  }

  if (arrival && departure) {
    // A departure is after the arrival.
    const to = [arrival.to ?? LAST_DATE, departure.to ?? LAST_DATE].sort()[0]
    return ofStays(scope, order, { ...arrival, to }, departure)
  }
  if (arrival && !isOfAnyHotel) {
    const hotels = hotelsOf(scope, hotelKey)
    return ofDates(scope, order, { ...BY_HOTEL_ARRIVAL, hotels, remaining: nothingIf(!hasOther) }, arrival, statusIds)
  }
  const remaining = nothingIf(!hasOther && isOfAnyHotel)
  if (arrival) return ofDates(scope, order, { ...BY_ARRIVAL, remaining }, arrival, statusIds)
  if (departure) return ofDates(scope, order, { ...BY_DEPARTURE, remaining }, departure, statusIds)

  if (rooms) return ofRooms(scope, order, rooms, !filter.statusIds && isOfAnyHotel && unchanged === undefined)

  if (isOfAnyHotel && !filter.statusIds) return undefined
  const hotels = isOfAnyHotel ? sql`${hotelsOf(scope)} UNION ALL SELECT NULL` : hotelsOf(scope, hotelKey)
  return {
    table: 'reservation',
    index: 'reservation_by_hotel',
    keys: ['hotel_id', 'status_id'],
    values: sql`SELECT hotel_id, status.value FROM (${hotels}) AS hotel, ${listOf(statusIds)}`,
    remaining: nothingIf(unchanged === undefined),
  }
}

/** Nothing is left of the filter. A range that ended has no position. */
const NOTHING = sql`merged.position IS NOT NULL`

const listOf = (statusIds: readonly number[]) => sql`json_each(${JSON.stringify(statusIds)}) AS status`

/** Selects the hotels with a key, or all hotels. */
const hotelsOf = ({ customer }: Scope, hotelKey?: string) =>
  sql`SELECT hotel_id FROM property WHERE customer_id = ${customer}${
    hotelKey === undefined ? sql`` : sql` AND fetch_hotel_key = ${hotelKey}`
  }`

/** The columns of the first entry of an index that meets a condition, as JSON. */
const firstEntry = ({ customer }: Scope, index: string, columns: SQL, where: SQL) => sql`(
  SELECT json_array(${columns}) FROM reservation INDEXED BY ${sql.raw(index)}
  WHERE customer_id = ${customer} AND ${where} ORDER BY ${columns} LIMIT 1)`

/** An index with a date, then the status, the order of the list, and `has_dates`. */
interface DateIndex {
  name: string
  /** The column of the date. */
  date: string
  /** Selects the hotels of the filter. Their column is before the date. */
  hotels?: SQL
  /** What is left of the filter beside the date, the hotels and the status. */
  remaining: SQL | undefined
}

const BY_ARRIVAL = { name: 'reservation_by_arrival', date: 'arrival_date' }
const BY_ARRIVAL_CHANGE = { name: 'reservation_by_arrival_change', date: 'arrival_date' }
const BY_HOTEL_ARRIVAL = { name: 'reservation_by_hotel_arrival', date: 'arrival_date' }
const BY_DEPARTURE = { name: 'reservation_by_departure', date: 'departure_date' }

/**
 * A range for each date that occurs, for each of the hotels, with a lane for each status. A recursive query finds the first entry
 * of each date after that of the previous date. The first page begins with these entries.
 */
function ofDates(
  scope: Scope,
  order: Order,
  { name, date, hotels, remaining }: DateIndex,
  { from = FIRST_DATE, to = LAST_DATE }: DateRange,
  statusIds: readonly number[],
): IndexRanges {
  const hotel = sql.raw(hotels ? 'hotel_id, ' : '')
  const columns = sql.raw(`${date}, status_id, ${order}`)
  const ofHotel = sql.raw(hotels ? 'hotel_id = entry.hotel_id AND ' : '')
  const firstOn = (dates: SQL) =>
    firstEntry(scope, name, columns, sql`${ofHotel}${sql.raw(date)} ${dates} AND has_dates`)
  return {
    table: 'reservation',
    index: name,
    keys: hotels ? ['hotel_id', date] : [date],
    tables: [
      sql`entry (${hotel}found) AS (
        SELECT ${hotel}${firstOn(sql`>= ${from}`)}${hotels ? sql` FROM (${hotels}) AS entry` : sql``}
        UNION ALL
        SELECT ${hotel}${firstOn(sql`> found ->> 0`)} FROM entry WHERE found ->> 0 < ${to})`,
    ],
    values: sql`SELECT ${hotel}found ->> 0, found ->> 1, found ->> 2 FROM entry WHERE found ->> 0 <= ${to}`,
    hasFirst: true,
    lanes: { column: 'status_id', values: [...new Set(statusIds)] },
    condition: sql`has_dates`,
    remaining,
  }
}

/**
 * A range for each pair of an arrival and a departure that occurs. A recursive query finds the first entry of each pair from
 * that of the previous pair (a loose index scan), so that the cost does not depend on the number of reservations. It goes past
 * departures that the filter excludes. Ranges of the first page begin with the entries that were found. Later pages seek the
 * entries after their cursor, one row more for each range.
 */
function ofStays(
  scope: Scope,
  order: Order,
  { from = FIRST_DATE, to = LAST_DATE }: DateRange,
  { from: departsFrom = FIRST_DATE, to: departsTo = LAST_DATE }: DateRange,
): IndexRanges {
  const index = 'reservation_by_stay'
  const columns = sql`arrival_date, departure_date, ${sql.raw(order)}`
  const first = (where: SQL) => firstEntry(scope, index, columns, where)
  // A comparison of both columns as a row value would read all entries of the pair.
  const entryAfter = (on: SQL, above: SQL, before: SQL) => sql`coalesce(
    ${first(sql`arrival_date = ${on} AND departure_date > ${above}`)}, ${first(sql`arrival_date > ${before}`)})`
  const [arrived, departed] = [sql`entry.found ->> 0`, sql`entry.found ->> 1`]
  const beforeAll = departsFrom === FIRST_DATE ? sql`''` : sql`${dateAfter(departsFrom, -1)}`
  const above = sql`CASE WHEN ${departed} < ${departsFrom} THEN ${beforeAll} WHEN ${departed} < ${departsTo} THEN ${departed} END`
  return {
    table: 'reservation',
    index,
    keys: ['arrival_date', 'departure_date'],
    tables: [
      sql`entry (found) AS (
        SELECT ${entryAfter(sql`${from}`, beforeAll, sql`${from}`)}
        UNION ALL
        SELECT ${entryAfter(
          sql`iif(${above} IS NULL, date(${arrived}, '+1 day'), ${arrived})`,
          sql`coalesce(${above}, ${beforeAll})`,
          arrived,
        )} FROM entry WHERE ${arrived} <= ${to})`,
    ],
    values: sql`
      SELECT ${arrived}, ${departed}, entry.found ->> 2 FROM entry
      WHERE ${arrived} <= ${to} AND ${departed} BETWEEN ${departsFrom} AND ${departsTo}`,
    hasFirst: true,
  }
}

/**
 * A range for each pair of dates that overlaps the dates of the filter; without dates, one for each room. `isWholeFilter`: the
 * filter has no other condition.
 */
function ofRooms(scope: Scope, order: Order, rooms: readonly RoomFilter[], isWholeFilter: boolean): IndexRanges {
  const [from = FIRST_DATE] = rooms.map(({ arrival = FIRST_DATE }) => arrival).sort()
  const [to = LAST_DATE] = rooms
    .map(({ departure = LAST_DATE }) => departure)
    .sort()
    .reverse()
  // The first and the last night of the filter are nights of the stay.
  const arrival = to === LAST_DATE ? {} : { to: dateAfter(to, -1) }
  const departure = from === FIRST_DATE ? {} : { from: dateAfter(from, 1) }
  const remaining = isWholeFilter ? hasStay(scope, rooms, sql`merged.position`) : undefined
  if (arrival.to || departure.from) return { ...ofStays(scope, order, arrival, departure), remaining }
  const hasDates = rooms.some(({ arrival, departure }) => arrival || departure)
  return {
    table: 'room_stay',
    index: 'room_stay_of_room',
    keys: ['room_id'],
    values: roomsOfTypes(scope, rooms),
    remaining: isWholeFilter && !hasDates ? NOTHING : remaining,
  }
}
