import type { WebhookEndpoint } from '../../../schema/wire/webhook'
import type { StoredWebhookEndpoint } from '../../store/webhook/columns'

/** The maximum number of endpoints of a customer. */
export const MAX_WEBHOOK_ENDPOINTS = 20

/** An endpoint as its owner sees it. `publicKey` is null for v1. */
export const assembleWebhookEndpoint = (stored: StoredWebhookEndpoint, publicKey: string | null): WebhookEndpoint => ({
  endpointId: stored.endpointId,
  url: stored.url,
  description: stored.description,
  types: (stored.types ?? []) as WebhookEndpoint['types'],
  signature: stored.signature,
  publicKey,
  status: stored.endpointStatus === 'enabled' ? 'enabled' : 'disabled',
  disabledReason: stored.disabledReason,
  createdAt: new Date(stored.createdAt).toISOString(),
  deliveredSequence: stored.deliveredSequence,
  pending: stored.pending,
  lastSuccessAt: instantOrNull(stored.lastSuccessAt),
  lastFailureAt: instantOrNull(stored.lastFailureAt),
})

const instantOrNull = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
