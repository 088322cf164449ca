import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { pick } from '../../../schema/pick'
import { event } from '../../../schema/tables/event'
import { webhookDelivery, webhookEndpoint } from '../../../schema/tables/webhook'
import type { RowOf } from '../../db/select-rows'

/** A version of an endpoint's secret. A rotation makes the next version. */
export interface SecretVersion {
  version: number
  /** The key of `WEBHOOK_KEYS` that it is derived from. */
  kid: string
}

/** JSON that is damaged counts as empty: it must not end a statement over all customers. */
const validJson = (column: string, empty: string) => sql.raw(`iif(json_valid(${column}), ${column}, '${empty}')`)

/** Whether an event is of a type that the endpoint `e` receives. `log` is the table of the events in the statement. */
export const matchesTypes = (log = 'log') =>
  sql`(e.types IS NULL OR ${sql.raw(log)}.event_type IN (SELECT value FROM json_each(${validJson('e.types', '[]')})))`

/**
 * Whether a delivery is unfinished, with a status. The index of these deliveries has the condition `delivery_status <> 'delivered'`.
 * SQLite uses it only for a statement that repeats this condition. Without it, every step would read all deliveries of the endpoint.
 */
export const isUnfinished = (status: 'pending' | 'failed', delivery = 'webhook_delivery') =>
  sql.raw(`${delivery}.delivery_status = '${status}' AND ${delivery}.delivery_status <> 'delivered'`)

/** The leases of the endpoint `e` that have not ended, as rows `each` of `json_each`. */
export const liveLeases = (now: number | Placeholder) =>
  sql`json_each(${validJson('e.leases', '{}')}) AS each WHERE CASE each.type WHEN 'array' THEN each.value ->> 1 END > ${now}`

/** What is needed to send to an endpoint. */
export const targetColumns = {
  ...pick(webhookEndpoint, 'endpointId', 'url', 'signature', 'secretVersion', 'secretKid', 'previousVersion'),
  ...pick(webhookEndpoint, 'previousKid', 'previousUntil', 'failingSince'),
}
export type StoredTarget = RowOf<typeof targetColumns>

/** An endpoint as its owner sees it, in a statement where `webhook_endpoint` is the table `e`. */
const endpoint = alias(webhookEndpoint, 'e')
export const endpointColumns = {
  ...pick(endpoint, 'endpointId', 'url', 'signature', 'secretVersion', 'secretKid', 'description', 'types'),
  ...pick(endpoint, 'endpointStatus', 'disabledReason', 'createdAt', 'lastSuccessAt', 'lastFailureAt'),
  deliveredSequence: sql<number>`coalesce((
    SELECT min(d.sequence) - 1 FROM webhook_delivery AS d WHERE d.customer_id = e.customer_id AND d.endpoint_id = e.endpoint_id
      AND ${isUnfinished('pending', 'd')} AND d.is_replay = 0), e.scanned_sequence)`,
  /** Counted to 10,000, among the deliveries and in the part of the log that was not searched yet. */
  pending: sql<number>`iif(e.endpoint_status <> 'enabled', 0, min(10000, (
    SELECT count(*) FROM (
      SELECT 1 FROM webhook_delivery AS d WHERE d.customer_id = e.customer_id AND d.endpoint_id = e.endpoint_id
        AND ${isUnfinished('pending', 'd')} LIMIT 10000)
    ) + (
    SELECT count(*) FROM (
      SELECT 1 FROM event AS log WHERE log.customer_id = e.customer_id AND log.sequence > max(e.scanned_sequence, e.live_after)
        AND ${matchesTypes()} LIMIT 10000))))`,
}
export type StoredWebhookEndpoint = RowOf<typeof endpointColumns>

/** The event of a delivery, in a statement where `webhook_delivery` is the table. */
const eventField = <Column extends SQL>(column: Column) =>
  sql`(SELECT ${column} FROM event WHERE event.customer_id = webhook_delivery.customer_id
    AND event.sequence = webhook_delivery.sequence)`

/** A delivery whose attempt may begin, with its event. */
export const leasedColumns = {
  sequence: webhookDelivery.sequence,
  previousSequence: webhookDelivery.previousSequence,
  attemptCount: webhookDelivery.attemptCount,
  eventId: eventField(sql`event_id`).mapWith(String) as SQL<string>,
  eventType: eventField(sql`event_type`).mapWith(String) as SQL<string>,
  at: eventField(sql`at`).mapWith(Number) as SQL<number>,
  data: eventField(sql`data`).mapWith(event.data) as SQL<Record<string, unknown>>,
}
export type LeasedDelivery = RowOf<typeof leasedColumns>

export const deliveryColumns = {
  sequence: webhookDelivery.sequence,
  eventId: event.eventId,
  eventType: event.eventType,
  ...pick(webhookDelivery, 'reservationId', 'deliveryStatus', 'nextAttemptAt', 'attempts'),
  previousSequence: sql<number | null>`webhook_delivery.previous_sequence`,
}
export type StoredDelivery = RowOf<typeof deliveryColumns>
