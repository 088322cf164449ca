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
  /** `values` has one column more: the first position of each range. */
  hasFirst?: boolean
  /** The ranges have no entry that the filter of the list excludes. */
  isWholeFilter?: boolean
}

/**
 * A common table `merged (position, …keys)` with rows in the order of the list. SQLite keeps the rows of a recursive query
 * with ORDER BY in a priority queue: it starts with the first entry of each range, returns the smallest, and adds the next
 * entry of the same range. LIMIT ends it, so that no more entries are read.
 */
export function mergeRanges(
  { customer }: Scope,
  position: SQL,
  { table, index, keys, values, tables = [], hasFirst = false }: IndexRanges,
  after: SQL,
): SQL {
  const columns = sql.raw(keys.map((_, i) => `key${i}`).join(', '))
  const next = (range: string, than: SQL) => sql`(
    SELECT min(${position}) FROM ${sql.raw(table)} INDEXED BY ${sql.raw(index)}
    WHERE customer_id = ${customer} AND ${sql.raw(keys.map((key, i) => `${key} IS ${range}.key${i}`).join(' AND '))}
      AND ${position} > ${than})`
  const seek = next('index_range', after)
  // LIMIT keeps SQLite from computing the position twice. A range without an entry is left out: the queue would read it.
  const first = sql`SELECT * FROM (
    SELECT ${hasFirst ? sql`iif(first > ${after}, first, ${seek})` : seek} AS begin, ${columns} FROM index_range LIMIT -1)
    WHERE begin IS NOT NULL`
  return sql.join(
    [
      ...tables,
      sql`index_range (${columns}${hasFirst ? sql`, first` : sql``}) AS (${values})`,
      sql`merged (position, ${columns}) AS (
        ${first}
        UNION ALL
        SELECT ${next('merged', sql`merged.position`)}, ${columns} FROM merged WHERE merged.position IS NOT NULL
        ORDER BY 1)`,
    ],
    sql`, `,
  )
}
