import { type SQL, sql } from 'drizzle-orm'
import type { PageRange } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { matchesFilter, namedReservation, type ReservationFilter } from './filter'
import { type IndexRanges, indexRangesOf, type Order } from './index-scan'

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
    return sql`${mergeRanges(scope, position, ranges, after)}, page (position) AS (
      SELECT DISTINCT merged.position FROM merged CROSS JOIN reservation AS r ON r.${position} = merged.position
      WHERE ${matchesFilter(scope, filter)} ${limit})`
  }

  return sql`page (position) AS (
    SELECT r.${position} FROM reservation AS r WHERE ${matchesFilter(scope, filter)} AND r.${position} > ${after}
    ORDER BY r.${position} ${limit})`
}

/** The number of the last change before a time. `updated_at` never decreases in the order of changes. */
const lastChangeBefore = ({ customer }: Scope, time: number) => sql`coalesce((
  SELECT change_seq FROM reservation WHERE customer_id = ${customer} AND updated_at < ${time}
  ORDER BY updated_at DESC, change_seq DESC LIMIT 1), 0)`

/**
 * A common table `merged (position, …keys)` with rows in the order of the list. SQLite keeps the rows of a recursive query
 * with ORDER BY in a priority queue: it starts with the first entry of each range, returns the smallest, and adds the next
 * entry of the same range. LIMIT ends it, so that no more entries are read.
 */
function mergeRanges(
  { customer }: Scope,
  position: SQL,
  { table = 'reservation', index, keys, values, tables = [] }: IndexRanges,
  after: SQL,
): SQL {
  const columns = sql.raw(keys.map((_, i) => `key${i}`).join(', '))
  const next = (range: string, than: SQL) => sql`(
    SELECT min(${position}) FROM ${sql.raw(table)} INDEXED BY ${sql.raw(index)}
    WHERE customer_id = ${customer} AND ${sql.raw(keys.map((key, i) => `${key} IS ${range}.key${i}`).join(' AND '))}
      AND ${position} > ${than})`
  return sql.join(
    [
      ...tables,
      sql`index_range (${columns}) AS (${values})`,
      sql`merged (position, ${columns}) AS (
        SELECT ${next('index_range', after)}, ${columns} FROM index_range
        UNION ALL
        SELECT ${next('merged', sql`merged.position`)}, ${columns} FROM merged WHERE merged.position IS NOT NULL
        ORDER BY 1)`,
    ],
    sql`, `,
  )
}
