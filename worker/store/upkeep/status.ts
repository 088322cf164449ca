import { sql } from 'drizzle-orm'
import { type Fingerprints, lostRowsQuery } from '../../../schema/made-with'
import { pick } from '../../../schema/pick'
import { cleanUpVisit, customerDirectory, tenancy } from '../../../schema/tables/control'
import { FAILING_AFTER, webhookEndpoint } from '../../../schema/tables/webhook'
import type { Database } from '../../db/database'
import { selectRows } from '../../db/select-rows'
import { allHotelQueues } from '../fetch-queue/hotel-queues'

/** Moves that one response lists. */
const MAX_MOVES = 100
/** Pending messages of a database that are read. A queue that nobody works through grows without a limit. */
const MAX_PENDING = 10_000
/** Hotels of a database that one response lists. */
const MAX_HOTELS = 20
/** Endpoints that one response lists. */
export const MAX_WORST = 20

/** What the first database knows of all: customers by database, moves, and the visits of the hourly run. */
export async function readDirectoryStatus(control: Database, databases: number) {
  const [counts, moves, visits] = await control.batch([
    selectRows(
      { shard: customerDirectory.shard, customers: sql<number>`count(*)` },
      selected => sql`SELECT ${selected} FROM customer_directory GROUP BY shard`,
    ),
    selectRows(
      {
        ...pick(customerDirectory, 'customerId', 'shard', 'otherShard', 'updatedAt'),
      },
      selected => sql`
        SELECT ${selected} FROM customer_directory WHERE other_shard IS NOT NULL ORDER BY updated_at, customer_id LIMIT ${MAX_MOVES}`,
    ),
    selectRows(
      {
        ...pick(cleanUpVisit, 'shard', 'begunAt', 'endedAt', 'outcome', 'deletedRows', 'doneAt'),
      },
      selected => sql`SELECT ${selected} FROM clean_up_visit WHERE shard < ${databases}`,
    ),
  ])
  return { counts, moves, visits }
}

export type DirectoryStatus = Awaited<ReturnType<typeof readDirectoryStatus>>

/** The tables of schema/made-with.ts. */
const LOST_COLUMNS = {
  application: sql<number>`application`,
  api_key: sql<number>`api_key`,
  itinerary_link: sql<number>`itinerary_link`,
  webhook_endpoint: sql<number>`webhook_endpoint`,
}

/**
 * Hotels whose messages somebody marks, and which have pending ones. First is the one where a message has waited for longest while
 * nobody marked any: an old message that is never marked is no fault where others are. A hotel whose messages nobody ever marked does
 * not use the queue. Of a hotel only the first pending and the last processed message are read.
 */
const selectUsedQueues = () =>
  selectRows(
    {
      customerId: sql<number>`pending.customer_id`,
      hotelId: sql<string>`pending.hotel_id`,
      oldestAt: sql<number>`pending.created_at`,
      lastMarkedAt: sql<number>`processed.updated_at`,
    },
    selected => sql`
      WITH RECURSIVE ${allHotelQueues()}
      SELECT ${selected} FROM hotel_queue
      CROSS JOIN fetch_message AS pending ON pending.customer_id = hotel_queue.customer_id AND pending.message_id = (
        SELECT min(message_id) FROM fetch_message AS first WHERE first.customer_id = hotel_queue.customer_id
          AND first.hotel_key = hotel_queue.hotel_key AND first.message_status = 'Pending')
      CROSS JOIN fetch_message AS processed ON processed.customer_id = hotel_queue.customer_id AND processed.message_id = (
        SELECT max(message_id) FROM fetch_message AS last WHERE last.customer_id = hotel_queue.customer_id
          AND last.hotel_key = hotel_queue.hotel_key AND last.message_status = 'Processed')
      ORDER BY max(pending.created_at, processed.updated_at), pending.customer_id, pending.hotel_id LIMIT ${MAX_HOTELS}`,
  )

