import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

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
      .references(() => customer.customerId),
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
      .references(() => customer.customerId),
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
