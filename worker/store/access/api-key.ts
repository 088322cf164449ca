import { and, eq, isNull, sql } from 'drizzle-orm'
import { pick } from '../../../schema/pick'
import { apiKey, customerDirectory } from '../../../schema/tables/control'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { PageRange } from '../../db/page-range'
import { type RowOf, selectRows } from '../../db/select-rows'
import { type AuditEntry, writeAudit, writeAuditIf } from '../audit/audit'
import type { Manager } from '../people/managed'
import { isNotUsedSince } from './last-use'
import { isOfManager } from './manager'
import { isNotDeleted } from './unknown-customer'

const keyColumns = {
  keyId: apiKey.apiKeyId,
  customer: apiKey.customerId,
  shard: customerDirectory.shard,
  permissions: apiKey.permissions,
  lastUsedAt: apiKey.lastUsedAt,
}

/** A key that exists and is not revoked, of a customer that is not closed. */
export type KnownKey = RowOf<typeof keyColumns>

/** The columns that administrators may see: all but the hash of the key. */
const visibleColumns = {
  ...pick(apiKey, 'apiKeyId', 'customerId', 'keyName', 'permissions', 'createdAt', 'revokedAt', 'lastUsedAt'),
}

/** A key as administrators see it. */
export type ListedKey = RowOf<typeof visibleColumns>

/** All keys that somebody may see, or those of one customer, in the order of their ids. */
export async function listApiKeys(
  db: Database,
  { manager, customer }: { manager: Manager; customer: number | undefined },
  { after, rows, offset }: PageRange<string>,
): Promise<ListedKey[]> {
  const [found] = await db.batch([
    selectRows(
      visibleColumns,
      selected => sql`
        SELECT ${selected} FROM api_key
        WHERE ${customer === undefined ? sql`true` : sql`customer_id = ${customer}`} AND ${isOfManager(manager)}
          AND api_key_id > ${after}
        ORDER BY api_key_id LIMIT ${rows} OFFSET ${offset}`,
    ),
  ])
  return found
}

/** Finds a key by its hash. It is read for each request, so that a revoked key is refused at once. */
export async function findApiKey(db: Database, keyHash: string): Promise<KnownKey | undefined> {
  const [rows] = await db.batch([
    selectRows(
      keyColumns,
      selected => sql`
        SELECT ${selected} FROM api_key JOIN customer_directory ON customer_directory.customer_id = api_key.customer_id
        WHERE api_key.key_hash = ${keyHash} AND api_key.revoked_at IS NULL AND customer_directory.closed_at IS NULL`,
    ),
  ])
  return rows[0]
}

/** Stores that a key was used, unless it was used since an instant. */
export async function markApiKeyUsed(db: Database, apiKeyId: string, since: number): Promise<void> {
  await db.batch([
    build
      .update(apiKey)
      .set({ lastUsedAt: DATABASE_NOW })
      .where(and(eq(apiKey.apiKeyId, apiKeyId), isNotUsedSince(apiKey.lastUsedAt, since))),
  ])
}

/**
 * Throws ConstraintViolation if there is no such customer, or if it was deleted: see `isUnknownCustomer`. The id is random and made by the Worker: if it
 * exists, this batch has already run.
 */
export async function addApiKey(db: Database, row: Omit<typeof apiKey.$inferInsert, 'createdAt'>, act: AuditEntry) {
  await db.batch([
    build
      .insert(apiKey)
      .values({ ...row, createdAt: DATABASE_NOW })
      .onConflictDoNothing(),
    writeAuditIf(act, isNotDeleted(row.customerId)),
  ])
}

/** Revokes a key. Idempotent. False: there is no such key. */
export async function revokeApiKey(
  db: Database,
  { apiKeyId, manager }: { apiKeyId: string; manager: Manager },
  act: AuditEntry,
): Promise<boolean> {
  const isKey = sql`api_key_id = ${apiKeyId} AND ${isOfManager(manager)}`
  const [, , known] = await db.batch([
    writeAudit(act, sql`EXISTS (SELECT 1 FROM api_key WHERE ${isKey} AND revoked_at IS NULL)`),
    build
      .update(apiKey)
      .set({ revokedAt: DATABASE_NOW })
      .where(and(isKey, isNull(apiKey.revokedAt))),
    selectRows({ apiKeyId: apiKey.apiKeyId }, selected => sql`SELECT ${selected} FROM api_key WHERE ${isKey}`),
  ])
  return known.length > 0
}
