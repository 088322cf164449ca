import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { pick } from '../../../schema/pick'
import { inventoryItem, inventoryLocation, sale, saleItem, stock } from '../../../schema/tables/inventory'
import { reservation } from '../../../schema/tables/reservation'
import { jsonRowsInOrder } from '../../db/select-json'
import { leftJoined, type RowOf } from '../../db/select-rows'

/*
 * What is selected of the inventory and its sales, and the types of the rows. Amounts are in minor units, quantities in
 * thousandths of a unit.
 */

const item = alias(inventoryItem, 'item')
const place = alias(inventoryLocation, 'place')

/** An item at a location. */
export const itemColumns = {
  inventoryId: stock.inventoryId,
  inventoryLocationId: stock.inventoryLocationId,
  itemNumber: item.itemNumber,
  inventoryLocationName: place.name,
  ...pick(item, 'description', 'size', 'color', 'productType', 'productImageType', 'productImageURL'),
  quantityInHand: stock.quantityInHand,
  cost: item.cost,
  price: item.price,
}
export type StoredItem = RowOf<typeof itemColumns>

/** The item, location and stock of a line of a sale. */
export const lineColumns = {
  /** Null: there is no such item. */
  itemNumber: leftJoined(item).itemNumber,
  price: leftJoined(item).price,
  /** Null: there is no such location. */
  isActive: leftJoined(place).isActive,
  /** 0: the location has no stock of the item. */
  inHand: sql`coalesce(${stock.quantityInHand}, 0)`.mapWith(stock.quantityInHand),
}
export type KnownLine = RowOf<typeof lineColumns>

/** A line of the sale that things are returned of. */
export const soldLineColumns = {
  /** Not null: it is a return itself. */
  returnOf: sale.returnOf,
  ...pick(saleItem, 'lineNo', 'inventoryId', 'inventoryLocationId', 'quantity', 'returned'),
}
export type SoldLine = RowOf<typeof soldLineColumns>

/** The reservation to whose account a sale is charged. */
export const accountColumns = { reservationId: reservation.reservationId, statusId: reservation.statusId }
export type Account = RowOf<typeof accountColumns> & {
  /** Whether the payment of the request is recorded already. */
  hasPayment: boolean
}

export const saleTotalColumns = { saleId: sale.saleId, total: sale.saleTotal }
export type SaleTotal = RowOf<typeof saleTotalColumns>

export const saleColumns = { ...saleTotalColumns, bodyHash: sale.bodyHash }
export const saleLineColumns = {
  ...pick(saleItem, 'inventoryId', 'inventoryLocationId', 'quantity', 'unitPrice', 'amount', 'quantityLeft'),
}

/** A sale and one of its lines. */
export type SaleRow = RowOf<typeof saleColumns & typeof saleLineColumns>

const s = alias(sale, 's')
const line = alias(saleItem, 'line')

/** A sale on an account, as `s`, with its lines. */
export const accountSaleColumns = {
  ...pick(s, 'saleId', 'saleDate', 'reservationId', 'returnOf'),
  total: s.saleTotal,
  lines: jsonRowsInOrder(
    pick(line, 'inventoryId', 'inventoryLocationId', 'quantity', 'unitPrice', 'amount', 'quantityLeft'),
    object => sql`
      SELECT ${object} AS part FROM sale_item AS line
      WHERE line.customer_id = s.customer_id AND line.sale_id = s.sale_id ORDER BY line.line_no`,
  ),
}
export type StoredAccountSale = RowOf<typeof accountSaleColumns> & { currency: string }

/** A stored sale. */
export type StoredSale = RowOf<typeof saleColumns> & { lines: RowOf<typeof saleLineColumns>[] }
