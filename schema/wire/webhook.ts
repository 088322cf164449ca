import * as z from 'zod'
import { memoize } from '../memoize'
import { EVENT_TYPES } from './event-types'
import { perLimits } from './limits'
import { instantFilter, listOf, oneSequence, queryPaging, requiredId, sequencePaging } from './paging'
import { customerId, id, instant, instantOf, integer, nonBlankIdText, text } from './primitives'
import { withRules } from './with-rules'

/*
 * Webhook endpoints: addresses that receive events, and what was sent to them.
 */

const sequence = z.lazy(() => integer().min(0))

const types = z.lazy(() =>
  z
    .array(z.enum(EVENT_TYPES))
    .max(EVENT_TYPES.length)
    .transform(names => EVENT_TYPES.filter(type => names.includes(type)))
    .meta({ description: 'The types of events to send. An empty list: all, also those of later releases.' }),
)

const url = z.lazy(() =>
  nonBlankIdText(2000).meta({
    description:
      'An https address with port 443 or a port above 1023, at a public host name other than that of the service. User, password ' +
      'and fragment are refused.',
  }),
)

const identity = z
  .lazy(() => nonBlankIdText(200))
  .optional()
  .describe(
    'Your own reference of the request. The same request again has the first response: see [identity](/docs#identity).',
  )

const withEndpointId = memoize(() => ({
  endpointId: id.describe('The endpoint: `endpointId` of the response that made it.'),
  clientID: customerId,
}))

export const WebhookEndpointRequest = z.lazy(() =>
  z
    .object({
      url,
      description: text(500).default('').describe('A note for people.'),
      types: types.default([]),
      signature: z
        .preprocess(value => value || undefined, z.enum(['v1', 'v1a']).optional())
        .optional()
        .describe('`v1`: HMAC SHA-256 with a shared secret. `v1a`: Ed25519 with a public key. Default: `v1`.'),
      afterSequence: sequence
        .optional()
        .describe('Events after this one are sent. 0: all that are kept. Default: events from now on.'),
      identity,
      clientID: customerId,
    })
    .meta({ id: 'WebhookEndpointInput', description: 'A new webhook endpoint.' }),
)
export type WebhookEndpointRequest = z.output<typeof WebhookEndpointRequest>

export const WebhookEndpointChange = z.lazy(() =>
  z
    .object({
      ...withEndpointId(),
      url: z.preprocess(value => value || undefined, url.optional()).optional(),
      description: text(500).optional().describe('A note for people. Empty: none.'),
      types: types.optional(),
      status: z
        .preprocess(value => value || undefined, z.enum(['enabled', 'disabled']).optional())
        .optional()
        .describe('While an endpoint is disabled, nothing is sent. Enabled again, it receives events from then on.'),
    })
    .meta({
      id: 'WebhookEndpointChange',
      description: 'Changes of a webhook endpoint. Absent fields stay as they are.',
    }),
)
export type WebhookEndpointChange = z.output<typeof WebhookEndpointChange>

export const WebhookEndpointReference = z.lazy(() =>
  z.object(withEndpointId()).meta({ id: 'WebhookEndpointReference', description: 'A webhook endpoint.' }),
)

export const RotationRequest = z.lazy(() =>
  z
    .object({ ...withEndpointId(), identity })
    .meta({ id: 'SecretRotationInput', description: 'The rotation of the secret of a webhook endpoint.' }),
)

export const ReplayRequest = z.lazy(() =>
  z
    .object({
      ...withEndpointId(),
      fromSequence: sequence.optional().describe('The first event. Default: the oldest that is kept.'),
      toSequence: sequence.optional().describe('The last event. Default: the newest.'),
      since: z
        .preprocess(value => value || undefined, instant.optional())
        .optional()
        .describe('Events from this instant on.'),
      status: z
        .preprocess(value => value || undefined, z.literal('failed').optional())
        .optional()
        .describe('Only events whose delivery failed.'),
    })
    .meta({ id: 'ReplayInput', description: 'Events to send again.' }),
)
export type ReplayRequest = z.output<typeof ReplayRequest>

export const WebhookEndpointQuery = perLimits(limits => z.object({ clientID: customerId, ...queryPaging(limits) }))

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

export const DeliveryQuery = perLimits(limits =>
  withRules(
    z.object({
      endpointId: requiredId('The endpoint: `endpointId` of the response that made it.'),
      status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries with this status. Default: all.'),
      since: instantFilter('Deliveries of events from this instant on.'),
      until: instantFilter('Deliveries of events before this instant.'),
      ...sequencePaging(limits),
      clientID: customerId,
    }),
    oneSequence,
  ),
)

