import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'

/*
 * People who sign in to the console. Only the first database has rows in these tables. A secret is 256 random bits, of which the
 * SHA-256 is stored, base64url.
 */

/** A person, or a desk: the PC of a reception, which several people use. */
export const person = sqliteTable(
  'person',
  {
    // A number is never given again: tokens and the audit name people by it.
    personId: integer('person_id').primaryKey({ autoIncrement: true }),
    personName: text('person_name').notNull(),
    personKind: text('person_kind', { enum: ['person', 'desk'] }).notNull(),
    lastSeenAt: instant('last_seen_at'),
    createdAt: instant('created_at').notNull(),
    /** The HMAC of the PIN that the person has at desks. Null: none. */
    pinHash: text('pin_hash'),
    /** Wrong PINs since the last right one. Five lock the name. */
    pinFailures: integer('pin_failures').notNull().default(0),
    /** By which Cloudflare Access knows the person, in lower case. */
    email: text('email'),
  },
  table => [
    check('person_kind_known', sql`${table.personKind} IN ('person', 'desk')`),
    uniqueIndex('person_by_email').on(table.email),
  ],
)

const ofPerson = () =>
  integer('person_id')
    .notNull()
    .references(() => person.personId)

/** What a person may do for a customer. Customer 0 of an owner stands for all. */
export const personRole = sqliteTable(
  'person_role',
  {
    personId: ofPerson(),
    customerId: integer('customer_id').notNull(),
    role: text('role', { enum: ['owner', 'manager', 'frontdesk'] }).notNull(),
  },
  table => [
    primaryKey({ columns: [table.personId, table.customerId] }),
    index('person_role_of_customer').on(table.customerId, table.personId),
    check('person_role_known', sql`${table.role} IN ('owner', 'manager', 'frontdesk')`),
    check('person_role_of_owner', sql`(${table.role} = 'owner') = (${table.customerId} = 0)`),
  ],
)

/** A key of WebAuthn with which a person signs in. */
export const passkey = sqliteTable(
  'passkey',
  {
    /** base64url, as the browser sends it. */
    credentialId: text('credential_id').primaryKey(),
    personId: ofPerson(),
    /** The number of COSE: -7 for ES256, -257 for RS256. */
    algorithm: integer('algorithm').notNull(),
    /** The public key as SubjectPublicKeyInfo, base64url. */
    publicKey: text('public_key').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('passkey_of_person').on(table.personId)],
)

/** A browser in which a person is signed in. Its cookie has the secret. */
export const session = sqliteTable(
  'session',
  {
    sessionHash: text('session_hash').primaryKey(),
    personId: ofPerson(),
    signedInAt: instant('signed_in_at').notNull(),
    /** The last act of the person that was stored; at most one an hour is. */
    activeAt: instant('active_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** At a desk: the person who stands there by a PIN, its hash, and until when without an act. */
    unlockedBy: integer('unlocked_by'),
    unlockedWith: text('unlocked_with'),
    unlockedUntil: instant('unlocked_until'),
  },
  table => [index('session_of_person').on(table.personId), index('session_by_end').on(table.endsAt)],
)

/** A one-time link, whose address has the code. */
export const invitation = sqliteTable(
  'invitation',
  {
    codeHash: text('code_hash').primaryKey(),
    // A new link replaces the one before.
    personId: ofPerson().unique(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index('invitation_by_expiry').on(table.expiresAt)],
)

/** A challenge that was answered, until it expires. */
export const usedChallenge = sqliteTable(
  'used_challenge',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    /** The hash of the session that the answer opened: D1 may run a batch twice, and no other session gets in. */
    usedFor: text('used_for').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index('used_challenge_by_expiry').on(table.expiresAt)],
)
