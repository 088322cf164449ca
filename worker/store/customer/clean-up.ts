import { type SQL, sql } from 'drizzle-orm'
import type { fetchMessage } from '../../../schema/tables/fetch-queue'
import type { Database } from '../../db/database'
import { type Rows, selectRows } from '../../db/select-rows'

/** Maximum of rows that one statement deletes, so that requests wait little for a step. */
export const ROWS_PER_STEP = 500

/** What a deletion returns for each row: the rows are counted. */
const one = { one: sql<number>`1` }

export const deletion = (write: (returned: SQL) => SQL) => selectRows(one, write)

/** Rows of a customer that is being moved must not change until the copy is complete. */
export const isServed = (rows: string) => sql`EXISTS (
  SELECT 1 FROM tenancy WHERE tenancy.customer_id = ${sql.raw(rows)}.customer_id AND tenancy_state = 'serving')`

/** The newest message of a customer stays, because message ids count up from it. */
const deleteMessages = (status: typeof fetchMessage.$inferSelect.messageStatus) => (before: number) =>
  deletion(
    returned => sql`
    DELETE FROM fetch_message WHERE (customer_id, message_id) IN (
      SELECT old.customer_id, old.message_id FROM fetch_message AS old
      WHERE old.message_status = ${status} AND old.updated_at < ${before} AND ${isServed('old')} AND old.message_id < (
        SELECT max(newest.message_id) FROM fetch_message AS newest WHERE newest.customer_id = old.customer_id)
      LIMIT ${ROWS_PER_STEP})
    RETURNING ${returned}`,
  )

/** The deletion of each kind of old rows, over all customers of a database. */
const DELETIONS = {
  /** Expired links. */
  links: before =>
    deletion(
      returned => sql`
      DELETE FROM itinerary_link WHERE (customer_id, reservation_id) IN (
        SELECT customer_id, reservation_id FROM itinerary_link WHERE expires_at < ${before} AND ${isServed('itinerary_link')} LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
  processedMessages: deleteMessages('Processed'),
  failedMessages: deleteMessages('Failed'),
  pendingMessages: deleteMessages('Pending'),
  /** Idempotency records. */
  identities: before =>
    deletion(
      returned => sql`
      DELETE FROM idempotency WHERE (customer_id, identity) IN (
        SELECT customer_id, identity FROM idempotency WHERE created_at < ${before} AND ${isServed('idempotency')} LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
  /** The newest event of a customer stays, because sequences count up from it. */
  events: before =>
    deletion(
      returned => sql`
      DELETE FROM event WHERE (customer_id, sequence) IN (
        SELECT old.customer_id, old.sequence FROM tenancy
        CROSS JOIN event AS old ON old.customer_id = tenancy.customer_id AND old.sequence < coalesce(
          (SELECT sequence FROM event AS kept WHERE customer_id = tenancy.customer_id AND at >= ${before} ORDER BY sequence LIMIT 1),
          (SELECT max(sequence) FROM event WHERE customer_id = tenancy.customer_id))
        WHERE tenancy_state = 'serving' LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
  /** Audit entries belong to a database, and do not move with a customer. */
  audit: before =>
    deletion(
      returned => sql`
      DELETE FROM audit WHERE audit_id IN (SELECT audit_id FROM audit WHERE at < ${before} LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
} satisfies Record<string, (before: number) => Rows<{ one: number }>>

export type OldRows = keyof typeof DELETIONS

/** Deletes at most `ROWS_PER_STEP` rows of each kind that are older than an instant, and returns how many. */
export async function deleteOldRows(
  db: Database,
  horizons: readonly (readonly [kind: OldRows, before: number])[],
): Promise<number[]> {
  const [first, ...others] = horizons.map(([kind, before]) => DELETIONS[kind](before))
  if (!first) return []
  const deleted = await db.batch([first, ...others])
  return deleted.map(rows => rows.length)
}
