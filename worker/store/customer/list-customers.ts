import { asc, gt, sql } from 'drizzle-orm'
import { customer, customerDirectory } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { PageRange } from '../../db/page-range'
import type { RowOf } from '../../db/select-rows'

const entryColumns = {
  customerId: customerDirectory.customerId,
  shard: customerDirectory.shard,
  otherShard: customerDirectory.otherShard,
  closedAt: customerDirectory.closedAt,
  deletedAt: customerDirectory.deletedAt,
  createdAt: customerDirectory.createdAt,
}

/** A row of the directory of customers, which the first database has. */
export type StoredEntry = RowOf<typeof entryColumns>

/** A page of the directory, in the order of the ids, and those of its customers that the first database itself serves. */
export async function listDirectory(
  control: Database,
  { after, rows, offset }: PageRange,
): Promise<{ entries: StoredEntry[]; customers: StoredCustomer[] }> {
  const page = build
    .select(entryColumns)
    .from(customerDirectory)
    .where(gt(customerDirectory.customerId, after))
    .orderBy(asc(customerDirectory.customerId))
    .limit(rows)
    .offset(offset)
  const [entries, customers] = await control.batch([
    page,
    build
      .select()
      .from(customer)
      .where(sql`${customer.customerId} IN (SELECT customer_id FROM ${page} WHERE shard = 0)`),
  ])
  return { entries, customers }
}

export type StoredCustomer = typeof customer.$inferSelect

/** The customers of a database that have these ids. */
export async function readCustomers(db: Database, ids: readonly number[]): Promise<StoredCustomer[]> {
  const [found] = await db.batch([
    build
      .select()
      .from(customer)
      .where(sql`${customer.customerId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
  ])
  return found
}
