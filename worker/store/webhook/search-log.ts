import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { FAILING_AFTER } from '../../../schema/tables/webhook'
import type { Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Owner } from '../../db/scope'
import { newestSequence } from '../event/insert-event'
import { matchesTypes } from './columns'
import {
  type EndpointValues,
  endpointOf,
  endpointValues,
  isEnabledEndpoint,
  isKeptEndpoint,
  type WebhookEndpointRef,
} from './endpoint-state'

/*
 * A search of the log inserts a delivery for each event of the types of an endpoint. The row of the endpoint has the last
 * sequence that it searched, and its last event.
 */

/** Events of the log that one step searches. */
const SEARCHED_EVENTS = 500

/**
 * Searches the log to its end, for an endpoint that is about to be disabled or to replay, or whose types are about to change:
 * until now it receives the types of before, also while it is disabled. What is found is due at once, unless the endpoint fails.
 */
export const searchToEnd = (endpoint: WebhookEndpointRef, now: number): [Statement, Statement] => [
  insertMatching(endpoint.scope, isKeptEndpoint(endpoint), now, newestSequence(endpoint.scope)),
  build.run(sql`
    UPDATE webhook_endpoint AS e SET ${searchedTo(endpoint.scope, newestSequence(endpoint.scope))},
      due_at = CASE WHEN changes() = 0 OR e.endpoint_status <> 'enabled' THEN e.due_at
        WHEN e.failures < ${FAILING_AFTER} THEN ${now} ELSE coalesce(e.due_at, ${now}) END
    WHERE ${isKeptEndpoint(endpoint)}
    RETURNING due_at <= ${now} AS "startsWebhooks"`),
]

/** Searches the log for an endpoint that fails, and whose attempt is not due. */
export async function searchForFailing(db: Database, endpoint: WebhookEndpointRef, now: number): Promise<void> {
  await db.batch(searchToEnd(endpoint, now))
}

/** Searches the next events of the log, for a step of a dispatcher. `searchedByStep`: what the step stores of it. */
export const searchNext = (endpoint: WebhookEndpointRef, now: number) =>
  insertNext({ ...endpointValues(endpoint), now })

const insertNext = prepareStatement(({ now, ...values }: Placeholders<EndpointValues & { now: number }>) => {
  const endpoint = endpointOf(values)
  return insertMatching(endpoint.scope, isEnabledEndpoint(endpoint), now, searchEnd(endpoint.scope))
})

/** Inserts deliveries of matching events of the log that the endpoint `e` did not search yet. While it is disabled, they are failed. */
const insertMatching = (scope: Owner, isOfEndpoint: SQL, now: number | Placeholder, end: SQL): Statement =>
  build.run(sql`
    INSERT INTO webhook_delivery (
      customer_id, endpoint_id, sequence, reservation_id, previous_sequence, delivery_status, next_attempt_at, created_at)
    SELECT e.customer_id, e.endpoint_id, log.sequence, log.reservation_id,
      lag(log.sequence, 1, e.last_match) OVER (ORDER BY log.sequence),
      iif(e.endpoint_status = 'enabled' AND log.sequence > e.live_after, 'pending', 'failed'), ${now}, log.at
    FROM webhook_endpoint AS e CROSS JOIN event AS log
    WHERE ${isOfEndpoint} AND ${isUnsearched(scope, end)}
    ON CONFLICT DO NOTHING`)

/** Matching events that the next step searches. */
const isUnsearched = ({ customer }: Owner, end: SQL) => sql`
  log.customer_id = ${customer} AND log.sequence > e.scanned_sequence
    AND log.sequence <= ${end} AND ${matchesTypes()}`

/** What a search up to a sequence stores at the endpoint. */
const searchedTo = (scope: Owner, end: SQL) => sql`
  last_match = coalesce((SELECT max(log.sequence) FROM event AS log WHERE ${isUnsearched(scope, end)}), e.last_match),
  scanned_sequence = max(e.scanned_sequence, ${end})`

export const searchedByStep = (scope: Owner) =>
  searchedTo(scope, sql`min(${newestSequence(scope)}, ${searchEnd(scope)})`)

/** The last sequence of the search of a step. The oldest events may have been deleted since the one before. */
const searchEnd = ({ customer }: Owner) => sql`(
  coalesce((SELECT min(sequence) FROM event WHERE customer_id = ${customer} AND sequence > e.scanned_sequence),
    e.scanned_sequence + 1) - 1 + ${SEARCHED_EVENTS})`
