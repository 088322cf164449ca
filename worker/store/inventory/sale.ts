import { and, eq, type SQL, sql } from 'drizzle-orm'
import { customer as customerTable } from '../../../schema/tables/control'
import { sale, saleItem, salePayment } from '../../../schema/tables/inventory'
import { reservation } from '../../../schema/tables/reservation'
import { FIRST_NUMBER } from '../../../schema/wire/reservation-status'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { insertRows } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { boundedList } from '../../domain/event/bounded-list'
import type { SaleData, SalePlan } from '../../domain/inventory/sale'
import { writePayment } from '../booking/payment'
import { insertEvent } from '../event/insert-event'
import { changeReservation } from '../reservation/change'
import { accountColumns, lineColumns, type SaleRow, type StoredSale, saleColumns, saleLineColumns } from './columns'

/** Constraints that refuse a sale because the data has changed since it was read. */
export const STALE_SALE_CONSTRAINTS = [
  /** The identity has been used since. */
  'sale.customer_id',
  /** Too little stock is left. */
  'stock_not_negative',
  /** The reservation has become final. */
  'reservation.version',
  /** The payment has been recorded on the reservation since. */
  'payment.customer_id',
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
    build
      .select({ currency: customerTable.currency, timeZone: customerTable.timeZone })
      .from(customerTable)
      .where(eq(customerTable.customerId, customer)),
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
  return { ...owner, account, lines: known, made: storedSale(made) }
}

/** The date of a sale, and how its repetition is recognized. */
export interface SaleIdempotency {
  identity: string
  bodyHash: string
  saleDate: string
}

/** Writes a sale in one batch: the sale with its lines, the stock, the payment and the account. */
export async function writeSale(
  db: Database,
  scope: Scope,
  plan: SalePlan,
  { identity, bodyHash, saleDate }: SaleIdempotency,
): Promise<StoredSale> {
  const { customer } = scope
  const newest = sql<number>`(SELECT max(sale_id) FROM sale WHERE customer_id = ${customer})`
  const results = await db.batch([
    build.insert(sale).values({
      customerId: customer,
      saleId: sql`(SELECT coalesce(max(sale_id), 0) + 1 FROM sale WHERE customer_id = ${customer})`,
      identity,
      bodyHash,
      reservationId: plan.account ?? null,
      saleDate,
      saleTotal: plan.total,
      createdAt: DATABASE_NOW,
    }),
    takeStock(scope, plan.taken),
    ...insertRows(
      saleItem,
      { customerId: sql`${customer}`, saleId: newest, quantityLeft: quantityLeft(scope) },
      plan.lines.map((line, i) => ({ lineNo: i + 1, ...line })),
    ),
    insertSaleEvent(scope, newest, plan),
    ...(plan.account === undefined
      ? insertSalePayment(scope, newest, plan)
      : chargeReservation(scope, plan.account, plan.payment)),
    selectSale(scope, sql`sale.sale_id = ${newest}`),
  ])
  return storedSale(results.at(-1) as SaleRow[]) as StoredSale
}

/**
 * Takes the sold quantities from the stock. Refused by `stock_not_negative` if there is too little. The customer is a column
 * of `taken`, not a condition of its own: otherwise SQLite would read all stock of the customer.
 */
const takeStock = ({ customer }: Scope, taken: SalePlan['taken']) =>
  build.run(sql`
    WITH taken AS MATERIALIZED (
      SELECT ${customer} AS customer_id, value ->> 'inventoryId' AS inventory_id,
        value ->> 'inventoryLocationId' AS inventory_location_id, value ->> 'quantity' AS quantity
      FROM json_each(${JSON.stringify(taken)})
    )
    UPDATE stock SET quantity = stock.quantity - taken.quantity FROM taken
    WHERE stock.customer_id = taken.customer_id AND stock.inventory_id = taken.inventory_id
      AND stock.inventory_location_id = taken.inventory_location_id`)

/** Quantity left in the stock of a line, which is an element of `json_each`. */
const quantityLeft = ({ customer }: Scope) => sql`(
  SELECT quantity FROM stock WHERE customer_id = ${customer} AND inventory_id = value ->> 'inventoryId'
    AND inventory_location_id = value ->> 'inventoryLocationId')`

/** A sale on the account of a reservation changes the reservation. */
const chargeReservation = (scope: Scope, reservationId: number, payment: SalePlan['payment']): Statement[] =>
  changeReservation(
    scope,
    sql`${reservationId}`,
    { kind: 'charged', isPaid: payment !== undefined },
    {
      row: columns =>
        build
          .update(reservation)
          .set(columns)
          .where(and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, reservationId))),
      late: writePayment(scope, sql`${reservationId}`, payment),
    },
  )

const insertSalePayment = ({ customer }: Scope, saleId: SQL<number>, { payment }: SalePlan) =>
  payment
    ? [build.insert(salePayment).values({ customerId: customer, saleId, ...payment, createdAt: DATABASE_NOW })]
    : []

const insertSaleEvent = (scope: Scope, saleId: SQL<number>, { taken }: SalePlan): Statement => {
  const items = boundedList(
    'items',
    taken.map(({ inventoryId, inventoryLocationId }) => ({ inventoryId, inventoryLocationId })),
  )
  const data = JSON.stringify({ saleId: null, saleNumber: null, reservationId: null, ...items })
  return insertEvent(scope, {
    type: 'sale.created',
    reservationId: sql`sale.reservation_id`,
    data: sql`json_set(${data}, '$.saleId', sale.sale_id,
      '$.saleNumber', CAST(${sql.raw(String(FIRST_NUMBER))} + sale.sale_id AS TEXT), '$.reservationId', sale.reservation_id)`,
    from: sql`FROM sale WHERE sale.customer_id = ${scope.customer} AND sale.sale_id = ${saleId}`,
  })
}

/** Selects a sale with its lines, one row for each line. A sale has at least one. */
const selectSale = ({ customer }: Scope, which: SQL) =>
  build
    .select({ ...saleColumns, ...saleLineColumns })
    .from(sale)
    .innerJoin(saleItem, and(eq(saleItem.customerId, customer), eq(saleItem.saleId, sale.saleId)))
    .where(and(eq(sale.customerId, customer), which))
    .orderBy(saleItem.lineNo)

function storedSale(rows: readonly SaleRow[]): StoredSale | undefined {
  const [first] = rows
  if (!first) return undefined
  const { saleId, bodyHash, total } = first
  return { saleId, bodyHash, total, lines: rows.map(({ saleId: _s, bodyHash: _b, total: _t, ...line }) => line) }
}
