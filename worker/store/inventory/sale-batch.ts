import { and, eq, type SQL, sql } from 'drizzle-orm'
import { saleItem, salePayment } from '../../../schema/tables/inventory'
import { reservation } from '../../../schema/tables/reservation'
import { FIRST_NUMBER } from '../../../schema/wire/reservation-status'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { type RowOf, type Rows, selectRows } from '../../db/select-rows'
import type { NewPayment } from '../../domain/booking/state'
import { boundedList } from '../../domain/event/bounded-list'
import type { StockChange } from '../../domain/inventory/stock'
import { writePayment } from '../booking/payment'
import { lastNumber } from '../counter/last-number'
import type { CustomerSettings } from '../customer/known-settings'
import { insertEvent, newEventId } from '../event/insert-event'
import { changeColumns, changeReservation } from '../reservation/change'
import { type SaleTotal, type StoredSale, saleLineColumns, saleTotalColumns } from './columns'

/*
 * The batch that writes a sale, or a return of what it sold: the sale with its lines, the stock, the event, the payment and the
 * account.
 */

const writtenLineColumns = { lineNo: saleItem.lineNo, ...saleLineColumns }

/** Inserts the sale with the sum of its lines, inserts the lines, and what else is to be written after them. */
interface SaleStatements {
  insertSale: Rows<SaleTotal>
  insertLines: Rows<RowOf<typeof writtenLineColumns>>
  late?: readonly Statement[]
}

/** `account`: the reservation that is charged, or to which it is returned. */
export async function writeSaleBatch(
  db: Database,
  scope: Scope,
  change: StockChange,
  { insertSale, insertLines, late = [], bodyHash }: SaleStatements & { bodyHash: string },
): Promise<StoredSale> {
  const { customer } = scope
  const [[made], , lines] = await db.batch([
    insertSale,
    takeStock({ customer, taken: JSON.stringify(change.taken) }),
    insertLines,
    ...late,
    insertSaleEvent(saleEventOf(scope, change)),
    ...(change.account === undefined
      ? insertSalePayment(scope, change)
      : chargeReservation(scope, change.account, change)),
  ])
  const { saleId, total } = made as SaleTotal
  // RETURNING has no order.
  return { saleId, total, bodyHash, lines: lines.toSorted((one, other) => one.lineNo - other.lineNo) }
}

/** The sale of the batch. */
const newestSale = (customer: number | Placeholders<{ customer: number }>['customer']) =>
  sql<number>`(SELECT max(sale_id) FROM sale WHERE customer_id = ${customer})`

/** The date of a sale, and how its repetition is recognized. */
export interface SaleIdempotency {
  identity: string
  bodyHash: string
  saleDate: string
}

export type SaleValues = SaleIdempotency & CustomerSettings & { customer: number; account: number | null }

/**
 * Inserts a sale with the sum of its lines. `lines` selects them with their `amount`. The customer is NULL if they do not meet
 * `condition` or the settings have changed, which `sale.customer_id` refuses. `returnOf`: the sale whose things come back.
 */
export const insertSaleOf = (
  { customer, identity, bodyHash, saleDate, currency, timeZone, account }: Placeholders<SaleValues>,
  { lines, condition, returnOf }: { lines: SQL; condition: SQL; returnOf: SQL },
): Rows<SaleTotal> =>
  selectRows(
    saleTotalColumns,
    selected => sql`
      INSERT INTO sale (
        customer_id, sale_id, identity, body_hash, reservation_id, sale_date, return_of, sale_total, created_at)
      SELECT
        CASE WHEN ${condition} THEN (
          SELECT customer_id FROM customer
          WHERE customer_id = ${customer} AND currency = ${currency} AND time_zone = ${timeZone}) END,
        ${lastNumber({ customer }, 'sale')} + 1, ${identity}, ${bodyHash}, ${account}, ${saleDate}, ${returnOf},
        CAST(coalesce(sum(amount), 0) AS INTEGER), ${DATABASE_NOW}
      FROM (${lines})
      RETURNING ${selected}`,
  )

