import type { Endpoint } from '../../../schema/wire/webhook'
import type { StoredEndpoint } from '../../store/webhook/columns'

/** The maximum number of endpoints of a customer. */
export const MAX_ENDPOINTS = 20

/** An endpoint as its owner sees it. `publicKey` is null for v1. */
export const assembleEndpoint = (stored: StoredEndpoint, publicKey: string | null): Endpoint => ({
  endpointId: stored.endpointId,
  url: stored.url,
  description: stored.description,
  types: (stored.types ?? []) as Endpoint['types'],
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
