import { type Placeholder, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { Placeholders } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { EXHAUSTED_AFTER } from '../../domain/webhook/schedule'
import { insertEvent } from '../event/insert-event'
import { isUnfinished } from './columns'

/** An endpoint of a customer. */
export interface WebhookEndpointRef {
  scope: Scope
  endpointId: number
}

/** The endpoint of a statement that is prepared. */
export interface PreparedEndpoint {
  scope: Placeholders<{ customer: number }>
  endpointId: Placeholder
}

/** The values for its placeholders. */
export interface EndpointValues {
  customer: number
  endpointId: number
}

export const endpointOf = ({ customer, endpointId }: Placeholders<EndpointValues>): PreparedEndpoint => ({
  scope: { customer },
  endpointId,
})
export const endpointValues = ({ scope: { customer }, endpointId }: WebhookEndpointRef): EndpointValues => ({
  customer,
  endpointId,
})

/** Whether a row is the endpoint, or a delivery to it. */
export const isOfEndpoint = ({ scope: { customer }, endpointId }: WebhookEndpointRef | PreparedEndpoint) =>
  sql`customer_id = ${customer} AND endpoint_id = ${endpointId}`

/** Whether the row `e` is the endpoint, and it is enabled. */
export const isEnabledEndpoint = ({ scope: { customer }, endpointId }: WebhookEndpointRef | PreparedEndpoint) =>
  sql`e.customer_id = ${customer} AND e.endpoint_id = ${endpointId} AND e.endpoint_status = 'enabled'`

/** Whether the row `e` is the endpoint, and it is not deleted. */
export const isKeptEndpoint = ({ scope: { customer }, endpointId }: WebhookEndpointRef | PreparedEndpoint) =>
  sql`e.customer_id = ${customer} AND e.endpoint_id = ${endpointId} AND e.endpoint_status <> 'deleted'`

type DisabledReason = 'gone' | 'exhausted' | 'key_missing'

/** Disables an endpoint after a failed attempt: it is gone, or nothing succeeded for too long. */
export function disableAfterFailure(
  endpoint: WebhookEndpointRef,
  now: number,
  { isGone, failingSince }: { isGone: boolean; failingSince: number | null },
): Statement[] {
  if (isGone) return disable(endpoint, now, 'gone')
  const limit = now - EXHAUSTED_AFTER
  if (failingSince === null || failingSince > limit) return []
  // There may have been a success since.
  return disable(endpoint, now, 'exhausted', sql`failing_since <= ${limit}`)
}

/** Disables an endpoint whose key is not configured. False: it was not enabled any more. */
export async function disableForMissingKey(db: Database, endpoint: WebhookEndpointRef, now: number): Promise<boolean> {
  const [updated] = await db.batch(disable(endpoint, now, 'key_missing'))
  return (updated as D1Result).meta.changes > 0
}

/** Disables an endpoint, and writes the event. Nothing happens if it is not enabled, or `condition` is false. */
function disable(
  endpoint: WebhookEndpointRef,
  now: number,
  reason: DisabledReason,
  condition = sql`true`,
): [Statement, ...Statement[]] {
  return [
    build.run(sql`
      UPDATE webhook_endpoint SET endpoint_status = 'disabled', disabled_reason = ${reason}, due_at = NULL, replay = NULL,
        last_failure_at = ${now}, updated_at = ${now}
      WHERE ${isOfEndpoint(endpoint)} AND endpoint_status = 'enabled' AND ${condition}`),
    insertEvent(endpoint.scope, {
      type: 'endpoint.disabled',
      data: sql`json_object('endpointId', endpoint_id, 'reason', disabled_reason)`,
      // The statement before is the only one of this batch that can have disabled it.
      from: sql`FROM webhook_endpoint WHERE ${isOfEndpoint(endpoint)} AND changes() = 1`,
    }),
    failPending(endpoint),
  ]
}

/**
 * Ends the lease of an attempt after which the endpoint is not enabled. An endpoint that was enabled or made since may wait for the
 * end of the same lease.
 */
export async function releaseLease(
  db: Database,
  { scope: { customer } }: WebhookEndpointRef,
  leaseId: string,
  now: number,
): Promise<void> {
  const path = `$."${leaseId}"`
  await db.batch([
    build.run(sql`
      UPDATE webhook_endpoint SET leases = json_remove(leases, ${path}), due_at = iif(endpoint_status = 'enabled', ${now}, due_at)
      WHERE customer_id = ${customer} AND leases -> ${path} IS NOT NULL`),
  ])
}

/** While an endpoint is disabled, no delivery is pending. The endpoint is read first: if it is enabled, no delivery is read. */
export const failPending = (endpoint: WebhookEndpointRef): Statement =>
  build.run(sql`
    UPDATE webhook_delivery SET delivery_status = 'failed', is_replay = 0
    WHERE ${isOfEndpoint(endpoint)} AND sequence IN (
      SELECT d.sequence FROM webhook_endpoint AS e
      CROSS JOIN webhook_delivery AS d ON d.customer_id = e.customer_id AND d.endpoint_id = e.endpoint_id
      WHERE e.customer_id = ${endpoint.scope.customer} AND e.endpoint_id = ${endpoint.endpointId}
        AND e.endpoint_status <> 'enabled' AND ${isUnfinished('pending', 'd')})`)