/** Inserts the lines of the newest sale. `lines` selects them, with their place in `key`. */
export const insertLinesOf = (
  { customer }: Placeholders<{ customer: number }>,
  lines: SQL,
): Rows<RowOf<typeof writtenLineColumns>> =>
  selectRows(
    writtenLineColumns,
    selected => sql`
      INSERT INTO sale_item (customer_id, sale_id, line_no, inventory_id, inventory_location_id, quantity, unit_price, amount,
        quantity_left)
      SELECT ${customer}, ${newestSale(customer)}, key + 1,
        inventory_id, inventory_location_id, quantity, unit_price, amount, (
          SELECT stock.quantity FROM stock WHERE stock.customer_id = ${customer}
            AND stock.inventory_id = line.inventory_id AND stock.inventory_location_id = line.inventory_location_id)
      FROM (${lines}) AS line
      RETURNING ${selected}`,
  )

/**
 * Takes quantities from the stock; one below 0 comes back. Refused by `stock_not_negative` if there is too little. The customer
 * is a column of `taken`, not a condition of its own: otherwise SQLite would read all stock of the customer.
 */
const takeStock = prepareStatement(({ customer, taken }: Placeholders<{ customer: number; taken: string }>) =>
  build.run(sql`
    WITH taken AS MATERIALIZED (
      SELECT ${customer} AS customer_id, value ->> 'inventoryId' AS inventory_id,
        value ->> 'inventoryLocationId' AS inventory_location_id, value ->> 'quantity' AS quantity
      FROM json_each(${taken})
    )
    UPDATE stock SET quantity = stock.quantity - taken.quantity FROM taken
    WHERE stock.customer_id = taken.customer_id AND stock.inventory_id = taken.inventory_id
      AND stock.inventory_location_id = taken.inventory_location_id`),
)

/** A sale on the account of a reservation, or a return to it, changes the reservation. */
function chargeReservation(scope: Scope, reservationId: number, { payment, returnOf }: StockChange): Statement[] {
  const written = { scope, reservationId }
  return changeReservation(
    written,
    { kind: 'charged', isPaid: payment !== undefined },
    {
      row: build
        .update(reservation)
        .set(changeColumns(scope, { kind: returnOf === undefined ? 'charged' : 'returned' }))
        .where(and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, reservationId))),
      late: writePayment(written, payment),
    },
  )
}

const insertSalePayment = ({ customer }: Scope, { payment }: StockChange): Statement[] =>
  payment ? [insertPayment({ customer, ...payment })] : []

const insertPayment = prepareStatement(({ customer, ...payment }: Placeholders<NewPayment & { customer: number }>) =>
  build.insert(salePayment).values({
    customerId: customer,
    saleId: newestSale(customer),
    ...payment,
    createdAt: DATABASE_NOW,
  }),
)

interface SaleEventValues extends Pick<Scope, 'customer' | 'by'> {
  eventId: string
  data: string
}

/** The items of the event of a sale. The sale has no number yet. */
const saleEventOf = ({ customer, by }: Scope, { taken, returnOf }: StockChange): SaleEventValues => {
  const items = boundedList(
    'items',
    taken.map(({ inventoryId, inventoryLocationId }) => ({ inventoryId, inventoryLocationId })),
  )
  const data = JSON.stringify({ saleId: null, saleNumber: null, reservationId: null, returnOf, ...items })
  return { customer, by, eventId: newEventId(), data }
}

/** Inserts the event of the newest sale. */
const insertSaleEvent = prepareStatement(({ customer, by, eventId, data }: Placeholders<SaleEventValues>) =>
  insertEvent(
    { customer, by },
    {
      type: 'sale.created',
      eventId,
      reservationId: sql`sale.reservation_id`,
      data: sql`json_set(${data}, '$.saleId', sale.sale_id,
        '$.saleNumber', CAST(${sql.raw(String(FIRST_NUMBER))} + sale.sale_id AS TEXT), '$.reservationId', sale.reservation_id)`,
      from: sql`FROM sale WHERE sale.customer_id = ${customer} AND sale.sale_id = ${newestSale(customer)}`,
    },
  ),
)
