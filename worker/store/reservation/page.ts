import { type SQL, sql } from 'drizzle-orm'
import type { PageRange } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { matchesFilter, namedReservation, type ReservationFilter } from './filter'
import { type IndexRanges, indexRangesOf, type Order } from './index-scan'

/*
 * Which reservations stand on a page. A list is in one order and narrowed in many ways, and no index can have both the dates
 * of a range and the order of the list. But it can have the order within one date and status: a lane. A range is a number of
 * lanes, and the list is what they make when they run together, the smallest first. So a page reads the head of each lane and
 * then one entry for each that it shows, however many reservations there are.
 */

/**
 * A common table `page (position)`: the positions, in the order of the list, of the reservations on a page. Which way leads
 * there decides what it costs, never what is found: the filter is applied in whole on each of them.
 */
export function pageTable(scope: Scope, order: Order, filter: ReservationFilter, slice: PageRange): SQL {
  const after =
    filter.changedSince === undefined
      ? sql`${slice.after}`
      : sql`max(${slice.after}, ${lastChangeBefore(scope, filter.changedSince)})`
  const limit = sql`LIMIT ${slice.rows} OFFSET ${slice.offset}`
  const position = sql.raw(order)

  const named = namedReservation(scope, filter)
  if (named) {
    return sql`named (reservation_id) AS (${named}), page (position) AS (
      SELECT r.${position} FROM named CROSS JOIN reservation AS r ON r.reservation_id = named.reservation_id
      WHERE ${matchesFilter(scope, filter)} AND r.${position} > ${after} ORDER BY r.${position} ${limit})`
  }

  const lanes = indexRangesOf(scope, order, filter)
  if (lanes) {
    return sql`${mergeRanges(scope, position, lanes, after)}, page (position) AS (
      SELECT DISTINCT queue.position FROM queue CROSS JOIN reservation AS r ON r.${position} = queue.position
      WHERE ${matchesFilter(scope, filter)} ${limit})`
  }

  return sql`page (position) AS (
    SELECT r.${position} FROM reservation AS r WHERE ${matchesFilter(scope, filter)} AND r.${position} > ${after}
    ORDER BY r.${position} ${limit})`
}

/** The position of the last change before an instant. Instants never run against the order of changes. */
const lastChangeBefore = ({ customer }: Scope, instant: number) => sql`coalesce((
  SELECT change_seq FROM reservation WHERE customer_id = ${customer} AND updated_at < ${instant}
  ORDER BY updated_at DESC, change_seq DESC LIMIT 1), 0)`

/**
 * A common table `queue (position, …keys)`, whose rows come in the order of the list: it holds the first entry of every lane,
 * gives out the smallest, and takes in the next of that one's lane. Nothing is read before it is asked for.
 */
function mergeRanges(
  { customer }: Scope,
  position: SQL,
  { table = 'reservation', index, keys, values, tables = [] }: IndexRanges,
  after: SQL,
): SQL {
  const columns = sql.raw(keys.map((_, i) => `key${i}`).join(', '))
  const next = (of: string, than: SQL) => sql`(
    SELECT min(${position}) FROM ${sql.raw(table)} INDEXED BY ${sql.raw(index)}
    WHERE customer_id = ${customer} AND ${sql.raw(keys.map((key, i) => `${key} IS ${of}.key${i}`).join(' AND '))}
      AND ${position} > ${than})`
  return sql.join(
    [
      ...tables,
      sql`lane (${columns}) AS (${values})`,
      sql`queue (position, ${columns}) AS (
        SELECT ${next('lane', after)}, ${columns} FROM lane
        UNION ALL
        SELECT ${next('queue', sql`queue.position`)}, ${columns} FROM queue WHERE queue.position IS NOT NULL
        ORDER BY 1)`,
    ],
    sql`, `,
  )
}
