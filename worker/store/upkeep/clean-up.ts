import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { type Rows, selectRows } from '../../db/select-rows'
import { newestKnown } from '../event/last-changes'
import { allHotelQueues } from '../fetch-queue/hotel-queues'

/** Maximum of rows that one statement deletes, so that requests wait little for a step. */
export const ROWS_PER_STEP = 500

/** What a deletion returns for each row: the rows are counted. */
const one = { one: sql<number>`1` }

export const deletion = (write: (returned: SQL) => SQL) => selectRows(one, write)

/** Rows of a customer that is being moved must not change until the copy is complete. */
export const isServed = (rows: string) => sql`EXISTS (
  SELECT 1 FROM tenancy WHERE tenancy.customer_id = ${sql.raw(rows)}.customer_id AND tenancy_state = 'serving')`

/** The newest message of a customer stays, because message ids count up from it. */
const isNotNewest = sql`old.message_id < (
  SELECT max(newest.message_id) FROM fetch_message AS newest WHERE newest.customer_id = old.customer_id)`

/** The condition on Pending is that of the index. */
const deleteMessages = (status: 'Processed' | 'Failed') => (before: number) =>
  deletion(
    returned => sql`
    DELETE FROM fetch_message WHERE (customer_id, message_id) IN (
      SELECT old.customer_id, old.message_id FROM fetch_message AS old
      WHERE old.message_status <> 'Pending' AND old.message_status = ${status} AND old.updated_at < ${before}
        AND ${isServed('old')} AND ${isNotNewest}
      LIMIT ${ROWS_PER_STEP})
    RETURNING ${returned}`,
  )

/** The pending messages of a hotel, in the order in which they were created, up to the first that is young. */
const deletePendingMessages = (before: number) =>
  deletion(
    returned => sql`
    DELETE FROM fetch_message WHERE (customer_id, message_id) IN (
      WITH RECURSIVE ${allHotelQueues(sql`tenancy_state = 'serving'`)}
      SELECT old.customer_id, old.message_id FROM hotel_queue
      CROSS JOIN fetch_message AS old ON old.customer_id = hotel_queue.customer_id AND old.hotel_key = hotel_queue.hotel_key
        AND old.message_status = 'Pending' AND old.message_id < coalesce((
          SELECT young.message_id FROM fetch_message AS young
          WHERE young.customer_id = hotel_queue.customer_id AND young.hotel_key = hotel_queue.hotel_key
            AND young.message_status = 'Pending' AND young.created_at >= ${before}
          ORDER BY young.message_id LIMIT 1), ${Number.MAX_SAFE_INTEGER})
      WHERE old.updated_at < ${before} AND ${isNotNewest}
      LIMIT ${ROWS_PER_STEP})
    RETURNING ${returned}`,
  )

/** The first delivery of the endpoint `e` after `cleared_sequence` whose event is not older. Deliveries are in the order of events. */
const firstYoung = (before: number) => sql`coalesce((
  SELECT young.sequence FROM webhook_delivery AS young
  WHERE young.customer_id = e.customer_id AND young.endpoint_id = e.endpoint_id AND young.sequence > e.cleared_sequence
    AND young.created_at >= ${before}
  ORDER BY young.sequence LIMIT 1), ${Number.MAX_SAFE_INTEGER})`

/** When the last attempt of the delivery `old` was made. JSON that is damaged must not end a statement over all customers. */
const LAST_ATTEMPT_AT = sql`CASE WHEN json_valid(old.attempts) THEN old.attempts ->> '$[#-1].at' END`

