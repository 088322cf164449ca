import { and, eq, type SQL, sql } from 'drizzle-orm'
import { saleItem, salePayment } from '../../../schema/tables/inventory'
import { reservation } from '../../../schema/tables/reservation'
import { FIRST_NUMBER } from '../../../schema/wire/reservation-status'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { MAX_LINE_TOTAL } from '../../domain/booking/parts'
import type { NewPayment } from '../../domain/booking/state'
import { boundedList } from '../../domain/event/bounded-list'
import type { SaleChange, SaleData } from '../../domain/inventory/sale'
import { writePayment } from '../booking/payment'
import { lastNumber } from '../counter/last-number'
import { settingsColumns } from '../customer/columns'
import { type CustomerSettings, rememberSettings } from '../customer/known-settings'
import { insertEvent, newEventId } from '../event/insert-event'
import { changeColumns, changeReservation } from '../reservation/change'
import {
  accountColumns,
  lineColumns,
  type SaleRow,
  type SaleTotal,
  type StoredSale,
  saleColumns,
  saleLineColumns,
  saleTotalColumns,
} from './columns'

/** Constraints that refuse a sale because the data has changed since it was read. */
export const STALE_SALE_CONSTRAINTS = [
  /** The identity has been used since, the settings have changed, or a line cannot be sold. */
  'sale.customer_id',
  /** Too little stock is left. */
  'stock_not_negative',
  /** The reservation has become final. */
  'reservation.version',
  /** The payment has been recorded on the reservation since. */
  'payment.customer_id',
  /** The location has no stock of the item. */
  'sale_item.quantity_left',
]

/** What a sale request needs to read. */
export interface SaleLookup {
  identity: string
  reservationId: number | undefined
  paymentExtId: string | undefined
  lines: readonly { inventoryId: number; inventoryLocationId: number }[]
}

