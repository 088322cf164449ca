import { NewWebhookEndpoint, WebhookEndpointRequest } from '../../../schema/wire/webhook'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { refuseSequence } from '../../domain/event/sequence'
import { assembleWebhookEndpoint, MAX_WEBHOOK_ENDPOINTS } from '../../domain/webhook/endpoint'
import { webhookUrlProblem } from '../../domain/webhook/url'
import { Refusal, refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { identityConflict } from '../../http/idempotency'
import {
  insertWebhookEndpoint,
  readForWebhookEndpoint,
  STALE_ENDPOINT_CONSTRAINTS,
} from '../../store/webhook/endpoints'
import { receiverKey, requireWebhookKeys, webhookTargets } from '../../webhooks/receiver-key'
import { WEBHOOK_ENDPOINT_EXAMPLE } from './endpoint-parts'

export const postEndpoint = endpoint(
  {
    method: 'POST',
    path: '/api/Webhook/PostEndpoint',
    operationId: 'createWebhookEndpoint',
    summary: 'Makes a webhook endpoint, to which events are sent.',
    description:
      'The response has the secret of v1 or the public key of v1a. A secret is shown only here: it is not stored. With an ' +
      '`identity` the same request again has the same response.\n\n' +
      `A customer has at most ${MAX_WEBHOOK_ENDPOINTS} endpoints.`,
    auth: 'events:write',
    idempotency: 'body-identity',
    body: WebhookEndpointRequest,
    response: NewWebhookEndpoint,
    example: {
      name: 'Bookings',
      body: { url: 'https://hooks.example.com/innlet', types: ['reservation.created', 'reservation.cancelled'] },
      response: { ...WEBHOOK_ENDPOINT_EXAMPLE, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
    },
    moreExamples: [
      {
        name: 'Everything',
        body: { url: 'https://hooks.example.com/innlet-all', identity: 'endpoint-1' },
        response: {
          ...WEBHOOK_ENDPOINT_EXAMPLE,
          url: 'https://hooks.example.com/innlet-all',
          types: [],
          secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
        },
      },
      {
        name: 'A public key',
        body: { url: 'https://hooks.example.com/innlet-key', signature: 'v1a' },
        response: {
          ...WEBHOOK_ENDPOINT_EXAMPLE,
          url: 'https://hooks.example.com/innlet-key',
          types: [],
          signature: 'v1a',
          publicKey: 'whpk_jBMdatLphYEoPhS/7vhPvy+JfKQ1ht86pHt3t7UoJrM=',
        },
      },
    ],
    errors: ['IDENTITY_CONFLICT', 'EVENTS_EXPIRED', 'NOT_CONFIGURED'],
  },
  async call => {
    const { db, scope, settings, body } = call
    const { identity, signature = 'v1', afterSequence } = body
    const ring = await requireWebhookKeys(settings)
    if (ring instanceof Refusal) return ring
    const problem = webhookUrlProblem(body.url, webhookTargets(settings, call.request.url))
    if (problem) return refuse('INVALID_FIELD', `url: ${problem}`)
    const bodyHash = await call.hashRequest()

    return retryOnConflict(db, STALE_ENDPOINT_CONSTRAINTS, async () => {
      const { made, madeEndpoint, log } = await readForWebhookEndpoint(db, scope, identity)
      if (made && (made.bodyHash !== bodyHash || !madeEndpoint)) return identityConflict()
      const refusal = !made && refuseSequence(afterSequence, log)
      if (refusal) return refusal
      const { kid, fingerprint: madeWith } = ring.newest
      const stored =
        madeEndpoint ?? (await insertWebhookEndpoint(db, scope, { ...body, signature, kid, madeWith, bodyHash }))
      if (!stored)
        return refuse('INVALID_FIELD', `url: this customer has ${MAX_WEBHOOK_ENDPOINTS} endpoints already, the maximum`)

      const name = { customer: scope.customer, endpointId: stored.endpointId }
      const { secret, publicKey = null } = await receiverKey(ring, stored.signature, name, made ?? { version: 1, kid })
      return success({ ...assembleWebhookEndpoint(stored, publicKey), ...(secret && { secret }) })
    })
  },
)
