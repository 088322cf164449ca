import type { AttemptResult } from '../domain/webhook/schedule'
import type { RequestContext } from '../request-context'
import { newEventId } from '../store/event/insert-event'
import type { StoredTarget } from '../store/webhook/columns'
import type { WebhookEndpointRef } from '../store/webhook/endpoint-state'
import { post, secretsOf } from './dispatch'
import { webhookTargets } from './receiver-key'

/** Sends a `ping` to an endpoint. Undefined: the key of the endpoint is not configured. */
export async function sendPing(
  call: Pick<RequestContext, 'settings' | 'request' | 'now'>,
  endpoint: WebhookEndpointRef,
  target: StoredTarget,
): Promise<AttemptResult | undefined> {
  const secrets = await secretsOf(call.settings, endpoint, target, call.now)
  if (!secrets) return undefined
  const id = `evt_${newEventId()}`
  const body = JSON.stringify({
    id,
    type: 'ping',
    sequence: 0,
    timestamp: new Date(call.now).toISOString(),
    customerId: endpoint.scope.customer,
    data: {},
    previousSequence: 0,
  })
  return post(target, { eventId: id, body, secrets, targets: webhookTargets(call.settings, call.request.url) })
}
