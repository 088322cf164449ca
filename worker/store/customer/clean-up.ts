import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { selectRows } from '../../db/select-rows'

/** Maximum of rows that one statement deletes, so that requests wait little for a step. */
export const ROWS_PER_STEP = 500

/** Times in milliseconds since 1970. Older rows are deleted. */
export interface RetentionLimits {
  links: number
  messages: number
  identities: number
  events: number
}

/** What a deletion returns for each row: the rows are counted. */
const one = { one: sql<number>`1` }

/** Rows of a customer that is being moved must not change until the copy is complete. */
const isServed = (rows: string) => sql`EXISTS (
  SELECT 1 FROM tenancy WHERE tenancy.customer_id = ${sql.raw(rows)}.customer_id AND tenancy_state = 'serving')`

/**
 * Deletes at most `ROWS_PER_STEP` old rows of each kind, over all customers, and returns how many: expired links, processed
 * queue messages, idempotency keys, and events. The newest message and the newest event of a customer stay, because ids and
 * sequences count up from them.
 */
export async function cleanUp(
  db: Database,
  { links, messages, identities, events }: RetentionLimits,
): Promise<number[]> {
  const deleted = await db.batch([
    selectRows(
      one,
      selected => sql`
      DELETE FROM itinerary_link WHERE (customer_id, reservation_id) IN (
        SELECT customer_id, reservation_id FROM itinerary_link WHERE expires_at < ${links} AND ${isServed('itinerary_link')} LIMIT ${ROWS_PER_STEP})
      RETURNING ${selected}`,
    ),
    selectRows(
      one,
      selected => sql`
      DELETE FROM fetch_message WHERE (customer_id, message_id) IN (
        SELECT old.customer_id, old.message_id FROM fetch_message AS old
        WHERE old.message_status = 'Processed' AND old.updated_at < ${messages} AND ${isServed('old')} AND old.message_id < (
          SELECT max(newest.message_id) FROM fetch_message AS newest WHERE newest.customer_id = old.customer_id)
        LIMIT ${ROWS_PER_STEP})
      RETURNING ${selected}`,
    ),
    selectRows(
      one,
      selected => sql`
      DELETE FROM idempotency WHERE (customer_id, identity) IN (
        SELECT customer_id, identity FROM idempotency WHERE created_at < ${identities} AND ${isServed('idempotency')} LIMIT ${ROWS_PER_STEP})
      RETURNING ${selected}`,
    ),
    selectRows(
      one,
      selected => sql`
      DELETE FROM event WHERE (customer_id, sequence) IN (
        SELECT old.customer_id, old.sequence FROM tenancy
        CROSS JOIN event AS old ON old.customer_id = tenancy.customer_id AND old.sequence < coalesce(
          (SELECT sequence FROM event AS kept WHERE customer_id = tenancy.customer_id AND at >= ${events} ORDER BY sequence LIMIT 1),
          (SELECT max(sequence) FROM event WHERE customer_id = tenancy.customer_id))
        WHERE tenancy_state = 'serving' LIMIT ${ROWS_PER_STEP})
      RETURNING ${selected}`,
    ),
  ])
  return deleted.map(rows => rows.length)
}
