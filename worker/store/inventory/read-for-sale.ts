import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Scope } from '../../db/scope'
import { type Rows, selectRows } from '../../db/select-rows'
import type { ReturnData } from '../../domain/inventory/return'
import type { SaleData } from '../../domain/inventory/sale'
import type { StockKey } from '../../domain/inventory/stock'
import { settingsColumns } from '../customer/columns'
import { rememberSettings } from '../customer/known-settings'
import {
  accountColumns,
  lineColumns,
  type SaleRow,
  type StoredSale,
  saleColumns,
  saleLineColumns,
  soldLineColumns,
} from './columns'

/*
 * What decides a sale or a return, and an earlier sale with the same identity, in one round trip.
 */

/** Constraints that refuse a sale or a return because the data has changed since it was read. */
export const STALE_SALE_CONSTRAINTS = [
  /** The identity has been used since, the settings have changed, or a line cannot be sold. */
  'sale.customer_id',
  /** Too little stock is left. */
  'stock_not_negative',
  /** Less is left of a sold line than comes back. */
  'sale_item_returned_is_at_most_quantity',
  /** The reservation has ended without a stay. */
  'reservation.version',
  /** The payment has been recorded on the reservation since. */
  'payment.customer_id',
  /** The location has no stock of the item. */
  'sale_item.quantity_left',
]

interface Lookup {
  identity: string
  paymentExtId: string | undefined
}

/** What a sale request needs to read. */
export async function readForSale(
  db: Database,
  scope: Scope,
  { reservationId, lines, ...lookup }: Lookup & { reservationId: number | undefined; lines: readonly StockKey[] },
): Promise<SaleData & { made: StoredSale | undefined }> {
  const { customer } = scope
  const pairs = lines.map(({ inventoryId, inventoryLocationId }) => ({ inventoryId, inventoryLocationId }))
  const { rows, ...read } = await readWith(db, scope, lookup, {
    account: sql`${reservationId ?? 0}`,
    select: selectRows(
      lineColumns,
      selected => sql`
        SELECT ${selected} FROM json_each(${JSON.stringify(pairs)}) AS line
        LEFT JOIN inventory_item AS item ON item.customer_id = ${customer}
          AND item.inventory_id = line.value ->> 'inventoryId'
        LEFT JOIN inventory_location AS place ON place.customer_id = ${customer}
          AND place.inventory_location_id = line.value ->> 'inventoryLocationId'
        LEFT JOIN stock ON stock.customer_id = ${customer} AND stock.inventory_id = line.value ->> 'inventoryId'
          AND stock.inventory_location_id = line.value ->> 'inventoryLocationId'
        ORDER BY line.key`,
    ),
  })
  return { ...read, lines: rows }
}

/** What a return needs to read: the lines of its sale, none if there is no such sale. */
export async function readForReturn(
  db: Database,
  scope: Scope,
  { returnOf, ...lookup }: Lookup & { returnOf: number },
): Promise<ReturnData & { made: StoredSale | undefined }> {
  const { customer } = scope
  const { rows, ...read } = await readWith(db, scope, lookup, {
    account: sql`(SELECT reservation_id FROM sale WHERE customer_id = ${customer} AND sale_id = ${returnOf})`,
    select: selectRows(
      soldLineColumns,
      selected => sql`
        SELECT ${selected} FROM sale
        CROSS JOIN sale_item ON sale_item.customer_id = sale.customer_id AND sale_item.sale_id = sale.sale_id
        WHERE sale.customer_id = ${customer} AND sale.sale_id = ${returnOf} ORDER BY sale_item.line_no`,
    ),
  })
  return { ...read, sold: rows }
}

async function readWith<Row>(
  db: Database,
  scope: Scope,
  { identity, paymentExtId }: Lookup,
  { account: reservationId, select }: { account: SQL; select: Rows<Row> },
) {
  const { customer } = scope
  const [[owner], made, [account], rows] = await db.batch([
    selectRows(settingsColumns, selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${customer}`),
    selectSale(scope, sql`sale.identity = ${identity}`),
    selectRows(
      {
        ...accountColumns,
        hasPayment: sql`EXISTS (SELECT 1 FROM payment WHERE customer_id = ${customer}
          AND reservation_id = ${reservationId} AND payment_ext_id = ${paymentExtId ?? ''})`.mapWith(Boolean),
      },
      selected => sql`
        SELECT ${selected} FROM reservation WHERE customer_id = ${customer} AND reservation_id = ${reservationId}`,
    ),
    select,
  ])
  if (!owner) throw new Error('the customer of the scope does not exist')
  rememberSettings(scope, owner)
  return { ...owner, account, rows, made: storedSale(made) }
}

/** Selects a sale with its lines, one row for each line. A sale has at least one. */
const selectSale = ({ customer }: Scope, which: SQL) =>
  selectRows(
    { ...saleColumns, ...saleLineColumns },
    selected => sql`
      SELECT ${selected} FROM sale JOIN sale_item ON sale_item.customer_id = ${customer} AND sale_item.sale_id = sale.sale_id
      WHERE sale.customer_id = ${customer} AND ${which} ORDER BY sale_item.line_no`,
  )

function storedSale(rows: readonly SaleRow[]): StoredSale | undefined {
  const [first] = rows
  if (!first) return undefined
  const { saleId, bodyHash, total } = first
  return { saleId, bodyHash, total, lines: rows.map(({ saleId: _s, bodyHash: _b, total: _t, ...line }) => line) }
}
