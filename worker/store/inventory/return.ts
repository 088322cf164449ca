import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import type { ReturnChange } from '../../domain/inventory/return'
import type { CustomerSettings } from '../customer/known-settings'
import type { StoredSale } from './columns'
import { insertLinesOf, insertSaleOf, type SaleIdempotency, type SaleValues, writeSaleBatch } from './sale-batch'

/** Writes a return in one batch: as a sale, with the counters of the sold lines. */
export function writeReturn(
  db: Database,
  scope: Scope,
  change: ReturnChange,
  { idempotency, settings }: { idempotency: SaleIdempotency; settings: CustomerSettings },
): Promise<StoredSale> {
  const { currency, timeZone } = settings
  const { customer } = scope
  const { returnOf } = change
  const returned = { customer, returnOf, lines: JSON.stringify(change.lines) }
  return writeSaleBatch(db, scope, change, {
    insertSale: insertReturn({ ...returned, ...idempotency, currency, timeZone, account: change.account ?? null }),
    insertLines: insertLines(returned),
    late: [countReturned({ customer, returnOf, lines: JSON.stringify(change.counted) })],
    bodyHash: idempotency.bodyHash,
  })
}

/** The lines of a change, as JSON. */
interface LineValues {
  customer: number
  returnOf: number
  lines: string
}

/** What a quantity of a sold line costs. */
const costOf = (quantity: SQL) => sql`(sold.unit_price * (${quantity}) + 500) / 1000`

/**
 * The lines with their prices and amounts. What has come back of a line is always worth the price of that quantity, rounded once.
 * An amount is the difference, so that the amounts of all returns of a line add up to what it cost.
 */
const pricedLines = ({ customer, returnOf, lines }: Placeholders<LineValues>) => {
  const before = sql`sold.returned + (line.value ->> 'before')`
  const quantity = sql`(line.value ->> 'quantity')`
  return sql`
    SELECT line.key, sold.inventory_id, sold.inventory_location_id, ${quantity} AS quantity, sold.unit_price,
      ${costOf(before)} - ${costOf(sql`${before} + ${quantity}`)} AS amount
    FROM json_each(${lines}) AS line
    CROSS JOIN sale_item AS sold ON sold.customer_id = ${customer} AND sold.sale_id = ${returnOf}
      AND sold.line_no = line.value ->> 'lineNo'`
}

const insertReturn = prepareStatement((values: Placeholders<LineValues & SaleValues>) =>
  insertSaleOf(values, { lines: pricedLines(values), condition: sql`true`, returnOf: sql`${values.returnOf}` }),
)

const insertLines = prepareStatement((values: Placeholders<LineValues>) => insertLinesOf(values, pricedLines(values)))

/**
 * Adds what came back to the sold lines. Refused by `sale_item_returned_is_at_most_quantity` if less is left of one. It follows
 * the statements that need the counters of before.
 */
const countReturned = prepareStatement(({ customer, returnOf, lines }: Placeholders<LineValues>) =>
  build.run(sql`
    WITH back AS MATERIALIZED (
      SELECT ${customer} AS customer_id, ${returnOf} AS sale_id, value ->> 'lineNo' AS line_no,
        value ->> 'quantity' AS quantity
      FROM json_each(${lines})
    )
    UPDATE sale_item SET returned = sale_item.returned + back.quantity FROM back
    WHERE sale_item.customer_id = back.customer_id AND sale_item.sale_id = back.sale_id AND sale_item.line_no = back.line_no`),
)