/** Deletes what let people in and has ended. Only the first database has such rows. */
const deleteEnded = (table: string, key: string, end: string) => (before: number) =>
  deletion(
    returned => sql`
    DELETE FROM ${sql.raw(table)} WHERE ${sql.raw(key)} IN (
      SELECT ${sql.raw(key)} FROM ${sql.raw(table)} WHERE ${sql.raw(end)} < ${before} LIMIT ${ROWS_PER_STEP})
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
  pendingMessages: deletePendingMessages,
  /** Idempotency records. No index has their age: a pass reads all, and is made once a day. */
  identities: before =>
    deletion(
      returned => sql`
      DELETE FROM idempotency WHERE (customer_id, identity) IN (
        SELECT old.customer_id, old.identity FROM tenancy
        CROSS JOIN idempotency AS old ON old.customer_id = tenancy.customer_id AND old.created_at < ${before}
        WHERE tenancy_state = 'serving' LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
  /**
   * The newest event of a customer stays, because sequences count up from it and it has the times of the last changes. If release
   * 1.1.0 wrote it, those before it are needed too.
   */
  events: before =>
    deletion(
      returned => sql`
      DELETE FROM event WHERE (customer_id, sequence) IN (
        SELECT old.customer_id, old.sequence FROM tenancy
        CROSS JOIN event AS old ON old.customer_id = tenancy.customer_id AND old.sequence < min(
          coalesce((SELECT sequence FROM event AS kept WHERE customer_id = tenancy.customer_id AND at >= ${before} ORDER BY sequence LIMIT 1),
            ${Number.MAX_SAFE_INTEGER}),
          ${newestKnown(sql`tenancy.customer_id`)})
        WHERE tenancy_state = 'serving' LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
  /** Deliveries of webhooks whose events are no longer kept. */
  deliveries: () =>
    deletion(
      returned => sql`
      DELETE FROM webhook_delivery WHERE (customer_id, endpoint_id, sequence) IN (
        SELECT old.customer_id, old.endpoint_id, old.sequence FROM tenancy
        CROSS JOIN webhook_endpoint AS e ON e.customer_id = tenancy.customer_id
        CROSS JOIN webhook_delivery AS old ON old.customer_id = e.customer_id AND old.endpoint_id = e.endpoint_id
          AND old.sequence < (SELECT min(sequence) FROM event WHERE customer_id = e.customer_id)
        WHERE tenancy_state = 'serving' LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
  /** Attempts of deliveries. Those that were made later, by a replay, stay with their delivery. */
  attempts: before =>
    deletion(
      returned => sql`
      UPDATE webhook_delivery SET attempts = '[]' WHERE (customer_id, endpoint_id, sequence) IN (
        SELECT old.customer_id, old.endpoint_id, old.sequence FROM tenancy
        CROSS JOIN webhook_endpoint AS e ON e.customer_id = tenancy.customer_id
        CROSS JOIN webhook_delivery AS old ON old.customer_id = e.customer_id AND old.endpoint_id = e.endpoint_id
          AND old.sequence > e.cleared_sequence AND old.sequence < ${firstYoung(before)}
        WHERE tenancy_state = 'serving' AND ${LAST_ATTEMPT_AT} < ${before} LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
  /** Stores up to where the attempts of an endpoint are emptied, so that the next run does not read these deliveries again. */
  clearedSequences: before =>
    deletion(
      returned => sql`
      UPDATE webhook_endpoint SET cleared_sequence = (
        SELECT max(old.sequence) FROM webhook_endpoint AS e CROSS JOIN webhook_delivery AS old
        WHERE e.customer_id = webhook_endpoint.customer_id AND e.endpoint_id = webhook_endpoint.endpoint_id
          AND old.customer_id = e.customer_id AND old.endpoint_id = e.endpoint_id AND old.sequence > e.cleared_sequence
          AND old.sequence < ${firstYoung(before)})
      WHERE (customer_id, endpoint_id) IN (
        SELECT e.customer_id, e.endpoint_id FROM tenancy CROSS JOIN webhook_endpoint AS e ON e.customer_id = tenancy.customer_id
        WHERE tenancy_state = 'serving' AND (
          SELECT created_at FROM webhook_delivery AS old
          WHERE old.customer_id = e.customer_id AND old.endpoint_id = e.endpoint_id AND old.sequence > e.cleared_sequence
          ORDER BY old.sequence LIMIT 1) < ${before}
        AND NOT EXISTS (
          SELECT 1 FROM webhook_delivery AS old
          WHERE old.customer_id = e.customer_id AND old.endpoint_id = e.endpoint_id AND old.sequence > e.cleared_sequence
            AND old.sequence < ${firstYoung(before)} AND ${LAST_ATTEMPT_AT} < ${before})
        LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
  /** Identities of requests that made or rotated the secret of an endpoint. */
  webhookIdentities: before =>
    deletion(
      returned => sql`
      DELETE FROM webhook_identity WHERE (customer_id, identity) IN (
        SELECT customer_id, identity FROM webhook_identity WHERE created_at < ${before} AND ${isServed('webhook_identity')}
        LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
  sessions: deleteEnded('session', 'session_hash', 'ends_at'),
  invitations: deleteEnded('invitation', 'code_hash', 'expires_at'),
  challenges: deleteEnded('used_challenge', 'challenge_hash', 'expires_at'),
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
