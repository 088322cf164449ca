import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from './scope'

/** Ranges of an index: each has all entries with one set of values in the first columns of the index, in the order of the list. */
export interface IndexRanges {
  table: string
  index: string
  /** The first columns of the index after the customer. */
  keys: readonly string[]
  /** Selects the values of each range: one column for each key, in their order. */
  values: SQL
  /** Common tables that `values` uses. */
  tables?: readonly SQL[]
  /** `values` has further columns: the first position of each range, and before it the lane of that position if there are lanes. */
  hasFirst?: boolean
  /** Divides each range by the next column of the index: the merge has the entries with one of these values. */
  lanes?: { column: string; values: readonly number[] }
  /** What the merge requires of each entry beside, in a column of the index. */
  condition?: SQL
  /** The condition on a row of `merged` that is left of the filter of the list. Undefined: any part of it may be left. */
  remaining?: SQL | undefined
}

/**
 * A common table `merged (position, …keys)` with rows in the order of the list. SQLite keeps the rows of a recursive query
 * with ORDER BY in a priority queue: it starts with the first entry of each range, returns the smallest, and adds the next
 * entry of the same range. LIMIT ends it, so that no more entries are read.
 */
export function mergeRanges(scope: Scope, position: SQL, ranges: IndexRanges, after: SQL): SQL {
  const { keys, values, tables = [], hasFirst = false } = ranges
  const columns = sql.raw(keys.map((_, i) => `key${i}`).join(', '))
  const merged = ranges.lanes
    ? mergeLanes(scope, position, ranges, columns, ranges.lanes, after)
    : mergeWhole(scope, position, ranges, columns, after)
  const first = sql.raw(hasFirst ? `${ranges.lanes ? ', first_lane' : ''}, first` : '')
  const ofRanges = sql`index_range (${columns}${first}) AS (${values})`
  return sql.join([...tables, ofRanges, merged], sql`, `)
}

/** The position of the entry of a range after another one. */
const nextIn = (
  { customer }: Scope,
  position: SQL,
  { table, index, keys, condition }: IndexRanges,
  range: string,
  than: SQL,
  of = sql``,
) => sql`(
  SELECT min(${position}) FROM ${sql.raw(table)} INDEXED BY ${sql.raw(index)}
  WHERE customer_id = ${customer} AND ${sql.raw(keys.map((key, i) => `${key} IS ${range}.key${i}`).join(' AND '))}${of}
    AND ${position} > ${than}${condition ? sql` AND ${condition}` : sql``})`

function mergeWhole(scope: Scope, position: SQL, ranges: IndexRanges, columns: SQL, after: SQL): SQL {
  const seek = nextIn(scope, position, ranges, 'index_range', after)
  // LIMIT keeps SQLite from computing the position twice. A range without an entry is left out: the queue would read it.
  return sql`merged (position, ${columns}) AS (
    SELECT * FROM (
      SELECT ${ranges.hasFirst ? sql`iif(first > ${after}, first, ${seek})` : seek} AS begin, ${columns} FROM index_range LIMIT -1)
      WHERE begin IS NOT NULL
    UNION ALL
    SELECT ${nextIn(scope, position, ranges, 'merged', sql`merged.position`)}, ${columns}
      FROM merged WHERE merged.position IS NOT NULL
    ORDER BY 1)`
}

/** Greater than every position. It is not bound: D1 binds numbers as REAL. */
const AFTER_ALL = String(Number.MAX_SAFE_INTEGER)

/**
 * D1 bills each row of a queue or of a join, but not a column. So a range has the first entry of each lane in a column: its
 * row is in the queue at the least of them, and after that at the next one. Each entry is followed by the next of its lane.
 */
function mergeLanes(
  scope: Scope,
  position: SQL,
  ranges: IndexRanges,
  columns: SQL,
  lanes: NonNullable<IndexRanges['lanes']>,
  after: SQL,
): SQL {
  const lanesOf = (part: (head: string, value: number) => string) =>
    sql.raw(lanes.values.map((value, i) => part(`head${i}`, value)).join(', '))
  const inLane = (range: string, lane: SQL, than: SQL) =>
    nextIn(scope, position, ranges, range, than, sql` AND ${sql.raw(lanes.column)} = ${lane}`)
  const heads = lanesOf(head => head)
  const afterAll = sql.raw(AFTER_ALL)
  const firstOf = (lane: SQL) => {
    const seek = inLane('index_range', lane, after)
    return ranges.hasFirst ? sql`iif(first_lane = ${lane} AND first > ${after}, first, ${seek})` : seek
  }
  const firsts = sql.join(
    lanes.values.map((value, i) => sql`${firstOf(sql.raw(String(value)))} AS ${sql.raw(`head${i}`)}`),
    sql`, `,
  )
  const lane = sql.raw(
    `CASE merged.position ${lanes.values.map((value, i) => `WHEN head${i} THEN ${value}`).join(' ')} ELSE lane END`,
  )
  return sql`merged (position, ${columns}, lane, ${heads}) AS (
    SELECT min(${lanesOf(head => `ifnull(${head}, ${AFTER_ALL})`)}, ${afterAll}) AS begin, ${columns}, NULL, ${heads}
      FROM (SELECT ${columns}, ${firsts} FROM index_range LIMIT -1) WHERE begin < ${afterAll}
    UNION ALL
    SELECT min(${lanesOf(head => `iif(${head} > position, ${head}, ${AFTER_ALL})`)}, ${afterAll}) AS following,
      ${columns}, NULL, ${heads} FROM merged WHERE lane IS NULL AND following < ${afterAll}
    UNION ALL
    SELECT ${inLane('merged', lane, sql`merged.position`)}, ${columns}, ${lane}, ${lanesOf(() => 'NULL')}
      FROM merged WHERE merged.position IS NOT NULL
    ORDER BY 1)`
}
