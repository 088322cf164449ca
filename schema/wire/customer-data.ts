import * as z from 'zod'
import { cursor } from './paging'

/*
 * The state of a customer, its export and its import. docs/administration.md describes the lines of an export.
 */

const readOnlyReason = z.lazy(() => z.enum(['export']))

export const CustomerStateInput = z.lazy(() =>
  z
    .object({
      state: z
        .enum(['open', 'readOnly', 'closed'])
        .describe('`readOnly`: writes are 503. `closed`: credentials and links stop.'),
      reason: readOnlyReason
        .optional()
        .describe(
          'For `readOnly`: `export` if an export sets it, and opens the customer again. A customer that is read-only already ' +
            'keeps its reason; without this field it has none from then on.',
        ),
    })
    .refine(({ state, reason }) => reason === undefined || state === 'readOnly', {
      path: ['reason'],
      error: 'expected with readOnly only',
    })
    .meta({ id: 'CustomerStateInput', description: 'The state of a customer to set.' }),
)

export const customerState = z.lazy(() =>
  z.enum(['open', 'readOnly', 'closed', 'moving', 'importing', 'deleting', 'deleted']),
)

export const CustomerState = z.lazy(() =>
  z
    .object({
      clientId: z.int(),
      state: customerState,
      reason: readOnlyReason
        .nullable()
        .describe('`export`: an export made it read-only, and opens it again. If it was killed, repeat it.'),
      closedAt: z.string().nullable().describe('When the customer was closed.'),
      deletableFrom: z.string().nullable().describe('From when on the closed customer can be deleted.'),
    })
    .meta({ id: 'CustomerState', description: 'The state of a customer.' }),
)

export const CustomerDeletion = z.lazy(() =>
  z
    .object({
      clientId: z.int(),
      state: z.enum(['deleting', 'deleted']),
      done: z.boolean().describe('True if no row is left. Otherwise the same request continues.'),
    })
    .meta({ id: 'CustomerDeletion', description: 'The progress of a deletion.' }),
)

export const ExportQuery = z.lazy(() => z.object({ cursor }))

/** The maximum of characters is that of the body. */
export const ImportPart = z.lazy(() =>
  z
    .object({
      after: z
        .string()
        .regex(/^(?:[\da-f]{64})?$/, 'expected a checksum, or an empty text')
        .default('')
        .meta({
          'x-format': '64 hexadecimal digits',
          description: 'The checksum of the last page before these lines. Empty: the lines begin with the first one.',
        }),
      lines: z.string().default('').describe('Whole pages of an export, as they are in the file.'),
    })
    .meta({ id: 'CustomerImportPart', description: 'A part of an export of a customer.' }),
)

const GuestErasure = z.lazy(() =>
  z
    .object({
      guestId: z.int(),
      at: z.string().describe('When the guest was erased: an instant in UTC.'),
      shard: z.int().describe('The number of the database that has the entry of the audit log.'),
      auditId: z.int(),
    })
    .meta({ id: 'GuestErasure', description: 'An entry `guest.erase` of the audit log.' }),
)

export const ImportProgress = z.lazy(() =>
  z
    .object({
      clientId: z.int(),
      state: z
        .enum(['empty', 'importing', 'done'])
        .describe('`empty`: nothing was imported, and the id is free. `done`: the customer is open.'),
      table: z.string().optional().describe('The table of the last page.'),
      rows: z.int().optional().describe('Rows that were imported.'),
      total: z.int().optional().describe('All rows of the export.'),
      checksum: z.string().optional().describe('The checksum of the last page. Continue after it.'),
      done: z.boolean(),
      erasures: z
        .array(GuestErasure)
        .optional()
        .describe('When it is done: guests who were erased here after the file was written. Erase them again.'),
    })
    .meta({ id: 'CustomerImportProgress', description: 'The progress of an import.' }),
)

/** The version of the format of the lines. */
export const EXPORT_VERSION = 1

const count = z.lazy(() => z.int().min(0))
const checksum = z.lazy(() => z.string().regex(/^[\da-f]{64}$/, 'expected a checksum'))
const tableName = z.lazy(() => z.string().regex(/^[a-z_]{1,64}$/, 'expected the name of a table'))

/** The first line. Fields that are not known are ignored. */
export const ExportHeader = z.lazy(() =>
  z.object({
    innlet: z.string(),
    version: z.int(),
    migration: z.string().max(200),
    customer: z.int(),
    exportedAt: z.iso.datetime().optional(),
    rows: z.record(tableName, count),
  }),
)

/** A row of a table. */
export const ExportRow = z.lazy(() =>
  z.object({
    table: tableName,
    row: z.record(
      z.string(),
      z.union([z.string(), z.number(), z.null()], { error: 'expected a text, a number or null' }),
    ),
  }),
)

/** The end of a page: the rows of one table since the end of the page before. */
export const ExportPageEnd = z.lazy(() => z.object({ page: z.object({ table: tableName, rows: count, checksum }) }))

/** The last line. */
export const ExportEnd = z.lazy(() => z.object({ end: z.object({ rows: count, checksum }) }))
