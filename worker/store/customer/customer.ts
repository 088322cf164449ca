import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { customer } from '../../../schema/tables/control'
import { addToDirectory, startServing } from '../../db/customer-directory'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { requireServed } from '../../db/tenancy-guard'
import { type AuditEntry, writeAudit } from '../audit/audit'
import { readCustomer, type StoredCustomer } from './list-customers'

export type CustomerFields = Omit<typeof customer.$inferInsert, 'idFloor' | 'createdAt' | 'updatedAt'> & {
  customerId: number
}

/** Whether the customer has stored amounts: of a reservation, an inventory item, or a price of a day. */
const hasAmounts = sql`(
  EXISTS (SELECT 1 FROM reservation WHERE customer_id = ${customer.customerId})
  OR EXISTS (SELECT 1 FROM inventory_item WHERE customer_id = ${customer.customerId})
  OR EXISTS (SELECT 1 FROM plan_month WHERE customer_id = ${customer.customerId}))`

/**
 * Creates a customer in the database of a shard, or replaces its fields. False, and nothing is written: the currency would
 * change although amounts are stored in the old one.
 */
export async function putCustomer(
  db: Database,
  shard: number,
  fields: CustomerFields,
  act: AuditEntry,
): Promise<boolean> {
  const { customerId, ...rest } = fields
  const [, , written] = await db.batch([
    startServing(customerId),
    build.run(requireServed(customerId, 1)),
    build
      .insert(customer)
      .values({ ...fields, createdAt: DATABASE_NOW, updatedAt: DATABASE_NOW })
      .onConflictDoUpdate({
        target: customer.customerId,
        set: { ...rest, updatedAt: DATABASE_NOW },
        setWhere: sql`${customer.currency} = excluded.currency OR NOT ${hasAmounts}`,
      })
      .returning({ customerId: customer.customerId }),
    writeAudit(
      act,
      sql`EXISTS (SELECT 1 FROM customer WHERE customer_id = ${customerId} AND currency = ${fields.currency})`,
    ),
    ...(shard === 0 ? [addToDirectory(customerId, shard)] : []),
  ])
  return written.length > 0
}

/**
 * Changes the columns that are given, in one statement: changes of other columns at the same time stay. Returns the customer as
 * it is then. Undefined, and nothing is written: the currency would change although amounts are stored in the old one.
 */
export async function changeCustomer(
  db: Database,
  { customer: customerId }: Scope,
  changes: Partial<Omit<CustomerFields, 'customerId'>>,
  act: AuditEntry,
): Promise<StoredCustomer | undefined> {
  if (Object.keys(changes).length === 0) return readCustomer(db, customerId)
  const { currency } = changes
  const [rows] = await db.batch([
    build
      .update(customer)
      .set({ ...changes, updatedAt: DATABASE_NOW })
      .where(
        and(
          eq(customer.customerId, customerId),
          currency === undefined ? undefined : sql`(${customer.currency} = ${currency} OR NOT ${hasAmounts})`,
        ),
      )
      .returning(getTableColumns(customer)),
    writeAudit(act, sql`changes() > 0`),
  ])
  return rows[0]
}
