import { type SQL, sql } from 'drizzle-orm'
import { pick } from '../../../schema/pick'
import { event } from '../../../schema/tables/event'
import { webhookDelivery } from '../../../schema/tables/webhook'
import type { DELIVERY_STATUSES, ReplayRequest } from '../../../schema/wire/webhook'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { selectRows } from '../../db/select-rows'
import { isBeforeEnd, type LogPart, startOf } from '../event/event-times'
import { deliveryColumns, isUnfinished, matchesTypes, type StoredDelivery } from './columns'
import { isEnabledEndpoint, isKeptEndpoint, isOfEndpoint, type WebhookEndpointRef } from './endpoint-state'
import { isFailed } from './replay'
import { searchToEnd } from './search-log'

/** Deliveries of an endpoint after a sequence, in the order of the log. */
interface DeliveryFilter extends LogPart {
  status: (typeof DELIVERY_STATUSES)[number] | undefined
}

/** At most so many rows, and one after the row that brings the attempts to so many bytes. */
interface DeliveryLimit {
  rows: number
  bytes: number
}

/**
 * Deliveries, and then the events that are not searched yet: an endpoint searches the log with its next attempt. Undefined: there
 * is no such endpoint.
 */
export async function readDeliveries(
  db: Database,
  endpoint: WebhookEndpointRef,
  filter: DeliveryFilter,
  { rows, bytes }: DeliveryLimit,
): Promise<StoredDelivery[] | undefined> {
  const [[found], deliveries, waiting] = await db.batch([
    selectFound(endpoint),
    selectDeliveries(endpoint, filter, { rows, bytes }),
    selectWaiting(endpoint, filter, rows),
  ])
  // A replay makes deliveries of events that are not searched yet.
  return found && [...deliveries, ...waiting].sort((one, other) => one.sequence - other.sequence).slice(0, rows)
}

/** A page of attempts may be larger than a Worker can hold, so that the database limits the bytes. */
const selectDeliveries = (
  endpoint: WebhookEndpointRef,
  { status, ...part }: DeliveryFilter,
  { rows, bytes }: DeliveryLimit,
) =>
  selectRows(
    deliveryColumns,
    selected => sql`
      SELECT ${selected} FROM (
        SELECT customer_id, endpoint_id, sequence, sum(size) OVER (
          ORDER BY sequence ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS before_previous
        FROM (
          SELECT customer_id, endpoint_id, sequence, octet_length(attempts) AS size FROM webhook_delivery
          WHERE ${isOfEndpoint(endpoint)} AND sequence > ${startOf(endpoint.scope, part)} ${isBeforeEnd(endpoint.scope, part, sql`sequence`)}
            AND ${status ? sql`delivery_status = ${status}` : sql`true`}
          ORDER BY sequence LIMIT ${rows})) AS page
      CROSS JOIN webhook_delivery USING (customer_id, endpoint_id, sequence)
      CROSS JOIN event ON event.customer_id = page.customer_id AND event.sequence = page.sequence
      WHERE coalesce(page.before_previous, 0) < ${bytes}`,
  )

const waitingColumns = {
  ...pick(event, 'sequence', 'eventId', 'eventType', 'reservationId'),
  deliveryStatus: sql<StoredDelivery['deliveryStatus']>`'pending'`,
  nextAttemptAt: event.at,
  previousSequence: sql<null>`NULL`,
  attempts: sql`'[]'`.mapWith(webhookDelivery.attempts) as SQL<StoredDelivery['attempts']>,
}

/** Selects the events for an endpoint that it did not search yet. */
const selectWaiting = (endpoint: WebhookEndpointRef, { status = 'pending', ...part }: DeliveryFilter, rows: number) =>
  selectRows(
    waitingColumns,
    selected => sql`
      SELECT ${selected} FROM webhook_endpoint AS e
      CROSS JOIN event ON event.customer_id = e.customer_id AND event.sequence > max(e.scanned_sequence, e.live_after, ${startOf(endpoint.scope, part)})
      WHERE ${isEnabledEndpoint(endpoint)} AND ${Number(status === 'pending')} AND ${matchesTypes('event')}
        ${isBeforeEnd(endpoint.scope, part, sql`event.sequence`)} AND NOT EXISTS (
        SELECT 1 FROM webhook_delivery WHERE ${isOfEndpoint(endpoint)} AND webhook_delivery.sequence = event.sequence)
      ORDER BY event.sequence LIMIT ${rows}`,
  )

const selectFound = (endpoint: WebhookEndpointRef) =>
  selectRows(
    { endpointId: sql<number>`endpoint_id` },
    selected =>
      sql`SELECT ${selected} FROM webhook_endpoint WHERE ${isOfEndpoint(endpoint)} AND endpoint_status <> 'deleted'`,
  )

/** What became of a request to replay events. */
export interface ReplayStart {
  /** Undefined: there is no such endpoint. */
  status: 'enabled' | 'disabled' | undefined
  /** Another replay runs. */
  isRunning: boolean
  /** Events that are sent again. */
  events: number
}

/** Begins to send events again, unless the endpoint is disabled or another replay runs. */
export async function startReplay(
  db: Database,
  endpoint: WebhookEndpointRef,
  { fromSequence = 0, toSequence, since, status }: ReplayRequest,
  now: number,
): Promise<ReplayStart> {
  const { customer } = endpoint.scope
  // Failed deliveries are few beside the log, so that they are read first.
  const source = status
    ? sql`webhook_delivery AS d CROSS JOIN event AS log ON log.customer_id = d.customer_id AND log.sequence = d.sequence
      WHERE d.customer_id = ${customer} AND d.endpoint_id = ${endpoint.endpointId} AND ${isUnfinished('failed', 'd')}`
    : sql`event AS log WHERE log.customer_id = ${customer} AND (${matchesTypes()} OR ${isFailed(endpoint)})`
  const range = sql`(
    SELECT json_object('position', min(log.sequence) - 1, 'to', max(log.sequence), 'events', count(*),
      'failedOnly', json(${status ? 'true' : 'false'}))
    FROM ${source} AND log.sequence >= ${fromSequence} AND log.sequence <= ${toSequence || Number.MAX_SAFE_INTEGER}
      AND log.at >= ${since ?? 0})`
  const [, , [state]] = await db.batch([
    ...searchToEnd(endpoint, now),
    selectRows(
      {
        status: sql<'enabled' | 'disabled'>`e.endpoint_status`,
        isRunning: sql`e.replay IS NOT NULL`.mapWith(Boolean) as SQL<boolean>,
        events: sql<number>`${range} ->> 'events'`,
      },
      selected => sql`SELECT ${selected} FROM webhook_endpoint AS e WHERE ${isKeptEndpoint(endpoint)}`,
    ),
    build.run(sql`
      UPDATE webhook_endpoint AS e SET due_at = ${now}, replay = asked.replay
      FROM (SELECT ${range} AS replay FROM webhook_endpoint AS e WHERE ${isKeptEndpoint(endpoint)}) AS asked
      WHERE ${isEnabledEndpoint(endpoint)} AND e.replay IS NULL AND asked.replay ->> 'events' > 0
      RETURNING 1 AS "startsWebhooks"`),
  ])
  return state ?? { status: undefined, isRunning: false, events: 0 }
}
