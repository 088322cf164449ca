import type { ConditionChange } from '../domain/webhook/condition'
import type { FinishedAttempt } from '../store/webhook/deliver'
import type { WebhookEndpointRef } from '../store/webhook/endpoint-state'

/*
 * One line of JSON for each change of the state of an endpoint. Of its address the line has the host only: the path and the query may
 * have a secret of the receiver.
 */

/** Logs what an attempt changed. */
export function logConditionChange(
  endpoint: WebhookEndpointRef,
  { url, result, outcome }: Pick<FinishedAttempt, 'url' | 'result' | 'outcome'>,
  change: ConditionChange,
): void {
  if (change !== 'disabled') log(endpoint, url, { webhook: change, error: result.error ?? undefined })
  else logDisabled(endpoint, url, outcome.status !== 'delivered' && outcome.isGone ? 'gone' : 'exhausted')
}

/** Logs that the service has disabled an endpoint. */
export const logDisabled = (endpoint: WebhookEndpointRef, url: string, reason: string): void =>
  log(endpoint, url, { webhook: 'disabled', reason })

const log = ({ scope, endpointId }: WebhookEndpointRef, url: string, change: Record<string, string | undefined>) =>
  console.log(
    JSON.stringify({
      ...change,
      customer: scope.customer,
      shard: scope.shard,
      endpoint: endpointId,
      host: URL.parse(url)?.host,
    }),
  )
