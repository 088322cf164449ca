import { type SQL, sql } from 'drizzle-orm'
import { dateAfter } from '../../../schema/stay-dates'
import { reservation } from '../../../schema/tables/reservation'
import { MAX_NIGHTS } from '../../../schema/wire/booking-rules'
import type { PageRange } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { ORDERS, type Order, type Position } from '../../domain/reservation/order'
import type { SoughtGuest } from '../../domain/sought-guest'
import {
  type DateRange,
  FIRST_DATE,
  hotelsOf,
  LAST_DATE,
  matchesFilter,
  namedReservation,
  type ReservationFilter,
} from './filter'
import { mayBeSought } from './may-be-sought'

/** A part of a list to read. */
export interface ListQuery {
  order: Order
  filter: ReservationFilter
  range: PageRange<Position | undefined>
}

/**
 * A common table `page (id)` with the reservations of a page in the order of the list. A page reads one range of
 * an index that has the order of the list, and applies the whole filter to each entry of it. If the filter names values of a
 * column that another index has before the order, the page is chosen from the first entries of each value.
 */
export function pageTable(scope: Scope, query: ListQuery): SQL {
  const { order, filter, range } = query
  const limit = sql`LIMIT ${range.rows} OFFSET ${range.offset}`
  if (isSearch(scope, filter)) return sql`page (id) AS (${searched(scope, query, filter.guest)} ${limit})`
  const entries = (condition: SQL, limit: SQL) => sql`
    SELECT r.reservation_id FROM reservation AS r
    WHERE ${matchesFilter(scope, filter)} AND ${condition} AND ${inRange(scope, query)}
    ORDER BY ${columnsOf('r', order)} ${limit}`
  const values = valuesOf(scope, query)
  if (!values) return sql`page (id) AS (${entries(sql`true`, limit)})`

  const first = sql`LIMIT ${range.rows + range.offset}`
  const firstOfValue = entries(sql`r.${sql.raw(values.column)} = wanted.value`, first)
  // Two hotels of one reservation may have the same key.
  const isHotel = values.column === 'hotel_id'
  return sql`page (id) AS (
    SELECT ${isHotel ? sql`DISTINCT ` : sql``}found.reservation_id FROM ${values.list} AS wanted
    CROSS JOIN reservation AS found
      ON found.customer_id = ${scope.customer} AND found.reservation_id IN (${isHotel ? withFurther(scope, query, firstOfValue, first) : firstOfValue})
    ORDER BY ${columnsOf('found', order)} ${limit})`
}

/** Stays that a page of a search for a guest reads at most: no index has their names. */
const STAYS_PER_SEARCH = 20_000

/** Whether a filter by the guest has to look for it. A reservation that the filter names is read, and its guest compared. */
export const isSearch = (
  scope: Scope,
  filter: ReservationFilter,
): filter is ReservationFilter & { guest: SoughtGuest } =>
  filter.guest !== undefined && namedReservation(scope, filter) === undefined

/** The reservations among the next stays whose guest may be the sought one. The subquery gives them in the order of the list. */
const searched = (scope: Scope, query: ListQuery, guest: SoughtGuest): SQL => sql`
  SELECT r.reservation_id FROM (${stays(scope, query, sql`LIMIT ${STAYS_PER_SEARCH}`)}) AS stay
  CROSS JOIN reservation AS r ON r.customer_id = ${scope.customer} AND r.reservation_id = stay.reservation_id
  CROSS JOIN guest ON guest.customer_id = r.customer_id AND guest.guest_id = r.guest_id
  WHERE ${mayBeSought(guest)} AND ${matchesFilter(scope, query.filter)}`

const stays = (scope: Scope, query: ListQuery, limit: SQL): SQL => sql`
  SELECT ${columnsOf('r', query.order)} FROM reservation AS r
  WHERE r.customer_id = ${scope.customer} AND ${inRange(scope, query)} ORDER BY ${columnsOf('r', query.order)} ${limit}`

/**
 * The position of the last stay that a page of a search has read, as JSON. NULL: the page ends before, or has read all. `list`: the
 * ids of the page.
 */
export const lastSearched = (scope: Scope, query: ListQuery) => sql<string | null>`
  CASE WHEN json_array_length(list) < ${query.range.rows} THEN (
    SELECT json_array(${columnsOf('stay', query.order)})
    FROM (${stays(scope, query, sql`LIMIT 1 OFFSET ${STAYS_PER_SEARCH - 1}`)}) AS stay) END`

