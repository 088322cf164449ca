import * as z from 'zod'
import { shardFilter } from './admin-lists'
import { cursor, digits } from './paging'
import { integer } from './primitives'

/** Databases of a page: each costs nine D1 queries, of the 1,000 that D1 allows in a request. */
export const STATUS_PAGE = { usual: 20, largest: 50 } as const

export const StatusQuery = z.lazy(() =>
  z.object({
    shard: shardFilter,
    pageSize: digits(
      integer()
        .min(0)
        .max(STATUS_PAGE.largest)
        .transform(size => size || undefined)
        .optional(),
      {
        minimum: 0,
        maximum: STATUS_PAGE.largest,
        default: STATUS_PAGE.usual,
        description: 'The number of databases of a page.',
      },
    ),
    cursor,
  }),
)

const SecretProblem = z.lazy(() =>
  z
    .object({
      name: z.string(),
      problem: z.string().describe('The rest of a sentence that begins with the name. No part of the value.'),
      lost: z
        .int()
        .describe(
          'Applications, API keys, links or webhook endpoints that no longer work, because they were made with another ' +
            'value: those of the databases of this page, each table counted to 10,000. 0: the value itself is missing or ' +
            'cannot be used.',
        ),
    })
    .meta({
      id: 'SecretProblem',
      description: 'A secret that is missing, cannot be used, or is not that of the data.',
    }),
)

const MoveUnderWay = z.lazy(() =>
  z
    .object({
      clientId: z.int(),
      shard: z.int().describe('The database that serves the customer.'),
      otherShard: z.int().describe('The other database of the move.'),
      since: z.string().describe('The latest change of the directory: the beginning of the move, or its switch.'),
    })
    .meta({ id: 'MoveUnderWay', description: 'A move that is not finished.' }),
)

const CleanUpSummary = z.lazy(() =>
  z
    .object({
      lastVisitAt: z.string().nullable().describe('The beginning of the latest visit to any database.'),
      done: z.int().describe('Databases whose latest visit left nothing.'),
      begun: z.int().describe('Databases whose latest visit has not ended, or was stopped.'),
      backlog: z.int().describe('Databases with old rows that are left for the next visit.'),
      failed: z.int().describe('Databases whose latest visit failed.'),
      never: z.int().describe('Databases that were never visited.'),
    })
    .meta({ id: 'CleanUpSummary', description: 'The latest visits of the hourly run, over all databases.' }),
)

const CleanUpVisit = z.lazy(() =>
  z
    .object({
      begunAt: z.string(),
      endedAt: z.string().nullable(),
      outcome: z.enum(['begun', 'done', 'backlog', 'failed']),
      deletedRows: z.int(),
      doneAt: z.string().nullable().describe('The end of the latest visit that left nothing.'),
    })
    .meta({ id: 'CleanUpVisit', description: 'The latest visit of the hourly run to a database.' }),
)

const HotelQueue = z.lazy(() =>
  z
    .object({
      clientId: z.int(),
      hotelid: z.string(),
      pending: z.int().describe('Pending messages of the fetch queue.'),
      oldestAt: z.string().describe('When the oldest of them was written.'),
    })
    .meta({ id: 'HotelQueue', description: 'The pending messages of a hotel.' }),
)

const UsedQueue = z.lazy(() =>
  z
    .object({
      clientId: z.int(),
      hotelid: z.string(),
      oldestAt: z.string().describe('When the oldest pending message was written.'),
      lastMarkedAt: z.string().describe('When the newest processed message was last changed.'),
    })
    .meta({ id: 'UsedQueue', description: 'The queue of a hotel whose messages are marked as processed.' }),
)

const FailingEndpoint = z.lazy(() =>
  z
    .object({
      customerId: z.int(),
      endpointId: z.int(),
      host: z.string().describe('The host of its address.'),
      failures: z.int().describe('Failures in a row.'),
      since: z.string().describe('The first of them, or when it was disabled.'),
      reason: z
        .enum(['gone', 'exhausted', 'key_missing'])
        .nullable()
        .describe('Why the service disabled it, as `disabledReason` of the endpoint. Null: it is enabled, and fails.'),
    })
    .meta({ id: 'FailingEndpoint', description: 'A webhook endpoint that fails, or that the service has disabled.' }),
)

const DatabaseStatus = z.lazy(() =>
  z
    .object({
      shard: z.int(),
      state: z
        .enum(['ok', 'outdated', 'unavailable'])
        .describe('`outdated`: it lacks a migration of this release. `unavailable`: it did not respond as expected.'),
      fault: z
        .string()
        .nullable()
        .describe('Why it is not `ok`, if D1 failed: a kind of fault of the log, such as `overloaded`.'),
      sizeBytes: z.int().nullable().describe('The size that D1 reports. The maximum is 10 GB.'),
      customers: z.int().nullable().describe('Customers of the directory whose database this is.'),
      tenancies: z
        .object({ serving: z.int(), leaving: z.int(), arriving: z.int(), gone: z.int() })
        .nullable()
        .describe('Customers of this database by their state in it.'),
      migration: z.string().nullable().describe('The newest migration that was applied.'),
      missingMigrations: z.array(z.string()).describe('Migrations of this release that were not applied.'),
      unknownMigrations: z.array(z.string()).describe('Applied migrations that this release does not know.'),
      queue: z
        .object({
          pending: z.int().describe('Pending messages, counted to 10,000.'),
          isComplete: z.boolean().describe('False: there are more than that. The oldest are counted.'),
          hotels: z.array(HotelQueue).describe('At most 20 hotels. The one with the oldest message is first.'),
          inUse: z
            .array(UsedQueue)
            .describe(
              'At most 20 hotels with pending messages, of which somebody marked one as processed that is still stored. The one ' +
                'where a message has waited for longest while nobody marked any is first.',
            ),
        })
        .nullable(),
      deliveries: z
        .object({
          enabled: z.int().describe('Webhook endpoints that are enabled.'),
          disabled: z.int().describe('Endpoints that are disabled, by the service or by their owner.'),
          failing: z.int().describe('Enabled endpoints with at least three failures in a row.'),
          oldestDueAt: z
            .string()
            .nullable()
            .describe(
              'When the attempt was due that waits longest. More than two minutes ago: the run of each minute is late.',
            ),
        })
        .nullable(),
      cleanUp: CleanUpVisit.nullable().describe('Null: there was no visit yet, or it cannot be read.'),
    })
    .meta({ id: 'DatabaseStatus', description: 'The status of a database. Null: it cannot be read.' }),
)

export const Status = z.lazy(() =>
  z
    .object({
      version: z.string().describe('The release of this Worker.'),
      migration: z.string().describe('The newest migration of this release.'),
      secrets: z.array(SecretProblem).describe('Empty: all secrets can be used, and the data was made with them.'),
      customers: z.int().nullable().describe('All customers. Null: the first database cannot be read.'),
      moves: z.array(MoveUnderWay).nullable().describe('At most 100, the oldest first.'),
      cleanUp: CleanUpSummary.nullable(),
      webhooks: z.object({
        worst: z
          .array(FailingEndpoint)
          .describe(
            'At most 20 endpoints of the databases of this page: those with at least three failures in a row, which fail for ' +
              'longest first; then those that the service has disabled, the latest first.',
          ),
      }),
      databases: z.array(DatabaseStatus).describe('A page of the databases, by number.'),
    })
    .meta({ id: 'Status', description: 'The status of the installation, for its operator.' }),
)
