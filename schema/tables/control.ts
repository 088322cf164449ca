import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { HotelLook } from '../wire/look'
import { date, instant, json, madeWith } from './columns'

/**
 * The customer directory: the number of the database (shard) that serves each customer. Only the first database has rows
 * in this table, and in those of applications, API keys and audiences.
 */
export const customerDirectory = sqliteTable('customer_directory', {
  customerId: integer('customer_id').primaryKey(),
  shard: integer('shard').notNull(),
  /** The other database of a move: the target, or after the switch the source, until its rows are deleted. */
  otherShard: integer('other_shard'),
  /** When the customer was closed: its applications and API keys are refused. Null: it is not closed. */
  closedAt: instant('closed_at'),
  /** When all rows of the customer had been deleted. The row remains, so that no other customer gets the id. */
  deletedAt: instant('deleted_at'),
  /** When the customer's deletion began, the largest number of its counters. An import gives higher ones. */
  lastNumber: integer('last_number').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * Whether this database serves a customer; no row: it does not. Every batch for a customer checks it in its transaction
 * (worker/db/tenancy-guard.ts), so that two databases never accept writes for one customer.
 */
export const tenancy = sqliteTable(
  'tenancy',
  {
    customerId: integer('customer_id').primaryKey(),
    /**
     * `leaving`: writes are refused. `arriving`: being copied or imported here. `gone`: this database does not serve the customer,
     * because another one does, or because the customer is closed.
     */
    tenancyState: text('tenancy_state', { enum: ['serving', 'leaving', 'arriving', 'gone'] }).notNull(),
    /**
     * Progress of the copy or import that made the state `arriving`, or of the deletion of a closed customer. With `leaving`: the
     * export that set it.
     */
    progress: json<StoredMoveProgress | StoredImportProgress | StoredDeletion | StoredExport>('progress'),
    updatedAt: instant('updated_at').notNull(),
  },
  table => [check('tenancy_state_known', sql`${table.tenancyState} IN ('serving', 'leaving', 'arriving', 'gone')`)],
)

/** Progress of a move. Tables are copied one after the other, rows in the order of their keys. */
export interface StoredMoveProgress {
  stage: 'copy' | 'compare' | 'compared'
  /** The current table, and the key of its last row that is done; null: none yet. */
  table: string
  after: string | null
  /** Rows done in this stage and rows in all, over all tables. */
  rows: number
  total: number
  /** SHA-256 over the rows compared so far, hexadecimal: each page is hashed together with the checksum before it. */
  checksum: string
  /** The newest migration of both databases when the copy began; release 1.0.0 did not store it. */
  version?: string
}

/** Progress of an import. It stays when the import is complete, so that a repeated request is recognised. */
export interface StoredImportProgress {
  stage: 'import'
  /** The table of the last page. */
  table: string
  /** Rows imported so far and rows in all. Rows of tables that are not stored count too. */
  rows: number
  total: number
  /** Rows that were stored. */
  written: number
  /** The checksum of the last page; empty: none yet. */
  checksum: string
  /** When the file was written, and the database of the customer before it was deleted. Releases before 1.2.0 did not store them. */
  exportedAt?: string | undefined
  formerShard?: number | undefined
}

/** The deletion of a closed customer has begun. Its rows are not complete any more. */
export interface StoredDeletion {
  stage: 'delete'
}

/** An export has made the customer read-only, and opens it again at its end. */
export interface StoredExport {
  stage: 'export'
}

/** A hotel business, the tenant. All rows outside the control tables of this file belong to one. */
export const customer = sqliteTable('customer', {
  customerId: integer('customer_id').primaryKey(),
  customerName: text('customer_name').notNull(),
  /** ISO 4217; decides the minor unit of every amount of the customer. */
  currency: text('currency').notNull(),
  /** IANA zone, for properties that name none. */
  timeZone: text('time_zone').notNull(),
  logoUrl: text('logo_url').notNull().default(''),
  imagePath: text('image_path').notNull().default(''),
  /** URL that guests open, with `{token}` in it; empty: the itinerary page of this service. */
  itineraryUrlTemplate: text('itinerary_url_template').notNull().default(''),
  /** How stays look in hotels without a look of their own. NULL: the look of this service. */
  look: json<HotelLook>('look'),
  /** No counter of `schema/counters.ts` gives this number or a lower one. A restore to an earlier moment raises it. */
  idFloor: integer('id_floor').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** The audience of each product, except the built-in product. */
export const interfaceAudience = sqliteTable('interface_audience', {
  product: text('product').primaryKey(),
  audience: text('audience').notNull().unique(),
})

/** An OAuth client: one customer, one product, an explicit set of permissions. */
export const application = sqliteTable(
  'application',
  {
    clientId: text('client_id').primaryKey(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customerDirectory.customerId),
    applicationName: text('application_name').notNull(),
    product: text('product').notNull(),
    permissions: json<string[]>('permissions').notNull(),
    applicationStatus: text('application_status', { enum: ['active', 'inactive', 'revoked'] })
      .notNull()
      .default('active'),
    /** HMAC SHA-256 of the secret under SECRET_PEPPER, base64url; the secret itself is not stored. */
    secretHash: text('secret_hash').notNull(),
    madeWith: madeWith(),
    expiresAt: instant('expires_at'),
    /** The first token of the latest day (UTC) on which it got one. */
    lastUsedAt: instant('last_used_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  table => [
    index('application_by_age').on(table.createdAt, table.clientId),
    index('application_of_customer').on(table.customerId, table.createdAt, table.clientId),
    check('application_status_known', sql`${table.applicationStatus} IN ('active', 'inactive', 'revoked')`),
  ],
)

/** An API key, for clients without OAuth. It is found by its hash. */
export const apiKey = sqliteTable(
  'api_key',
  {
    apiKeyId: text('api_key_id').primaryKey(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customerDirectory.customerId),
    keyName: text('key_name').notNull(),
    permissions: json<string[]>('permissions').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    madeWith: madeWith(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** The first request of the latest day (UTC) on which it was used. */
    lastUsedAt: instant('last_used_at'),
  },
  table => [index('api_key_of_customer').on(table.customerId)],
)

/** An action of an administrator. It contains no secret. */
export const audit = sqliteTable(
  'audit',
  {
    auditId: integer('audit_id').primaryKey({ autoIncrement: true }),
    at: instant('at').notNull(),
    requestId: text('request_id').notNull(),
    act: text('act').notNull(),
    subject: text('subject').notNull(),
    details: json<Record<string, unknown>>('details').notNull(),
    /** Who did it: `admin` by ADMIN_TOKEN, or `person:` and the id of a person. */
    by: text('by').notNull().default('admin'),
  },
  table => [index('audit_by_age').on(table.at)],
)

/**
 * The latest visit of the hourly run to each database. Only the first database has rows. The run begins with the database
 * that it has not visited for longest.
 */
export const cleanUpVisit = sqliteTable(
  'clean_up_visit',
  {
    shard: integer('shard').primaryKey(),
    begunAt: instant('begun_at').notNull(),
    /** NULL: the visit has not ended, or its run was stopped. */
    endedAt: instant('ended_at'),
    /** `begun`: it has not ended. `backlog`: old rows are left for the next visit. */
    outcome: text('outcome', { enum: ['begun', 'done', 'backlog', 'failed'] }).notNull(),
    /** Rows that the visit deleted. */
    deletedRows: integer('deleted_rows').notNull().default(0),
    /** The end of the latest visit that left nothing. */
    doneAt: instant('done_at'),
    /** All calendar days before this date are deleted. */
    calendarBefore: date('calendar_before'),
    /** The last channel room whose past days are deleted, while others are left. */
    calendarAfter: json<StoredChannelRoomKey>('calendar_after'),
    /** All idempotency records that were made before this date are deleted. */
    identitiesBefore: date('identities_before'),
  },
  table => [check('clean_up_outcome_known', sql`${table.outcome} IN ('begun', 'done', 'backlog', 'failed')`)],
)

/** The key of a channel room. */
export type StoredChannelRoomKey = readonly [customerId: number, hotelId: string, channelRoomId: string]