/** The first entries of a hotel in the order of ids, with those that have it as a further hotel. */
const withFurther = (scope: Scope, query: ListQuery, ofHotel: SQL, limit: SQL): SQL => sql`
  SELECT reservation_id FROM (${ofHotel}) UNION ALL
  SELECT reservation_id FROM (
    SELECT f.reservation_id FROM reservation_hotel AS f
    CROSS JOIN reservation AS r ON r.customer_id = f.customer_id AND r.reservation_id = f.reservation_id
    WHERE f.customer_id = ${scope.customer} AND f.hotel_id = wanted.value AND f.reservation_id > ${query.range.after?.[0] ?? 0}
      AND ${matchesFilter(scope, query.filter)}
    ORDER BY f.reservation_id ${limit})`

const columnsOf = (table: string, order: Order) =>
  sql.raw(ORDERS[order].map(column => `${table}.${reservation[column].name}`).join(', '))

/**
 * The values of a column that the filter names, as a table with the column `value`. Undefined: no index has such a column
 * before the order.
 */
function valuesOf(
  scope: Scope,
  { order, filter }: ListQuery,
): { column: 'reservation_id' | 'status_id' | 'hotel_id'; list: SQL } | undefined {
  const { statusIds, unchanged, hotelKey } = filter
  const named = namedReservation(scope, filter)
  if (named) return { column: 'reservation_id', list: sql`(${named})` }
  if (order === 'arrival' || order === 'departure') return undefined
  // A filter by `unchanged` has most of the statuses, so the list itself is the shorter way.
  if (statusIds && unchanged === undefined) {
    return { column: 'status_id', list: sql`json_each(${JSON.stringify([...new Set(statusIds)])})` }
  }
  if (hotelKey !== undefined && order === 'id') return { column: 'hotel_id', list: sql`(${hotelsOf(scope, hotelKey)})` }
  return undefined
}

/** The condition of the range on the columns of the order: after a position, and for dates up to the last one. */
function inRange(scope: Scope, { order, filter, range: { after } }: ListQuery): SQL {
  const columns = columnsOf('r', order)
  if (order === 'id') return sql`${columns} > ${after?.[0] ?? 0}`
  if (order === 'change') {
    const { changedSince } = filter
    const before = changedSince === undefined ? sql`0` : lastChangeBefore(scope, changedSince)
    return sql`${columns} > max(${after?.[0] ?? 0}, ${before})`
  }
  const { from = FIRST_DATE, to = LAST_DATE } = order === 'arrival' ? arrivalsOf(filter) : departuresOf(filter)
  const [date, id] = after ?? [from, 0]
  const [dateColumn] = ORDERS[order]
  return sql`(${columns}) > (${date}, ${id}) AND r.${sql.raw(reservation[dateColumn].name)} <= ${to}`
}

/** The arrivals of all reservations that the filter by dates admits. */
function arrivalsOf({ arrival = {}, departure = {} }: ReservationFilter): DateRange {
  const from = [arrival.from ?? FIRST_DATE, departure.from ? dateAfter(departure.from, -MAX_NIGHTS) : FIRST_DATE]
  const to = [arrival.to ?? LAST_DATE, departure.to ?? LAST_DATE]
  return { from: from.sort()[1], to: to.sort()[0] }
}

/** The departures of all reservations that the filter by dates admits. The stays in rooms are within those of their reservation. */
function departuresOf({ departure, rooms = [] }: ReservationFilter): DateRange {
  if (departure) return departure
  const [first = FIRST_DATE] = rooms.map(({ arrival = FIRST_DATE }) => arrival).sort()
  const [last = LAST_DATE] = rooms
    .map(({ departure = LAST_DATE }) => departure)
    .sort()
    .reverse()
  return { from: dateAfter(first, 1), to: last < LAST_LONG_STAY ? dateAfter(last, MAX_NIGHTS - 1) : LAST_DATE }
}

/** `MAX_NIGHTS` after this date, a year still has four digits. */
const LAST_LONG_STAY = '9990-01-01'

/**
 * Half of the range of the search for a change: no customer makes twice as many changes. It is not bound: D1 binds numbers as
 * REAL, whose halves do not end.
 */
const HALF_OF_CHANGES = sql.raw(String(2 ** 31))

/**
 * The number of the last change before a time: all changes up to it were before. `updated_at` never decreases in the order of
 * changes, so a binary search finds it, and no index has the time. Each step reads one change.
 */
const lastChangeBefore = ({ customer }: Scope, time: number) => sql`(
  WITH RECURSIVE search (number, width) AS (
    SELECT 0, ${HALF_OF_CHANGES} UNION ALL
    SELECT iif(coalesce((
      SELECT updated_at FROM reservation WHERE customer_id = ${customer} AND change_seq <= search.number + search.width
      ORDER BY change_seq DESC LIMIT 1), 0) < ${time}, number + width, number), width / 2
    FROM search WHERE width > 0)
  SELECT number FROM search WHERE NOT width)`
