import { WebhookEndpoint, WebhookEndpointChange } from '../../../schema/wire/webhook'
import { assembleWebhookEndpoint } from '../../domain/webhook/endpoint'
import { webhookUrlProblem } from '../../domain/webhook/url'
import { Refusal, refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { updateWebhookEndpoint } from '../../store/webhook/endpoints'
import { publicKeyOf, requireWebhookKeys, webhookTargets } from '../../webhooks/receiver-key'
import { ENDPOINT_2, noSuchEndpoint, WEBHOOK_ENDPOINT_EXAMPLE } from './endpoint-parts'

export const updateEndpoint = endpoint(
  {
    method: 'POST',
    path: '/api/Webhook/UpdateEndpoint',
    operationId: 'updateWebhookEndpoint',
    summary: 'Changes a webhook endpoint.',
    description:
      'Absent fields stay as they are. Other `types` apply to events from now on, and `previousSequence` begins anew with 0.\n\n' +
      'While the status is `disabled`, nothing is sent. Events that wait are `failed`. After `enabled`, events from then on ' +
      'are sent, and those in between are `failed`. `Replay` sends them.',
    auth: 'events:write',
    body: WebhookEndpointChange,
    response: WebhookEndpoint,
    example: {
      name: 'Other types',
      needs: ENDPOINT_2,
      body: { endpointId: 2, types: ['reservation.created', 'reservation.cancelled'] },
      response: { ...WEBHOOK_ENDPOINT_EXAMPLE, endpointId: 2 },
    },
    moreExamples: [
      {
        name: 'Disable',
        needs: ENDPOINT_2,
        body: { endpointId: 2, status: 'disabled' },
        response: { ...WEBHOOK_ENDPOINT_EXAMPLE, endpointId: 2, status: 'disabled' },
      },
      {
        name: 'Enable',
        needs: ENDPOINT_2,
        body: { endpointId: 2, status: 'enabled' },
        response: { ...WEBHOOK_ENDPOINT_EXAMPLE, endpointId: 2 },
      },
    ],
    errors: ['NOT_FOUND', 'NOT_CONFIGURED'],
  },
  async call => {
    const { db, scope, settings, body } = call
    const ring = await requireWebhookKeys(settings)
    if (ring instanceof Refusal) return ring
    const problem = body.url && webhookUrlProblem(body.url, webhookTargets(settings, call.request.url))
    if (problem) return refuse('INVALID_FIELD', `url: ${problem}`)

    const stored = await updateWebhookEndpoint(db, { scope, endpointId: body.endpointId }, body)
    return stored ? success(assembleWebhookEndpoint(stored, await publicKeyOf(ring, scope, stored))) : noSuchEndpoint()
  },
)
