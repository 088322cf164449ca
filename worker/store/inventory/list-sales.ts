import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { BoundedPageRange, PageRows } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { longList, pageRowsOf, selectPage } from '../../db/select-page'
import { accountSaleColumns, type StoredAccountSale } from './columns'

const SALES = longList(accountSaleColumns, ['lines'])

/** Sales on the account of a reservation, the newest first, before a sale. */
export async function listSales(
  db: Database,
  { customer }: Scope,
  reservationId: number,
  { after, rows, offset, bytes }: BoundedPageRange<number | undefined>,
): Promise<PageRows<StoredAccountSale>> {
  const before = after === undefined ? sql`` : sql`AND sale_id < ${after}`
  const [found] = await db.batch([
    selectPage(SALES, {
      page: sql`page (id) AS (
        SELECT sale_id FROM sale WHERE customer_id = ${customer} AND reservation_id = ${reservationId} ${before}
        ORDER BY sale_id DESC LIMIT ${rows} OFFSET ${offset})`,
      from: id => sql`sale AS s ON s.customer_id = ${customer} AND s.sale_id = ${id}`,
      range: { rows, bytes },
      own: { currency: sql<string>`(SELECT currency FROM customer WHERE customer_id = ${customer})` },
    }),
  ])
  return pageRowsOf(found)
}
