import { sql } from 'drizzle-orm'
import { STATUS } from '../../../schema/wire/reservation-status'
import type { IndexRanges } from '../../db/merge-ranges'
import type { Scope } from '../../db/scope'
import { type DateRange, FIRST_DATE, LAST_DATE, type ReservationFilter, type RoomFilter, typesOf } from './filter'

/** The order of a list: by id, or by the number of the last change. */
export type Order = 'reservation_id' | 'change_seq'

/** The index ranges that contain all reservations of the filter. Undefined: no index helps. */
export function indexRangesOf(scope: Scope, order: Order, filter: ReservationFilter): IndexRanges | undefined {
  const { arrival, departure, rooms, hotelKey, statusIds = Object.values(STATUS) } = filter
  const statuses = sql`json_each(${JSON.stringify(statusIds)}) AS status`

  if (order === 'change_seq') {
    if (arrival) return ofDates(scope, 'reservation_by_arrival_change', 'arrival_date', arrival, statusIds)
    if (!filter.statusIds) return undefined
    return {
      table: 'reservation',
      index: 'reservation_by_status_change',
      keys: ['status_id'],
      values: sql`SELECT value FROM ${statuses}`,
    }
  }

  if (arrival && departure) {
    // A departure is after the arrival.
    const to = [arrival.to ?? LAST_DATE, departure.to ?? LAST_DATE].sort()[0]
    return pairs(scope, 'reservation_by_stay', ['arrival_date', { ...arrival, to }], ['departure_date', departure])
  }
  if (arrival) return ofDates(scope, 'reservation_by_arrival', 'arrival_date', arrival, statusIds)
  if (departure) return ofDates(scope, 'reservation_by_departure', 'departure_date', departure, statusIds)

  if (rooms) return ofRooms(scope, rooms)

  if (hotelKey === undefined && !filter.statusIds) return undefined
  const properties = sql`SELECT hotel_id FROM property WHERE customer_id = ${scope.customer}`
  const hotels =
    hotelKey === undefined
      ? sql`${properties} UNION ALL SELECT NULL`
      : sql`${properties} AND fetch_hotel_key = ${hotelKey}`
  return {
    table: 'reservation',
    index: 'reservation_by_hotel',
    keys: ['hotel_id', 'status_id'],
    values: sql`SELECT hotel_id, status.value FROM (${hotels}) AS hotel, ${statuses}`,
  }
}

/** A range for each combination of a date and a status that occurs. */
function ofDates(
  scope: Scope,
  index: string,
  column: string,
  range: DateRange,
  statusIds: readonly number[],
): IndexRanges {
  const statuses = { from: Math.min(...statusIds), to: Math.max(...statusIds) }
  const ranges = pairs(scope, index, [column, range], ['status_id', statuses])
  return {
    ...ranges,
    values: sql`${ranges.values} AND second IN (SELECT value FROM json_each(${JSON.stringify(statusIds)}))`,
  }
}

/** A range for each pair of dates that overlaps the dates of the filter; without dates, one for each room. */
function ofRooms(scope: Scope, rooms: readonly RoomFilter[]): IndexRanges {
  const [from = FIRST_DATE] = rooms.map(({ arrival = FIRST_DATE }) => arrival).sort()
  const to = rooms
    .map(({ departure = LAST_DATE }) => departure)
    .sort()
    .at(-1)
  if (from !== FIRST_DATE || to !== LAST_DATE) {
    return pairs(scope, 'reservation_by_stay', ['arrival_date', { to }], ['departure_date', { from }])
  }
  const types = typesOf(rooms)
  const ofTypes = types ? sql` AND room_type_id IN (SELECT value FROM json_each(${JSON.stringify(types)}))` : sql``
  return {
    table: 'room_stay',
    index: 'room_stay_of_room',
    keys: ['room_id'],
    values: sql`SELECT room_id FROM room WHERE customer_id = ${scope.customer}${ofTypes}`,
  }
}

/** A column, with the minimum and the maximum of its values. */
type ColumnRange = readonly [column: string, { from?: string | number | undefined; to?: string | number | undefined }]

/**
 * A range for each pair of values that occurs in the first two columns of an index. A recursive query finds each pair from the
 * previous one (a loose index scan), so that the cost does not depend on the number of reservations.
 */
function pairs({ customer }: Scope, index: string, one: ColumnRange, other: ColumnRange): IndexRanges {
  const [[first, { from = FIRST_DATE, to = LAST_DATE }], [second, seconds]] = [one, other]
  const min = (column: string) => sql`SELECT min(${sql.raw(column)}) FROM reservation INDEXED BY ${sql.raw(index)}
    WHERE customer_id = ${customer} AND`
  const minFirst = sql`${min(first)} ${sql.raw(first)}`
  const minSecond = (of: string) => sql`${min(second)} ${sql.raw(`${first} = ${of} AND ${second}`)}`
  return {
    table: 'reservation',
    index,
    keys: [first, second],
    tables: [
      sql`single (first) AS (
        ${minFirst} >= ${from}
        UNION ALL
        SELECT (${minFirst} > single.first) FROM single WHERE single.first < ${to})`,
      sql`pair (first, second) AS (
        SELECT first, (${minSecond('single.first')} >= ${seconds.from ?? FIRST_DATE}) FROM single WHERE first <= ${to}
        UNION ALL
        SELECT first, (${minSecond('pair.first')} > pair.second) FROM pair WHERE second < ${seconds.to ?? LAST_DATE})`,
    ],
    values: sql`SELECT first, second FROM pair WHERE second <= ${seconds.to ?? LAST_DATE}`,
  }
}
