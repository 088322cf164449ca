import { WebhookEndpointReference } from '../../../schema/wire/webhook'
import { Refusal } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { deleteWebhookEndpoint, readTarget } from '../../store/webhook/endpoints'
import { requireWebhookKeys } from '../../webhooks/receiver-key'
import { ENDPOINT_2, noSuchEndpoint } from './endpoint-parts'

export const deleteEndpoint = endpoint(
  {
    method: 'POST',
    path: '/api/Webhook/DeleteEndpoint',
    operationId: 'deleteWebhookEndpoint',
    summary: 'Deletes a webhook endpoint and its deliveries.',
    description: 'Nothing is sent to it any more. Its id is never used again.',
    auth: 'events:write',
    body: WebhookEndpointReference,
    example: { name: 'Delete', needs: ENDPOINT_2, body: { endpointId: 2 } },
    errors: ['NOT_FOUND', 'NOT_CONFIGURED'],
  },
  async ({ db, scope, settings, body: { endpointId } }) => {
    const ring = await requireWebhookKeys(settings)
    if (ring instanceof Refusal) return ring
    const ref = { scope, endpointId }
    // This read decides the response, so that a batch that D1 executes twice is not a 404.
    if (!(await readTarget(db, ref))) return noSuchEndpoint()
    await deleteWebhookEndpoint(db, ref)
    return success()
  },
)
