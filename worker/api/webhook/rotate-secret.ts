import { RotatedSecret, RotationRequest } from '../../../schema/wire/webhook'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { Refusal } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { identityConflict } from '../../http/idempotency'
import { readWebhookEndpoint, STALE_ENDPOINT_CONSTRAINTS, storeNewSecret } from '../../store/webhook/endpoints'
import { receiverKey, requireWebhookKeys } from '../../webhooks/receiver-key'
import { ENDPOINT_2, noSuchEndpoint } from './endpoint-parts'

export const rotateWebhookSecret = endpoint(
  {
    method: 'POST',
    path: '/api/Webhook/RotateSecret',
    operationId: 'rotateWebhookSecret',
    summary: 'Gives a webhook endpoint a new secret.',
    description:
      'For 24 hours the old and the new secret both sign, so that a receiver can change in between. A second rotation within ' +
      'them ends the oldest secret at once. With an `identity` the same request again has the same response.',
    auth: 'events:write',
    idempotency: 'body-identity',
    body: RotationRequest,
    response: RotatedSecret,
    example: {
      name: 'Rotate',
      needs: ENDPOINT_2,
      body: { endpointId: 2, identity: 'rotation-1' },
      response: { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
    },
    errors: ['NOT_FOUND', 'IDENTITY_CONFLICT', 'NOT_CONFIGURED'],
  },
  // Without an identity each request is a rotation of its own.
  async ({ db, scope, settings, body: { endpointId, identity = crypto.randomUUID() }, hashRequest }) => {
    const ring = await requireWebhookKeys(settings)
    if (ring instanceof Refusal) return ring
    const ref = { scope, endpointId }
    const bodyHash = await hashRequest()
    const { kid, fingerprint: madeWith } = ring.newest

    return retryOnConflict(db, STALE_ENDPOINT_CONSTRAINTS, async () => {
      const { made, stored } = await readWebhookEndpoint(db, ref, identity)
      if (!stored) return noSuchEndpoint()
      if (made && made.bodyHash !== bodyHash) return identityConflict()
      const version = made ?? (await storeNewSecret(db, ref, { kid, madeWith, identity, bodyHash }))
      if (!version) return noSuchEndpoint()

      return success(await receiverKey(ring, stored.signature, { customer: scope.customer, endpointId }, version))
    })
  },
)
