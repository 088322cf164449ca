import * as z from 'zod'
import { event } from '../../../schema/tables/event'
import { webhookDelivery, webhookEndpoint, webhookIdentity } from '../../../schema/tables/webhook'
import { EVENT_TYPES } from '../../../schema/wire/event-types'
import { integer } from '../../../schema/wire/primitives'
import { rowContract } from './row-contract'
import { givenId, identity, instant, json, madeWith, sequence, storedText, token } from './values'

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
    by: storedText(200),
    data: json(z.record(z.string(), z.unknown())),
  }),
  rowContract(webhookEndpoint, {
    url: storedText(2000),
    description: storedText(500),
    types: json(z.array(eventType).nullable()),
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
    clearedSequence: sequence,
    replay,
  }),
  rowContract(webhookDelivery, { sequence: givenId, previousSequence: sequence, attemptCount: sequence, attempts }),
  rowContract(webhookIdentity, { identity, bodyHash: token, secretVersion: givenId, secretKid: storedText(200) }),
]
