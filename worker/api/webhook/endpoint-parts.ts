import type { WebhookEndpoint } from '../../../schema/wire/webhook'
import { refuse } from '../../errors'

/** An endpoint for the examples of the reference. */
export const WEBHOOK_ENDPOINT_EXAMPLE: WebhookEndpoint = {
  endpointId: 1,
  url: 'https://hooks.example.com/innlet',
  description: '',
  types: ['reservation.created', 'reservation.cancelled'],
  signature: 'v1',
  publicKey: null,
  status: 'enabled',
  disabledReason: null,
  createdAt: '2026-11-22T08:30:00.000Z',
  deliveredSequence: 41,
  pending: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
}

/** What the examples need that change an endpoint: endpoint 1 is the receiver of the demo hotel. */
export const ENDPOINT_2 = 'Endpoint 2: the first sample of `createWebhookEndpoint` makes it in a new demo hotel.'

/** The refusal of an endpoint that is not there, or of another customer. */
export const noSuchEndpoint = () => refuse('NOT_FOUND', 'endpointId: there is no such endpoint')
