import { type SQL, sql } from 'drizzle-orm'
import type { Owner } from '../../db/scope'
import { newestSequence } from './insert-event'

/** The part of the log after a sequence, from an instant on, and before another. */
export interface LogPart {
  after: number
  since?: number | undefined
  until?: number | undefined
}

/** The sequence after which the part begins: one bound, so that an index begins there. */
export const startOf = (scope: Owner, { after, since }: LogPart): SQL =>
  since === undefined ? sql`${after}` : sql`max(${after}, ${lastBefore(scope, since)})`

/** Ends a condition: the sequence is not behind the part. */
export const isBeforeEnd = (scope: Owner, { until }: LogPart, sequence: SQL): SQL =>
  until === undefined ? sql`` : sql`AND ${sequence} <= ${lastBefore(scope, until)}`

/**
 * The sequence of the last event before an instant; 0: there is none. Times never decrease in the order of the log, so that a binary
 * search finds it in some twenty rows. An index of the times would cost each event a further row.
 */
const lastBefore = (scope: Owner, instant: number) => sql`(
  WITH RECURSIVE search (last, width) AS (
    SELECT 0, ${newestSequence(scope)}
    UNION ALL
    SELECT last + iif((
        SELECT at FROM event WHERE customer_id = ${scope.customer} AND sequence >= last + (width + 1) / 2
        ORDER BY sequence LIMIT 1) < ${instant}, (width + 1) / 2, 0),
      width / 2
    FROM search WHERE width > 0)
  SELECT max(last) FROM search)`