/** Reads all data to decide a sale request, and an earlier sale with the same identity, in one round trip. */
export async function readForSale(
  db: Database,
  scope: Scope,
  { identity, reservationId, paymentExtId, lines }: SaleLookup,
): Promise<SaleData & { made: StoredSale | undefined }> {
  const { customer } = scope
  const pairs = lines.map(({ inventoryId, inventoryLocationId }) => ({ inventoryId, inventoryLocationId }))
  const [[owner], made, [account], known] = await db.batch([
    selectRows(settingsColumns, selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${customer}`),
    selectSale(scope, sql`sale.identity = ${identity}`),
    selectRows(
      {
        ...accountColumns,
        hasPayment: sql`EXISTS (SELECT 1 FROM payment WHERE customer_id = ${customer}
          AND reservation_id = ${reservationId ?? 0} AND payment_ext_id = ${paymentExtId ?? ''})`.mapWith(Boolean),
      },
      selected => sql`
        SELECT ${selected} FROM reservation WHERE customer_id = ${customer} AND reservation_id = ${reservationId ?? 0}`,
    ),
    selectRows(
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
  ])
  if (!owner) throw new Error('the customer of the scope does not exist')
  rememberSettings(scope, owner)
  return { ...owner, account, lines: known, made: storedSale(made) }
}

/** The date of a sale, and how its repetition is recognized. */
export interface SaleIdempotency {
  identity: string
  bodyHash: string
  saleDate: string
}

/**
 * Writes a sale in one batch: the sale with its lines, the stock, the payment and the account. `settings`: those with which
 * the sale was decided.
 */
export async function writeSale(
  db: Database,
  scope: Scope,
  change: SaleChange,
  { idempotency, settings }: { idempotency: SaleIdempotency; settings: CustomerSettings },
): Promise<StoredSale> {
  const { customer } = scope
  const { currency, timeZone } = settings
  const priced = { customer, lines: JSON.stringify(change.lines) }
  const [[made], , lines] = await db.batch([
    insertSale({
      ...priced,
      ...idempotency,
      currency,
      timeZone,
      account: change.account ?? null,
      count: change.lines.length,
    }),
    takeStock({ customer, taken: JSON.stringify(change.taken) }),
    insertLines(priced),
    insertSaleEvent(saleEventOf(scope, change)),
    ...(change.account === undefined
      ? insertSalePayment(scope, change)
      : chargeReservation(scope, change.account, change.payment)),
  ])
  const { saleId, total } = made as SaleTotal
  return {
    saleId,
    total,
    bodyHash: idempotency.bodyHash,
    // RETURNING has no order.
    lines: lines.toSorted((one, other) => one.lineNo - other.lineNo),
  }
}

/** The sale of the batch. */
const newestSale = (customer: number | Placeholders<LineValues>['customer']) =>
  sql<number>`(SELECT max(sale_id) FROM sale WHERE customer_id = ${customer})`

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

type SaleValues = SaleIdempotency & CustomerSettings & { account: number | null; count: number }

/** The customer is NULL if a line cannot be sold or the settings have changed, which `sale.customer_id` refuses. */
const insertSale = prepareStatement(
  ({
    identity,
    bodyHash,
    saleDate,
    currency,
    timeZone,
    account,
    count,
    ...priced
  }: Placeholders<LineValues & SaleValues>) =>
    selectRows(
      saleTotalColumns,
      selected => sql`
        INSERT INTO sale (customer_id, sale_id, identity, body_hash, reservation_id, sale_date, sale_total, created_at)
        SELECT
          CASE WHEN count(*) = ${count} AND max(amount) <= ${sql.raw(String(MAX_LINE_TOTAL))} THEN (
            SELECT customer_id FROM customer
            WHERE customer_id = ${priced.customer} AND currency = ${currency} AND time_zone = ${timeZone}) END,
          ${lastNumber(priced, 'sale')} + 1, ${identity}, ${bodyHash}, ${account}, ${saleDate},
          CAST(coalesce(sum(amount), 0) AS INTEGER), ${DATABASE_NOW}
        FROM (${soldLines(priced)})
        RETURNING ${selected}`,
    ),
)

/** Inserts the lines of the newest sale. */
const insertLines = prepareStatement((priced: Placeholders<LineValues>) =>
  selectRows(
    { lineNo: saleItem.lineNo, ...saleLineColumns },
    selected => sql`
      INSERT INTO sale_item (customer_id, sale_id, line_no, inventory_id, inventory_location_id, quantity, unit_price, amount,
        quantity_left)
      SELECT ${priced.customer}, ${newestSale(priced.customer)}, key + 1,
        inventory_id, inventory_location_id, quantity, unit_price, amount, (
          SELECT stock.quantity FROM stock WHERE stock.customer_id = ${priced.customer}
            AND stock.inventory_id = line.inventory_id AND stock.inventory_location_id = line.inventory_location_id)
      FROM (${pricedLines(priced)}) AS line
      RETURNING ${selected}`,
  ),
)

/**
 * Takes the sold quantities from the stock. Refused by `stock_not_negative` if there is too little. The customer is a column
 * of `taken`, not a condition of its own: otherwise SQLite would read all stock of the customer.
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

/** A sale on the account of a reservation changes the reservation. */
function chargeReservation(scope: Scope, reservationId: number, payment: SaleChange['payment']): Statement[] {
  const written = { scope, reservationId }
  return changeReservation(
    written,
    { kind: 'charged', isPaid: payment !== undefined },
    {
      row: build
        .update(reservation)
        .set(changeColumns(scope, { kind: 'charged' }))
        .where(and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, reservationId))),
      late: writePayment(written, payment),
    },
  )
}

const insertSalePayment = ({ customer }: Scope, { payment }: SaleChange): Statement[] =>
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
const saleEventOf = ({ customer, by }: Scope, { taken }: SaleChange): SaleEventValues => {
  const items = boundedList(
    'items',
    taken.map(({ inventoryId, inventoryLocationId }) => ({ inventoryId, inventoryLocationId })),
  )
  const data = JSON.stringify({ saleId: null, saleNumber: null, reservationId: null, ...items })
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
