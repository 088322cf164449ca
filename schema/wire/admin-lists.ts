import * as z from 'zod'
import { CustomerRecord, customerFilter, lastUsedAt } from './admin'
import { ACTS } from './audit-acts'
import { perLimits } from './limits'
import { cursorPaging, instantFilter, queryPaging } from './paging'
import { idText } from './primitives'

/*
 * The lists of /admin. None of them has a secret.
 */

export const CustomerListQuery = perLimits(limits => z.object(queryPaging(limits)))

const lastChange = (what: string) =>
  z.string().nullable().describe(`When the last ${what}. Null: there was none since release 1.1.0.`)

const CustomerEntry = z.lazy(() =>
  CustomerRecord.unwrap()
    .extend({
      state: z
        .enum(['serving', 'readOnly', 'moving', 'closed', 'importing', 'deleting', 'deleted', 'incomplete'])
        .describe(
          '`readOnly`: writes are refused. `moving`, `importing`, `deleting`: work that was begun and is not finished. ' +
            '`closed`: its credentials are refused. `deleted`: only the id remains. `incomplete`: the creation was interrupted; the same ' +
            '`PUT /admin/customers/{clientId}` completes it. The fields of the customer are then empty.',
        ),
      stateSince: z
        .string()
        .nullable()
        .describe(
          'When its database last changed the state, or the progress of an import. Null: it has no state there.',
        ),
      shard: z.int().describe('The number of the database that serves the customer.'),
      otherShard: z.int().nullable().describe('The other database of a move.'),
      createdAt: z.string().describe('When the customer was created: an instant in UTC.'),
      lastBookingAt: lastChange('reservation was made: an event `reservation.created`'),
      lastRatesAt: lastChange('message of a channel manager changed a day: an event `rates.updated`'),
      lastSaleAt: lastChange('sale was posted: an event `sale.created`'),
      webhooks: z
        .object({
          enabled: z.int().describe('Those that fail included.'),
          failing: z.int().describe('Enabled endpoints with at least three failures in a row.'),
          disabled: z.int().describe('By the service or by their owner.'),
        })
        .describe('The number of its webhook endpoints.'),
    })
    .meta({ id: 'CustomerEntry', description: 'A customer of the list of customers.' }),
)

export const CustomerList = z.lazy(() =>
  z
    .object({ customers: z.array(CustomerEntry) })
    .meta({ id: 'CustomerList', description: 'A page of customers, in the order of their ids.' }),
)

export const ApiKeyFilter = perLimits(limits => z.object({ customerId: customerFilter, ...queryPaging(limits) }))

const ApiKeyRecord = z.lazy(() =>
  z
    .object({
      id: z.string().describe('The id of the key.'),
      name: z.string().describe('The name, for people.'),
      customerId: z.int().describe('The customer of the key.'),
      permissions: z.array(z.string()).describe('The permissions of the key.'),
      status: z.enum(['active', 'revoked']).describe('A revoked key is refused.'),
      createdAt: z.string().describe('When it was created: an instant in UTC.'),
      revokedAt: z.string().nullable().describe('When it was revoked: an instant in UTC. Null: it is active.'),
      lastUsedAt: lastUsedAt('request'),
    })
    .meta({ id: 'ApiKey', description: 'An API key, without the key itself.' }),
)

export const ApiKeyList = z.lazy(() =>
  z
    .object({ apiKeys: z.array(ApiKeyRecord) })
    .meta({ id: 'ApiKeyList', description: 'A page of API keys, in the order of their ids.' }),
)

/** The number of a database in a query. In a query `0` usually means absent, but database 0 is the first one. */
export const shardFilter = z.lazy(() =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'expected the number of a database')
    .transform(Number)
    .optional()
    // A pattern holds for text only.
    .meta({ type: 'integer', minimum: 0, pattern: undefined, description: 'Only this database.' }),
)

export const AuditQuery = perLimits(limits =>
  z.object({
    shard: shardFilter,
    act: z
      .preprocess(value => value || undefined, z.enum(ACTS).optional())
      .optional()
      .describe('Only this action.'),
    by: z
      .preprocess(value => value || undefined, idText(200).optional())
      .optional()
      .describe('Only what this one did: `admin`, or `person:` and the id of a person.'),
    since: instantFilter('Entries from this instant on.'),
    until: instantFilter('Entries before this instant.'),
    ...cursorPaging(limits),
  }),
)

const AuditRecord = z.lazy(() =>
  z
    .object({
      shard: z.int().describe('The number of the database that has the entry.'),
      auditId: z.int().describe('Counts up within the database.'),
      at: z.string().describe('When it was done: an instant in UTC.'),
      requestId: z.string().describe('The `X-Request-Id` of the request.'),
      act: z.string().describe('The action, such as `customer.put`.'),
      subject: z.string().describe('The record that was changed.'),
      details: z.record(z.string(), z.unknown()).describe('The fields that were sent. They contain no secret.'),
      by: z.string().describe('Who did it: `admin` with the ADMIN_TOKEN, or `person:` and the id of a person.'),
    })
    .meta({ id: 'AuditEntry', description: 'An action of an administrator.' }),
)

export const AuditList = z.lazy(() =>
  z
    .object({ entries: z.array(AuditRecord) })
    .meta({ id: 'AuditList', description: 'A page of the audit log: by database, newest first.' }),
)

export const SetupQuery = perLimits(limits => z.object(cursorPaging(limits)))