const Instant = z.lazy(() => z.string().nullable().describe('An instant in UTC. Null: there was none.'))

const endpointFields = memoize(() => ({
  endpointId: z.int().describe('The id of the endpoint.'),
  url: z.string().describe('The address that receives events.'),
  description: z.string().describe('A note for people.'),
  types: z.array(z.enum(EVENT_TYPES)).describe('Empty: all types.'),
  signature: z.enum(['v1', 'v1a']).describe('How requests are signed.'),
  publicKey: z.string().nullable().describe('`whpk_…`, with which a receiver verifies v1a. Null for v1.'),
  status: z.enum(['enabled', 'disabled']).describe('Nothing is sent to a disabled endpoint.'),
  disabledReason: z
    .enum(['gone', 'exhausted', 'key_missing'])
    .nullable()
    .describe(
      'Why the service disabled it: the receiver responded 410, nothing succeeded for 72 hours, or its signing key is not ' +
        'configured.',
    ),
  createdAt: instantOf('When it was made.'),
  deliveredSequence: z.int().describe('Every matching event up to this one is delivered or failed.'),
  pending: z.int().describe('Events that wait, counted to 10,000.'),
  lastSuccessAt: Instant,
  lastFailureAt: Instant,
}))

export const WebhookEndpoint = z.lazy(() =>
  z.object(endpointFields()).meta({ id: 'WebhookEndpoint', description: 'A webhook endpoint.' }),
)
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

export const NewWebhookEndpoint = z.lazy(() =>
  z
    .object({
      ...endpointFields(),
      secret: z.string().optional().describe('`whsec_…`, with which a receiver verifies v1. It is shown only here.'),
    })
    .meta({ id: 'NewWebhookEndpoint', description: 'A webhook endpoint that was made.' }),
)

export const WebhookEndpoints = z.lazy(() => listOf(WebhookEndpoint))

export const RotatedSecret = z.lazy(() =>
  z
    .object({
      secret: z.string().optional().describe('`whsec_…`, of v1. It is shown only here.'),
      publicKey: z.string().optional().describe('`whpk_…`, of v1a.'),
    })
    .meta({ id: 'RotatedSecret', description: 'The new secret of v1, or the new public key of v1a.' }),
)

export const TestResult = z.lazy(() =>
  z
    .object({
      httpStatus: z.int().nullable().describe('Null: there was no response.'),
      durationMs: z.int().describe('Milliseconds until the response.'),
      error: z.string().nullable().describe('Why the attempt failed. Null: it succeeded.'),
    })
    .meta({ id: 'WebhookEndpointTest', description: 'The result of a test.' }),
)

export const ReplayResult = z.lazy(() =>
  z
    .object({ events: z.int().describe('Events that are sent again.') })
    .meta({ id: 'Replay', description: 'A replay.' }),
)

const Attempt = z.lazy(() =>
  z
    .object({
      at: instantOf('When it was sent.'),
      durationMs: z.int().describe('Milliseconds until the response.'),
      httpStatus: z.int().nullable().describe('Null: there was no response.'),
      error: z.string().nullable().describe('Why it failed. Null: it succeeded.'),
      response: z.string().describe('The first 1,000 characters of the response.'),
    })
    .meta({ id: 'DeliveryAttempt', description: 'One request to the receiver.' }),
)

export const Delivery = z.lazy(() =>
  z
    .object({
      eventId: z.string().describe('The `id` of the event.'),
      sequence: z.int().describe('The `sequence` of the event.'),
      type: z.enum(EVENT_TYPES).describe('The type of the event.'),
      previousSequence: z
        .int()
        .nullable()
        .describe('`previousSequence` of the body. Null: the endpoint has not searched the log for the event yet.'),
      reservationId: z.int().nullable().describe('The reservation of the event. Null: it has none.'),
      status: z.enum(DELIVERY_STATUSES).describe('`failed`: no further attempt is made.'),
      nextAttemptAt: Instant,
      attempts: z.array(Attempt).describe('The requests to the receiver.'),
    })
    .meta({ id: 'Delivery', description: 'An event for an endpoint, and the attempts to send it.' }),
)
export type Delivery = z.output<typeof Delivery>

export const Deliveries = z.lazy(() => listOf(Delivery))
