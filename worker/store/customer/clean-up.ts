import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'

/** Rows that one statement may delete: a step that no request has to wait for. */
export const ROWS_PER_STEP = 500

/** Instants in milliseconds; what is older goes. */
export interface RetentionLimits {
  links: number
  messages: number
  identities: number
}

/** What is being moved must stay as it is until the other database has it all. */
const isServed = (rows: string) => sql`EXISTS (
  SELECT 1 FROM tenancy WHERE tenancy.customer_id = ${sql.raw(rows)}.customer_id AND tenancy_state = 'serving')`

/**
 * Deletes at most `STEP` rows of each kind that no longer serve anybody, over all customers, and says how many:
 * links that expired, queue messages that were processed, and identities that no retry will use any more.
 * The newest message of a customer stays, because message ids count on from it.
 */
export async function cleanUp(db: Database, { links, messages, identities }: RetentionLimits): Promise<number[]> {
  const deleted = await db.batch([
    build.all<{ one: number }>(sql`
      DELETE FROM itinerary_link WHERE (customer_id, reservation_id) IN (
        SELECT customer_id, reservation_id FROM itinerary_link WHERE expires_at < ${links} AND ${isServed('itinerary_link')} LIMIT ${ROWS_PER_STEP})
      RETURNING 1 AS one`),
    build.all<{ one: number }>(sql`
      DELETE FROM fetch_message WHERE (customer_id, message_id) IN (
        SELECT old.customer_id, old.message_id FROM fetch_message AS old
        WHERE old.message_status = 'Processed' AND old.updated_at < ${messages} AND ${isServed('old')} AND old.message_id < (
          SELECT max(newest.message_id) FROM fetch_message AS newest WHERE newest.customer_id = old.customer_id)
        LIMIT ${ROWS_PER_STEP})
      RETURNING 1 AS one`),
    build.all<{ one: number }>(sql`
      DELETE FROM idempotency WHERE (customer_id, identity) IN (
        SELECT customer_id, identity FROM idempotency WHERE created_at < ${identities} AND ${isServed('idempotency')} LIMIT ${ROWS_PER_STEP})
      RETURNING 1 AS one`),
  ])
  return deleted.map(rows => rows.length)
}
