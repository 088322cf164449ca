import { WebhookEndpointQuery, WebhookEndpoints } from '../../../schema/wire/webhook'
import { assembleWebhookEndpoint } from '../../domain/webhook/endpoint'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, pageRangeOf } from '../../http/paging'
import { listWebhookEndpoints } from '../../store/webhook/endpoints'
import { publicKeyOf, requireWebhookKeys } from '../../webhooks/receiver-key'
import { WEBHOOK_ENDPOINT_EXAMPLE } from './endpoint-parts'

const LIST = 'webhook-endpoints'

export const getEndpoints = endpoint(
  {
    method: 'GET',
    path: '/api/Webhook/GetEndpoints',
    operationId: 'listWebhookEndpoints',
    summary: 'Lists the webhook endpoints, in the order of their ids.',
    description:
      'Shows what waits for each endpoint, and whether it receives. A secret is never shown. `publicKey` is that of the ' +
      'newest secret of v1a.',
    auth: 'events:read',
    query: WebhookEndpointQuery,
    responseHeaders: LIST_HEADERS,
    response: WebhookEndpoints,
    example: { response: [WEBHOOK_ENDPOINT_EXAMPLE] },
    errors: ['NOT_CONFIGURED'],
  },
  async call => {
    const ring = await requireWebhookKeys(call.settings)
    if (ring instanceof Refusal) return ring
    const page = await pageOf(call, LIST, call.query)
    if (page instanceof Refusal) return page

    const stored = await listWebhookEndpoints(call.db, call.scope, pageRangeOf(page))
    const endpoints = await Promise.all(
      stored.map(async each => assembleWebhookEndpoint(each, await publicKeyOf(ring, call.scope, each))),
    )

    return listSuccess(call, LIST, page, {
      read: endpoints,
      position: ({ endpointId }) => [endpointId],
      element: each => each,
    })
  },
)
