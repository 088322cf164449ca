import { interfaceAudience } from '../../schema/tables/control'
import { type Act, recordAct } from './audit'
import { build, ConstraintViolation, type Database } from './database'

/** Gives a product its audience. False, and nothing is written: the audience is another product's. */
export async function putInterface(db: Database, product: string, audience: string, act: Act): Promise<boolean> {
  try {
    await db.batch([
      build
        .insert(interfaceAudience)
        .values({ product, audience })
        .onConflictDoUpdate({ target: interfaceAudience.product, set: { audience } }),
      recordAct(act),
    ])
    return true
  } catch (error) {
    if (error instanceof ConstraintViolation && error.constraint === 'interface_audience.audience') return false
    throw error
  }
}

/** The audience of the product that always exists is a setting: confirming it writes nothing but the act. */
export async function confirmInterface(db: Database, act: Act): Promise<void> {
  await db.batch([recordAct(act)])
}
