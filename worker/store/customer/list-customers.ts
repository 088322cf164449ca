import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { pick } from '../../../schema/pick'
import { customer, customerDirectory, tenancy } from '../../../schema/tables/control'
import { FAILING_AFTER } from '../../../schema/tables/webhook'
import type { Database } from '../../db/database'
import type { PageRange } from '../../db/page-range'
import { jsonRows } from '../../db/select-json'
import { type RowOf, selectRows } from '../../db/select-rows'
import { lastChanges, newestEvent } from '../event/last-changes'
import { tenancyColumns } from './columns'

const entryColumns = {
  ...pick(customerDirectory, 'customerId', 'shard', 'otherShard', 'closedAt', 'deletedAt', 'createdAt'),
}

/** A row of the directory of customers, which the first database has. */
export type StoredEntry = RowOf<typeof entryColumns>

/** What a database knows of the customers of a page. */
export interface ListedCustomers {
  customers: ListedCustomer[]
  /** Also of customers that have no other row there. */
  tenancies: ListedTenancy[]
}

/** A page of the directory, in the order of the ids, and those of its customers that the first database itself has. */
export async function listDirectory(
  control: Database,
  { after, rows, offset }: PageRange,
): Promise<ListedCustomers & { entries: StoredEntry[] }> {
  const page = sql`FROM customer_directory WHERE customer_id > ${after} ORDER BY customer_id LIMIT ${rows} OFFSET ${offset}`
  const ids = sql`SELECT customer_id FROM (SELECT customer_id, shard ${page}) WHERE shard = 0`
  const [entries, customers, tenancies] = await control.batch([
    selectRows(entryColumns, selected => sql`SELECT ${selected} ${page}`),
    selectListed(ids),
    selectTenancies(ids),
  ])
  return { entries, customers, tenancies }
}

const customerColumns = getTableColumns(customer)
export type StoredCustomer = RowOf<typeof customerColumns>

/** A customer with the times of the last changes, and how many of its webhook endpoints work. */
const listedColumns = {
  ...customerColumns,
  ...lastChanges(sql`customer.customer_id`),
  /** A list of one. */
  webhooks: jsonRows(
    {
      enabled: sql<number>`count(*) FILTER (WHERE endpoint_status = 'enabled')`,
      failing: sql<number>`count(*) FILTER (WHERE endpoint_status = 'enabled' AND failures >= ${sql.raw(String(FAILING_AFTER))})`,
      disabled: sql<number>`count(*) FILTER (WHERE endpoint_status = 'disabled')`,
    },
    counts => sql`SELECT json_array(${counts}) FROM webhook_endpoint AS e WHERE e.customer_id = customer.customer_id`,
  ),
}
export type ListedCustomer = RowOf<typeof listedColumns>

const selectListed = (ids: SQL) =>
  selectRows(
    listedColumns,
    selected => sql`
      SELECT ${selected} FROM customer ${newestEvent(sql`customer.customer_id`)} WHERE customer.customer_id IN (${ids})`,
  )

const listedTenancyColumns = { customerId: tenancy.customerId, ...tenancyColumns }
type ListedTenancy = RowOf<typeof listedTenancyColumns>

const selectTenancies = (ids: SQL) =>
  selectRows(listedTenancyColumns, selected => sql`SELECT ${selected} FROM tenancy WHERE customer_id IN (${ids})`)

/** The customers of a database that have these ids, for the list. */
export async function readListed(db: Database, ids: readonly number[]): Promise<ListedCustomers> {
  const listed = sql`SELECT value FROM json_each(${JSON.stringify(ids)})`
  const [customers, tenancies] = await db.batch([selectListed(listed), selectTenancies(listed)])
  return { customers, tenancies }
}

/** A customer of a database; undefined: it has no row there. */
export async function readCustomer(db: Database, customerId: number): Promise<StoredCustomer | undefined> {
  const [[found]] = await db.batch([
    selectRows(customerColumns, selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${customerId}`),
  ])
  return found
}
