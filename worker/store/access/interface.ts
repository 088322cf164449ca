import { interfaceAudience } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { ConstraintViolation } from '../../db/errors'
import { type AuditEntry, writeAudit } from '../audit/audit'

/** Gives a product its audience. False, and nothing is written: the audience is another product's. */
export async function putInterface(db: Database, product: string, audience: string, act: AuditEntry): Promise<boolean> {
  try {
    await db.batch([
      build
        .insert(interfaceAudience)
        .values({ product, audience })
        .onConflictDoUpdate({ target: interfaceAudience.product, set: { audience } }),
      writeAudit(act),
    ])
    return true
  } catch (error) {
    if (error instanceof ConstraintViolation && error.constraint === 'interface_audience.audience') return false
    throw error
  }
}

/** The audience of the product that always exists is a setting: confirming it writes nothing but the act. */
export async function confirmInterface(db: Database, act: AuditEntry): Promise<void> {
  await db.batch([writeAudit(act)])
}