/** Endpoints that fail, then those that the service has disabled. Endpoints of before a move do not count. */
const selectWorst = () =>
  selectRows(
    {
      ...pick(webhookEndpoint, 'customerId', 'endpointId', 'url', 'failures'),
      since: sql<number>`coalesce(failing_since, last_failure_at, updated_at)`,
      reason: webhookEndpoint.disabledReason,
      // Those that fail for longest are first. Of those that are disabled, which may stay for years, the latest are.
      rank: sql<number>`iif(endpoint_status = 'enabled', failing_since, ${Number.MAX_SAFE_INTEGER} - last_failure_at)`,
    },
    selected => sql`
      SELECT ${selected} FROM webhook_endpoint
      WHERE (endpoint_status = 'enabled' AND failures >= ${FAILING_AFTER} OR endpoint_status = 'disabled' AND disabled_reason IS NOT NULL)
        AND EXISTS (SELECT 1 FROM tenancy WHERE tenancy.customer_id = webhook_endpoint.customer_id AND tenancy_state IN ('serving', 'leaving'))
      ORDER BY "rank", customer_id, endpoint_id LIMIT ${MAX_WORST}`,
  )

const selectMigrations = () =>
  selectRows({ name: sql<string>`name` }, selected => sql`SELECT ${selected} FROM d1_migrations ORDER BY name`)

/** The migrations that were applied to a database, in the order of their names. */
export async function readMigrations(db: Database): Promise<string[]> {
  const [applied] = await db.batch([selectMigrations()])
  return applied.map(({ name }) => name)
}

/** The status of a database. Pending messages are counted hotel by hotel, first those of the hotel that waits for longest. */
export async function readDatabaseStatus(db: Database, fingerprints: Fingerprints) {
  const [applied, tenancies, hotels, [deliveries], [lost], worst, inUse] = await db.batch([
    selectMigrations(),
    selectRows(
      { state: tenancy.tenancyState, customers: sql<number>`count(*)` },
      selected => sql`SELECT ${selected} FROM tenancy GROUP BY tenancy_state`,
    ),
    selectRows(
      {
        customerId: sql<number>`customer_id`,
        hotelId: sql<string>`hotel_id`,
        pending: sql<number>`count(*)`,
        oldestAt: sql<number>`min(created_at)`,
        allPending: sql<number>`sum(count(*)) OVER ()`,
      },
      selected => sql`
        SELECT ${selected} FROM (
          WITH RECURSIVE ${allHotelQueues()}
          SELECT fetch_message.customer_id, fetch_message.hotel_id, fetch_message.created_at FROM (
            SELECT customer_id, hotel_key, (
              SELECT created_at FROM fetch_message AS first WHERE first.customer_id = hotel_queue.customer_id
                AND first.hotel_key = hotel_queue.hotel_key AND first.message_status = 'Pending'
              ORDER BY first.message_id LIMIT 1) AS began
            FROM hotel_queue WHERE began IS NOT NULL ORDER BY began LIMIT ${MAX_PENDING + 1}) AS waiting_queue
          CROSS JOIN fetch_message ON fetch_message.customer_id = waiting_queue.customer_id
            AND fetch_message.hotel_key = waiting_queue.hotel_key AND fetch_message.message_status = 'Pending'
          LIMIT ${MAX_PENDING + 1}
        ) AS oldest
        GROUP BY customer_id, hotel_id ORDER BY min(created_at), customer_id, hotel_id LIMIT ${MAX_HOTELS}`,
    ),
    selectRows(
      {
        enabled: sql<number>`count(*) FILTER (WHERE endpoint_status = 'enabled')`,
        disabled: sql<number>`count(*) FILTER (WHERE endpoint_status = 'disabled')`,
        failing: sql<number>`count(*) FILTER (WHERE endpoint_status = 'enabled' AND failures >= ${FAILING_AFTER})`,
        oldestDueAt: sql<number | null>`min(due_at) FILTER (WHERE endpoint_status = 'enabled')`,
      },
      selected => sql`SELECT ${selected} FROM webhook_endpoint`,
    ),
    selectRows(LOST_COLUMNS, selected => sql`SELECT ${selected} FROM (${sql.raw(lostRowsQuery(fingerprints))})`),
    selectWorst(),
    selectUsedQueues(),
  ])
  const pending = hotels[0]?.allPending ?? 0
  return {
    applied: applied.map(({ name }) => name),
    tenancies,
    queue: { pending: Math.min(pending, MAX_PENDING), isComplete: pending <= MAX_PENDING, hotels, inUse },
    deliveries: deliveries ?? { enabled: 0, disabled: 0, failing: 0, oldestDueAt: null },
    lost: lost ?? {},
    worst,
    sizeBytes: db.sizeBytes,
  }
}
