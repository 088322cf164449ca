import { type SQL, sql } from 'drizzle-orm'
import { STATUS } from '../../../schema/wire/reservation-status'
import type { IndexRanges } from '../../db/merge-ranges'
import type { Scope } from '../../db/scope'
import { dateAfter } from '../../domain/stay-dates'
import { type DateRange, FIRST_DATE, LAST_DATE, type ReservationFilter, type RoomFilter, typesOf } from './filter'

/** The order of a list: by id, or by the number of the last change. */
export type Order = 'reservation_id' | 'change_seq'

/** The index ranges that contain all reservations of the filter. Undefined: no index helps. */
export function indexRangesOf(scope: Scope, order: Order, filter: ReservationFilter): IndexRanges | undefined {
  const { arrival, departure, rooms, hotelKey, unchanged, statusIds = Object.values(STATUS) } = filter
  const statuses = sql`json_each(${JSON.stringify(statusIds)}) AS status`
  const table = 'reservation'

  if (order === 'change_seq') {
    if (arrival)
      return ofDates(scope, order, 'reservation_by_arrival_change', datesOf('arrival_date', arrival), statusIds)
    if (!filter.statusIds) return undefined
    const isWholeFilter = !departure && !rooms && hotelKey === undefined && unchanged === undefined
    const values = sql`SELECT value FROM ${statuses}`
    return { table, index: 'reservation_by_status_change', keys: ['status_id'], values, isWholeFilter }
  }

  if (arrival && departure) {
    // A departure is after the arrival.
    const to = [arrival.to ?? LAST_DATE, departure.to ?? LAST_DATE].sort()[0]
    return ofStays(scope, order, { ...arrival, to }, departure)
  }
  if (arrival) return ofDates(scope, order, 'reservation_by_arrival', datesOf('arrival_date', arrival), statusIds)
  if (departure)
    return ofDates(scope, order, 'reservation_by_departure', datesOf('departure_date', departure), statusIds)

  if (rooms) return ofRooms(scope, order, rooms, !filter.statusIds && hotelKey === undefined && unchanged === undefined)

  if (hotelKey === undefined && !filter.statusIds) return undefined
  const properties = sql`SELECT hotel_id FROM property WHERE customer_id = ${scope.customer}`
  const hotels =
    hotelKey === undefined
      ? sql`${properties} UNION ALL SELECT NULL`
      : sql`${properties} AND fetch_hotel_key = ${hotelKey}`
  return {
    table,
    index: 'reservation_by_hotel',
    keys: ['hotel_id', 'status_id'],
    values: sql`SELECT hotel_id, status.value FROM (${hotels}) AS hotel, ${statuses}`,
    isWholeFilter: unchanged === undefined,
  }
}

/** A range for each combination of a date and a status that occurs. */
function ofDates(
  scope: Scope,
  order: Order,
  index: string,
  dates: DateColumn,
  statusIds: readonly number[],
): IndexRanges {
  // They are validated numbers. Bound ones would be REAL.
  const wanted = [...new Set(statusIds)].sort()
  const next = (status: string) =>
    sql.raw(`CASE ${wanted.map(each => `WHEN ${status} < ${each} THEN ${each - 1}`).join(' ')} END`)
  return pairs(scope, order, index, dates, {
    column: 'status_id',
    isWanted: value => sql`${value} IN (${sql.raw(wanted.join())})`,
    before: sql.raw(String((wanted[0] ?? 0) - 1)),
    isNarrow: wanted.length < Object.values(STATUS).length,
    next,
  })
}

/** A range for each pair of an arrival and a departure that occurs. */
function ofStays(scope: Scope, order: Order, arrival: DateRange, departure: DateRange): IndexRanges {
  const { column, from, to } = datesOf('departure_date', departure)
  const before = from === FIRST_DATE ? sql`''` : sql`${dateAfter(from, -1)}`
  return pairs(scope, order, 'reservation_by_stay', datesOf('arrival_date', arrival), {
    column,
    isWanted: value => sql`${value} BETWEEN ${from} AND ${to}`,
    before,
    isNarrow: true,
    next: value =>
      sql`CASE WHEN ${sql.raw(value)} < ${from} THEN ${before} WHEN ${sql.raw(value)} < ${to} THEN ${sql.raw(value)} END`,
  })
}

