import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/**
 * The directory: in which database a customer lives, by its number. Only the first database has rows in this table, as in
 * those of applications, keys and audiences.
 */
export const customerDirectory = sqliteTable('home', {
  customerId: integer('customer_id').primaryKey(),
  shard: integer('shard').notNull(),
  /** The one other database that has rows of the customer: it is moved there, or was moved from there and they are being deleted. */
  otherShard: integer('other_shard'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * A database's own word on whether it serves a customer; no row: it does not. A customer's every statement is judged by it
 * in its own transaction (store/guard.ts), so that no two databases ever take writes of one customer.
 */
export const tenancy = sqliteTable(
  'tenancy',
  {
    customerId: integer('customer_id').primaryKey(),
    /** `leaving`: reads go on, writes are refused. `arriving`: being copied here. `gone`: lives elsewhere. */
    tenancyState: text('tenancy_state', { enum: ['serving', 'leaving', 'arriving', 'gone'] }).notNull(),
    /** How far the copy has come, while the customer arrives. */
    progress: json<StoredMoveProgress>('progress'),
    updatedAt: instant('updated_at').notNull(),
  },
  table => [check('tenancy_state_known', sql`${table.tenancyState} IN ('serving', 'leaving', 'arriving', 'gone')`)],
)

/** How far a customer's rows have come: table after table, in the order of their keys. */
export interface StoredMoveProgress {
  stage: 'copy' | 'compare' | 'compared'
  /** The table at hand, and the key of the last row that is done; null: none yet. */
  table: string
  after: string | null
  /** Rows done in this stage, over all tables, and rows that there are. */
  rows: number
  total: number
  /** SHA-256 over the rows compared so far, hexadecimal; each page is hashed with what came before it. */
  checksum: string
  /** The newest migration of both databases when the copy began; release 1.0.0 did not note it. */
  version?: string
}

/** A hotel business. Everything but the control tables of this file hangs from one. */
export const customer = sqliteTable('customer', {
  customerId: integer('customer_id').primaryKey(),
  customerName: text('customer_name').notNull(),
  /** ISO 4217; decides the minor unit of every amount of the customer. */
  currency: text('currency').notNull(),
  /** IANA zone, for properties that name none. */
  timeZone: text('time_zone').notNull(),
  logoUrl: text('logo_url').notNull().default(''),
  imagePath: text('image_path').notNull().default(''),
  /** Where guests open their link, with `{token}` in it; empty: our own page. */
  itineraryUrlTemplate: text('itinerary_url_template').notNull().default(''),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Which audience belongs to which product, besides the product that always exists. */
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
    /** HMAC SHA-256 of the secret under SECRET_PEPPER, base64url; the secret itself is kept nowhere. */
    secretHash: text('secret_hash').notNull(),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  table => [
    index('application_of_customer').on(table.customerId),
    check('application_status_known', sql`${table.applicationStatus} IN ('active', 'inactive', 'revoked')`),
  ],
)

/** A key for callers without OAuth, found by its hash alone. */
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
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  table => [index('api_key_of_customer').on(table.customerId)],
)

/** What an administrator did, when, and to what; never a secret. */
export const audit = sqliteTable('audit', {
  auditId: integer('audit_id').primaryKey({ autoIncrement: true }),
  at: instant('at').notNull(),
  requestId: text('request_id').notNull(),
  act: text('act').notNull(),
  subject: text('subject').notNull(),
  details: json<Record<string, unknown>>('details').notNull(),
})
