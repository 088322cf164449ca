import { and, eq, isNull } from 'drizzle-orm'
import { apiKey } from '../../schema/tables/control'
import { build, type Database } from '../store/database'

/** A key that is known and not revoked. */
export interface KnownKey {
  keyId: string
  customer: number
  permissions: string[]
}

/** Finds a key by its hash: one round trip, because a key that was revoked must stop at once. */
export async function findApiKey(db: Database, keyHash: string): Promise<KnownKey | undefined> {
  const [rows] = await db.batch([
    build
      .select({ keyId: apiKey.apiKeyId, customer: apiKey.customerId, permissions: apiKey.permissions })
      .from(apiKey)
      .where(and(eq(apiKey.keyHash, keyHash), isNull(apiKey.revokedAt))),
  ])
  return rows[0]
}
