import { sql } from 'drizzle-orm'
import { customer } from '../../schema/tables/control'
import { type Act, recordAct } from './audit'
import { CLOCK } from './clock'
import { build, type Database } from './database'
import { whereServed } from './guard'
import { openTenancy, putHome } from './home'

export type CustomerFields = Omit<typeof customer.$inferInsert, 'createdAt' | 'updatedAt'> & { customerId: number }

/** Whether amounts were written down in the customer's currency: in a booking, a stock list, or a price by the day. */
const hasBooks = sql`(
  EXISTS (SELECT 1 FROM reservation WHERE customer_id = ${customer.customerId})
  OR EXISTS (SELECT 1 FROM inventory_item WHERE customer_id = ${customer.customerId})
  OR EXISTS (SELECT 1 FROM plan_day WHERE customer_id = ${customer.customerId}))`

/**
 * Creates a customer on a shard, whose database this is, or replaces its fields. False, and nothing is written: the currency
 * is another and the books are kept in the old one.
 */
export async function putCustomer(db: Database, shard: number, fields: CustomerFields, act: Act): Promise<boolean> {
  const { customerId, ...rest } = fields
  const [, , written] = await db.batch([
    openTenancy(customerId),
    build.all(whereServed(customerId, true)),
    build
      .insert(customer)
      .values({ ...fields, createdAt: CLOCK, updatedAt: CLOCK })
      .onConflictDoUpdate({
        target: customer.customerId,
        set: { ...rest, updatedAt: CLOCK },
        setWhere: sql`${customer.currency} = excluded.currency OR NOT ${hasBooks}`,
      })
      .returning({ customerId: customer.customerId }),
    recordAct(
      act,
      sql`EXISTS (SELECT 1 FROM customer WHERE customer_id = ${customerId} AND currency = ${fields.currency})`,
    ),
    ...(shard === 0 ? [putHome(customerId, shard)] : []),
  ])
  return written.length > 0
}
