import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { MAX_LINE_TOTAL } from '../../domain/booking/parts'
import type { SaleChange } from '../../domain/inventory/sale'
import type { CustomerSettings } from '../customer/known-settings'
import type { StoredSale } from './columns'
import { insertLinesOf, insertSaleOf, type SaleIdempotency, type SaleValues, writeSaleBatch } from './sale-batch'

/**
 * Writes a sale in one batch: the sale with its lines, the stock, the payment and the account. `settings`: those with which
 * the sale was decided.
 */
export function writeSale(
  db: Database,
  scope: Scope,
  change: SaleChange,
  { idempotency, settings }: { idempotency: SaleIdempotency; settings: CustomerSettings },
): Promise<StoredSale> {
  const { currency, timeZone } = settings
  const priced = { customer: scope.customer, lines: JSON.stringify(change.lines) }
  const values = { ...priced, ...idempotency, currency, timeZone, account: change.account ?? null }
  return writeSaleBatch(db, scope, change, {
    insertSale: insertSale({ ...values, count: change.lines.length }),
    insertLines: insertLines(priced),
    bodyHash: idempotency.bodyHash,
  })
}

/** The lines of a change, as JSON. */
interface LineValues {
  customer: number
  lines: string
}

/** The lines with their prices and amounts. A line without a price has that of its item. Amounts are rounded half up. `also`: a table to join. */
const pricedLines = ({ customer, lines }: Placeholders<LineValues>, also = sql``) => sql`
  SELECT key, inventory_id, inventory_location_id, quantity, unit_price, (unit_price * quantity + 500) / 1000 AS amount
  FROM (
    SELECT line.key, item.inventory_id, line.value ->> 'inventoryLocationId' AS inventory_location_id,
      line.value ->> 'quantity' AS quantity, coalesce(line.value ->> 'unitPrice', item.price) AS unit_price
    FROM json_each(${lines}) AS line
    CROSS JOIN inventory_item AS item ON item.customer_id = ${customer} AND item.inventory_id = line.value ->> 'inventoryId'
    ${also})`

/** The lines with items and active locations of the customer. */
const soldLines = (priced: Placeholders<LineValues>) =>
  pricedLines(
    priced,
    sql`CROSS JOIN inventory_location AS place ON place.customer_id = ${priced.customer}
      AND place.inventory_location_id = line.value ->> 'inventoryLocationId' AND place.is_active`,
  )

const insertSale = prepareStatement(({ count, ...values }: Placeholders<LineValues & SaleValues & { count: number }>) =>
  insertSaleOf(values, {
    lines: soldLines(values),
    // Each line can be sold.
    condition: sql`count(*) = ${count} AND max(amount) <= ${sql.raw(String(MAX_LINE_TOTAL))}`,
    returnOf: sql`NULL`,
  }),
)

const insertLines = prepareStatement((priced: Placeholders<LineValues>) => insertLinesOf(priced, pricedLines(priced)))
