import { type SQL, sql } from 'drizzle-orm'
import { mergeRanges } from '../../db/merge-ranges'
import type { PageRange } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { matchesFilter, namedReservation, type ReservationFilter } from './filter'
import { indexRangesOf, type Order } from './index-scan'

/*
 * Selects the reservations of a page. A list has one order and many filters. No index can have both the dates of a filter and
 * the order of the list, but an index has the order within one date and status: an index range. The filter is a number of
 * such ranges, and the list is their merge in order. A page reads the first entry of each range, then one entry for each row
 * that it shows, however many reservations there are.
 */

/**
 * A common table `page (position)`: the positions of the page's reservations in the order of the list. The choice of an index
 * affects only the cost: each variant applies the whole filter.
 */
export function pageTable(scope: Scope, order: Order, filter: ReservationFilter, range: PageRange): SQL {
  const after =
    filter.changedSince === undefined
      ? sql`${range.after}`
      : sql`max(${range.after}, ${lastChangeBefore(scope, filter.changedSince)})`
  const limit = sql`LIMIT ${range.rows} OFFSET ${range.offset}`
  const position = sql.raw(order)

  const named = namedReservation(scope, filter)
  if (named) {
    return sql`named (reservation_id) AS (${named}), page (position) AS (
      SELECT r.${position} FROM named CROSS JOIN reservation AS r ON r.reservation_id = named.reservation_id
      WHERE ${matchesFilter(scope, filter)} AND r.${position} > ${after} ORDER BY r.${position} ${limit})`
  }

  const ranges = indexRangesOf(scope, order, filter)
  if (ranges) {
    const matching = ranges.remaining
      ? sql`WHERE ${ranges.remaining}`
      : sql`CROSS JOIN reservation AS r ON r.${position} = merged.position WHERE ${matchesFilter(scope, filter)}`
    // A reservation is in one range of its own indexes, and may be in several of another table.
    const distinct = ranges.table === 'reservation' ? sql`` : sql`DISTINCT `
    // The merge names the position several times. A search for it must run once.
    const isSearched = filter.changedSince !== undefined
    const start = isSearched ? sql`start (position) AS MATERIALIZED (SELECT ${after}), ` : sql``
    const startOfMerge = isSearched ? sql`(SELECT position FROM start)` : after
    return sql`${start}${mergeRanges(scope, position, ranges, startOfMerge)}, page (position) AS (
      SELECT ${distinct}merged.position FROM merged ${matching} ${limit})`
  }

  return sql`page (position) AS (
    SELECT r.${position} FROM reservation AS r WHERE ${matchesFilter(scope, filter)} AND r.${position} > ${after}
    ORDER BY r.${position} ${limit})`
}

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