/** A range for each pair of dates that overlaps the dates of the filter; without dates, one for each room. */
function ofRooms(scope: Scope, order: Order, rooms: readonly RoomFilter[], isWholeFilter: boolean): IndexRanges {
  const [from = FIRST_DATE] = rooms.map(({ arrival = FIRST_DATE }) => arrival).sort()
  const to = rooms
    .map(({ departure = LAST_DATE }) => departure)
    .sort()
    .at(-1)
  if (from !== FIRST_DATE || to !== LAST_DATE) return ofStays(scope, order, { to }, { from })
  const types = typesOf(rooms)
  const ofTypes = types ? sql` AND room_type_id IN (SELECT value FROM json_each(${JSON.stringify(types)}))` : sql``
  return {
    table: 'room_stay',
    index: 'room_stay_of_room',
    keys: ['room_id'],
    values: sql`SELECT room_id FROM room WHERE customer_id = ${scope.customer}${ofTypes}`,
    isWholeFilter: isWholeFilter && rooms.every(({ arrival, departure }) => !arrival && !departure),
  }
}

/** A column of dates with their minimum and maximum. */
interface DateColumn {
  column: string
  from: string
  to: string
}

const datesOf = (column: string, { from = FIRST_DATE, to = LAST_DATE }: DateRange): DateColumn => ({ column, from, to })

/** The second column of an index, and which of its values the filter wants. */
interface OtherColumn {
  column: string
  isWanted: (value: SQL) => SQL
  /** A value directly before all that are wanted. */
  before: SQL
  /**
   * Few ranges are wanted: those of the first page begin with the entries that were found. Later pages seek the entries after
   * their cursor, one row more for each range. With many ranges all pages do, so that they cost alike.
   */
  isNarrow: boolean
  /** The values that are wanted after a value are greater than this. NULL: there are none. */
  next: (value: string) => SQL
}

/**
 * A range for each pair of values that occurs in the first two columns of an index: a date and another one. A recursive query
 * finds the first entry of each pair from that of the previous pair (a loose index scan), so that the cost does not depend on
 * the number of reservations. It goes past values of the second column that the filter excludes.
 */
function pairs({ customer }: Scope, order: Order, index: string, date: DateColumn, other: OtherColumn): IndexRanges {
  const [first, second] = [sql.raw(date.column), sql.raw(other.column)]
  const columns = sql`${first}, ${second}, ${sql.raw(order)}`
  const firstEntry = (where: SQL) => sql`(
    SELECT json_array(${columns}) FROM reservation INDEXED BY ${sql.raw(index)}
    WHERE customer_id = ${customer} AND ${where} ORDER BY ${columns} LIMIT 1)`
  // A comparison of both columns as a row value would read all entries of the pair.
  const entryAfter = (on: SQL, above: SQL, before: SQL) => sql`coalesce(
    ${firstEntry(sql`${first} = ${on} AND ${second} > ${above}`)}, ${firstEntry(sql`${first} > ${before}`)})`
  const [one, two] = [sql`entry.found ->> 0`, sql`entry.found ->> 1`]
  const above = other.next('(entry.found ->> 1)')
  return {
    table: 'reservation',
    index,
    keys: [date.column, other.column],
    tables: [
      sql`entry (found) AS (
        SELECT ${entryAfter(sql`${date.from}`, other.before, sql`${date.from}`)}
        UNION ALL
        SELECT ${entryAfter(
          sql`iif(${above} IS NULL, date(${one}, '+1 day'), ${one})`,
          sql`coalesce(${above}, ${other.before})`,
          one,
        )} FROM entry WHERE ${one} <= ${date.to})`,
    ],
    values: sql`
      SELECT ${one}, ${two}${other.isNarrow ? sql`, entry.found ->> 2` : sql``} FROM entry
      WHERE ${one} <= ${date.to} AND ${other.isWanted(two)}`,
    hasFirst: other.isNarrow,
  }
}
