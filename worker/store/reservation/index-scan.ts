import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../db/scope'
import { STATUS } from '../../domain/reservation/status'
import { type DateRange, FIRST_DATE, LAST_DATE, type ReservationFilter, type RoomFilter, typesOf } from './filter'

/** What a list is ordered by: ids, or the customer's changes. */
export type Order = 'reservation_id' | 'change_seq'

/** Lanes of an index: what they are told apart by, the values that count, and tables that finding these takes. */
export interface IndexRanges {
  /** The table of the index; `reservation` if not said. */
  table?: string
  index: string
  keys: readonly string[]
  /** Selects one column for each key, in their order. */
  values: SQL
  tables?: readonly SQL[]
}

/** The lanes in which everything is that the filter can mean. Undefined: no lane narrows it. */
export function indexRangesOf(scope: Scope, order: Order, filter: ReservationFilter): IndexRanges | undefined {
  const { arrival, departure, rooms, hotelKey, statusIds = Object.values(STATUS) } = filter
  const statuses = sql`json_each(${JSON.stringify(statusIds)}) AS status`

  if (order === 'change_seq') {
    if (arrival) return ofDates(scope, 'reservation_by_arrival_change', 'arrival_date', arrival, statusIds)
    if (!filter.statusIds) return undefined
    return { index: 'reservation_by_status_change', keys: ['status_id'], values: sql`SELECT value FROM ${statuses}` }
  }

  if (arrival && departure) {
    // Nobody leaves before coming.
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
    index: 'reservation_by_hotel',
    keys: ['hotel_id', 'status_id'],
    values: sql`SELECT hotel_id, status.value FROM (${hotels}) AS hotel, ${statuses}`,
  }
}

/** A lane for every date of the range and status that occur together. */
function ofDates(
  scope: Scope,
  index: string,
  column: string,
  range: DateRange,
  statusIds: readonly number[],
): IndexRanges {
  const statuses = { from: Math.min(...statusIds), to: Math.max(...statusIds) }
  const lanes = pairs(scope, index, [column, range], ['status_id', statuses])
  return {
    ...lanes,
    values: sql`${lanes.values} AND second IN (SELECT value FROM json_each(${JSON.stringify(statusIds)}))`,
  }
}

/** A lane for every two dates of reservations that are there when a room is looked for, or else for every room. */
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

/** A column, and the least and the largest of its values that count. */
type Span = readonly [column: string, { from?: string | number | undefined; to?: string | number | undefined }]

/**
 * A lane for every two values of an index's first columns that occur together. Each is found from the one before, so that it
 * does not matter how many reservations have them.
 */
function pairs({ customer }: Scope, index: string, one: Span, other: Span): IndexRanges {
  const [[first, { from = FIRST_DATE, to = LAST_DATE }], [second, seconds]] = [one, other]
  const least = (column: string) => sql`SELECT min(${sql.raw(column)}) FROM reservation INDEXED BY ${sql.raw(index)}
    WHERE customer_id = ${customer} AND`
  const leastFirst = sql`${least(first)} ${sql.raw(first)}`
  const leastSecond = (of: string) => sql`${least(second)} ${sql.raw(`${first} = ${of} AND ${second}`)}`
  return {
    index,
    keys: [first, second],
    tables: [
      sql`single (first) AS (
        ${leastFirst} >= ${from}
        UNION ALL
        SELECT (${leastFirst} > single.first) FROM single WHERE single.first < ${to})`,
      sql`pair (first, second) AS (
        SELECT first, (${leastSecond('single.first')} >= ${seconds.from ?? FIRST_DATE}) FROM single WHERE first <= ${to}
        UNION ALL
        SELECT first, (${leastSecond('pair.first')} > pair.second) FROM pair WHERE second < ${seconds.to ?? LAST_DATE})`,
    ],
    values: sql`SELECT first, second FROM pair WHERE second <= ${seconds.to ?? LAST_DATE}`,
  }
}
