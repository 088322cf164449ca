import { ReplayRequest, ReplayResult } from '../../../schema/wire/webhook'
import { Refusal, refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { startReplay } from '../../store/webhook/deliveries'
import { requireWebhookKeys } from '../../webhooks/receiver-key'
import { noSuchEndpoint } from './endpoint-parts'

export const replay = endpoint(
  {
    method: 'POST',
    path: '/api/Webhook/Replay',
    operationId: 'createWebhookReplay',
    summary: 'Sends events again to a webhook endpoint.',
    description:
      'Any range that is kept is sent in the order of the log, behind events that are sent for the first time: the events of ' +
      'the types of the endpoint, and those whose delivery failed. An event has the same `webhook-id` and ' +
      '`previousSequence` as before. Without a range: all events that are kept.',
    auth: 'events:write',
    body: ReplayRequest,
    response: ReplayResult,
    example: { body: { endpointId: 1, status: 'failed' }, response: { events: 3 } },
    errors: ['NOT_FOUND', 'ENDPOINT_DISABLED', 'REPLAY_RUNNING', 'NOT_CONFIGURED'],
  },
  async ({ db, scope, settings, body, now }) => {
    const ring = await requireWebhookKeys(settings)
    if (ring instanceof Refusal) return ring
    const { status, isRunning, events } = await startReplay(db, { scope, endpointId: body.endpointId }, body, now)
    if (!status) return noSuchEndpoint()
    if (status === 'disabled') return refuse('ENDPOINT_DISABLED', 'endpointId: the endpoint is disabled')
    if (isRunning) return refuse('REPLAY_RUNNING', 'endpointId: a replay is running')
    return success({ events })
  },
)
