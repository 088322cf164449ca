import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, flag, instant, json, madeWith } from './columns'

/** An endpoint fails after so many failures in a row. Only its oldest event is attempted then, by the run of each minute. */
export const FAILING_AFTER = 3

/**
 * An endpoint of a receiver of webhooks. Its secret is not stored: it is derived from the customer, the endpoint, the version and
 * the key that `secretKid` names. The row of the newest endpoint stays after its deletion, without its texts, so that its id is
 * not used again.
 */
export const webhookEndpoint = sqliteTable(
  'webhook_endpoint',
  {
    customerId: customerId(),
    endpointId: integer('endpoint_id').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    /** The types of events that it receives; null: all. */
    types: json<string[]>('types'),
    signature: text('signature', { enum: ['v1', 'v1a'] }).notNull(),
    endpointStatus: text('endpoint_status', { enum: ['enabled', 'disabled', 'deleted'] })
      .notNull()
      .default('enabled'),
    /** Why the service disabled it; null: the customer did, or it is enabled. */
    disabledReason: text('disabled_reason', { enum: ['gone', 'exhausted', 'key_missing'] }),
    secretVersion: integer('secret_version').notNull().default(1),
    secretKid: text('secret_kid').notNull(),
    madeWith: madeWith(),
    /** The version before, which signs too until `previousUntil`. */
    previousVersion: integer('previous_version'),
    previousKid: text('previous_kid'),
    previousUntil: instant('previous_until'),
    /** Events up to it are not sent: the newest event when the endpoint was made or enabled, or what its maker requested. */
    liveAfter: integer('live_after').notNull(),
    /** The log has been searched for matching events up to it. */
    scannedSequence: integer('scanned_sequence').notNull(),
    /** The latest matching event of that search; 0: none since the endpoint or its types began. */
    lastMatch: integer('last_match').notNull().default(0),
    /** Failed attempts since the last success. */
    failures: integer('failures').notNull().default(0),
    /** The first of these failures. */
    failingSince: instant('failing_since'),
    /** `Retry-After` of the receiver: no attempt before it. */
    notBefore: instant('not_before').notNull().default(0),
    /** The attempts that are open, or were interrupted. */
    leases: json<StoredLeases>('leases').notNull().default({}),
    /** When the next attempt is due, or an interrupted one is repeated; null: nothing waits. */
    dueAt: instant('due_at'),
    lastSuccessAt: instant('last_success_at'),
    lastFailureAt: instant('last_failure_at'),
    /** The attempts of deliveries up to it have been deleted, because they are too old. */
    clearedSequence: integer('cleared_sequence').notNull().default(0),
    /** The replay that is running. */
    replay: json<StoredReplay>('replay'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.endpointId] }),
    check('endpoint_status_known', sql`${table.endpointStatus} IN ('enabled', 'disabled', 'deleted')`),
    check('endpoint_signature_known', sql`${table.signature} IN ('v1', 'v1a')`),
  ],
)

/** By a random name: the sequence of an event whose attempt is open, and until when no other dispatcher attempts it. */
export type StoredLeases = Record<string, [sequence: number, until: number]>

/** A range of the log that is sent again, in steps. */
export interface StoredReplay {
  /** The last event whose delivery has been set to pending again. */
  position: number
  /** The last event of the range. */
  to: number
  /** Only events whose delivery failed. */
  failedOnly: boolean
  /** `position` before the current step. */
  stepAfter?: number
}

/** An event for an endpoint, and the attempts to send it. */
export const webhookDelivery = sqliteTable(
  'webhook_delivery',
  {
    customerId: customerId(),
    endpointId: integer('endpoint_id').notNull(),
    sequence: integer('sequence').notNull(),
    /** Deliveries of one reservation wait for each other. */
    reservationId: integer('reservation_id'),
    previousSequence: integer('previous_sequence').notNull(),
    deliveryStatus: text('delivery_status', { enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    /** The event is sent again. It waits for events that are sent for the first time. */
    isReplay: flag('is_replay').notNull().default(false),
    /** Attempts since the delivery became pending. */
    attemptCount: integer('attempt_count').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    attempts: json<StoredAttempt[]>('attempts').notNull().default([]),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.endpointId, table.sequence] }),
    foreignKey({
      columns: [table.customerId, table.endpointId],
      foreignColumns: [webhookEndpoint.customerId, webhookEndpoint.endpointId],
    }),
    index('webhook_delivery_unfinished')
      .on(table.customerId, table.endpointId, table.deliveryStatus, table.isReplay, table.sequence)
      .where(sql`delivery_status <> 'delivered'`),
    check('delivery_status_known', sql`${table.deliveryStatus} IN ('pending', 'delivered', 'failed')`),
  ],
)

/** An attempt and its response. */
export interface StoredAttempt {
  at: number
  durationMs: number
  /** Null: there was no response. */
  httpStatus: number | null
  /** Why there was no success; null: there was. */
  error: string | null
  /** The first characters of the body. */
  response: string
}

/** The `identity` of a request that made an endpoint or rotated its secret. A repetition derives the same secret again. */
export const webhookIdentity = sqliteTable(
  'webhook_identity',
  {
    customerId: customerId(),
    identity: text('identity').notNull(),
    bodyHash: text('body_hash').notNull(),
    endpointId: integer('endpoint_id').notNull(),
    secretVersion: integer('secret_version').notNull(),
    secretKid: text('secret_kid').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.identity] }),
    index('webhook_identity_by_age').on(table.createdAt),
  ],
)
