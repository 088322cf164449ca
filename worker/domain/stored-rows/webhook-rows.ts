import * as z from 'zod'
import { event } from '../../../schema/tables/event'
import { webhookDelivery, webhookEndpoint, webhookIdentity } from '../../../schema/tables/webhook'
import { EVENT_TYPES } from '../../../schema/wire/event'
import { integer } from '../../../schema/wire/primitives'
import { rowContract } from './row-contract'
import { flag, givenId, identity, instant, json, madeWith, sequence, storedText, token } from './values'

/* The rows of events and webhooks. */

const eventType = z.lazy(() => z.enum(EVENT_TYPES))

const leases = z.lazy(() => json(z.record(z.string(), z.tuple([sequence, instant]))))

const replay = z.lazy(() =>
  json(z.object({ position: sequence, to: sequence, failedOnly: z.boolean(), stepAfter: sequence.optional() })),
)

const attempts = z.lazy(() =>
  json(
    z.array(
      z.object({
        at: instant,
        durationMs: integer(),
        httpStatus: integer().nullable(),
        error: z.string().nullable(),
        response: z.string(),
      }),
    ),
  ),
)

export const webhookRows = () => [
  rowContract(event, {
    sequence: givenId,
    eventId: z.string().regex(/^[\w-]{22}$/, 'expected 22 characters of base64url'),
    eventType,
    at: instant,
    reservationId: givenId,
    by: storedText(200),
    data: json(z.record(z.string(), z.unknown())),
    lastBookingAt: instant,
    lastRatesAt: instant,
    lastSaleAt: instant,
  }),
  rowContract(webhookEndpoint, {
    endpointId: givenId,
    url: storedText(2000),
    description: storedText(500),
    types: json(z.array(eventType).nullable()),
    signature: z.enum(webhookEndpoint.signature.enumValues),
    endpointStatus: z.enum(webhookEndpoint.endpointStatus.enumValues),
    disabledReason: z.enum(webhookEndpoint.disabledReason.enumValues),
    secretVersion: givenId,
    secretKid: storedText(200),
    madeWith,
    previousVersion: givenId,
    previousKid: storedText(200),
    previousUntil: instant,
    liveAfter: sequence,
    scannedSequence: sequence,
    lastMatch: sequence,
    failures: sequence,
    failingSince: instant,
    notBefore: instant,
    leases,
    dueAt: instant,
    lastSuccessAt: instant,
    lastFailureAt: instant,
    clearedSequence: sequence,
    replay,
    createdAt: instant,
    updatedAt: instant,
  }),
  rowContract(webhookDelivery, {
    endpointId: givenId,
    sequence: givenId,
    reservationId: givenId,
    previousSequence: sequence,
    deliveryStatus: z.enum(webhookDelivery.deliveryStatus.enumValues),
    isReplay: flag,
    attemptCount: sequence,
    nextAttemptAt: instant,
    attempts,
    createdAt: instant,
  }),
  rowContract(webhookIdentity, {
    identity,
    bodyHash: token,
    endpointId: givenId,
    secretVersion: givenId,
    secretKid: storedText(200),
    createdAt: instant,
  }),
]
