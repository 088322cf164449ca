import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { customer, customerDirectory } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import type { PageRange } from '../../db/page-range'
import { type RowOf, selectRows } from '../../db/select-rows'

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
  const page = sql`FROM customer_directory WHERE customer_id > ${after} ORDER BY customer_id LIMIT ${rows} OFFSET ${offset}`
  const [entries, customers] = await control.batch([
    selectRows(entryColumns, selected => sql`SELECT ${selected} ${page}`),
    selectCustomers(sql`SELECT customer_id FROM (SELECT customer_id, shard ${page}) WHERE shard = 0`),
  ])
  return { entries, customers }
}

const customerColumns = getTableColumns(customer)
export type StoredCustomer = RowOf<typeof customerColumns>

const selectCustomers = (ids: SQL) =>
  selectRows(customerColumns, selected => sql`SELECT ${selected} FROM customer WHERE customer_id IN (${ids})`)

/** The customers of a database that have these ids. */
export async function readCustomers(db: Database, ids: readonly number[]): Promise<StoredCustomer[]> {
  const [found] = await db.batch([selectCustomers(sql`SELECT value FROM json_each(${JSON.stringify(ids)})`)])
  return found
}
