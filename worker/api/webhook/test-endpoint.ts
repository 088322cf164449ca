import { TestResult, WebhookEndpointReference } from '../../../schema/wire/webhook'
import { withinRate } from '../../auth/rate-limit'
import { Refusal, refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { readTarget } from '../../store/webhook/endpoints'
import { sendPing } from '../../webhooks/ping'
import { requireWebhookKeys } from '../../webhooks/receiver-key'
import { noSuchEndpoint } from './endpoint-parts'

export const testEndpoint = endpoint(
  {
    method: 'POST',
    path: '/api/Webhook/TestEndpoint',
    operationId: 'createWebhookTest',
    summary: 'Sends a ping to a webhook endpoint.',
    description:
      'The event `ping` has sequence 0 and is not in the log. A disabled endpoint can be tested too. The result changes ' +
      'nothing. A customer can send 10 in a minute.',
    auth: 'events:write',
    body: WebhookEndpointReference,
    response: TestResult,
    example: { body: { endpointId: 1 }, response: { httpStatus: 204, durationMs: 85, error: null } },
    errors: ['NOT_FOUND', 'RATE_LIMITED', 'NOT_CONFIGURED'],
  },
  async call => {
    const { db, scope, settings, env, body } = call
    const ring = await requireWebhookKeys(settings)
    if (ring instanceof Refusal) return ring
    const ref = { scope, endpointId: body.endpointId }
    const target = await readTarget(db, ref)
    if (!target) return noSuchEndpoint()
    if (!(await withinRate(env.WEBHOOK_TEST_PER_CUSTOMER, String(scope.customer)))) return refuse('RATE_LIMITED')

    const result = await sendPing(call, ref, target)
    if (!result) return refuse('NOT_CONFIGURED', 'the key of this endpoint is not configured')
    const { httpStatus, durationMs, error } = result
    return success({ httpStatus, durationMs, error })
  },
)
