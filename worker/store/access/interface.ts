import { sql } from 'drizzle-orm'
import { interfaceAudience } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { ConstraintViolation } from '../../db/errors'
import { selectRows } from '../../db/select-rows'
import { type AuditEntry, writeAudit } from '../audit/audit'

/** Sets the audience of a product. False, and nothing is written: another product has the audience. */
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

/** The products that have an audience, without the built-in one. */
export async function listProducts(db: Database): Promise<string[]> {
  const [found] = await db.batch([
    selectRows(
      { product: interfaceAudience.product },
      selected => sql`SELECT ${selected} FROM interface_audience ORDER BY product`,
    ),
  ])
  return found.map(({ product }) => product)
}
