import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customerId, date, flag, instant, money, paymentColumns } from './columns'
import { customer } from './control'
import { reservation } from './reservation'

/** A place with stock: a bar, a shop, a store room. */
export const inventoryLocation = sqliteTable(
  'inventory_location',
  {
    customerId: customerId().references(() => customer.customerId),
    inventoryLocationId: integer('inventory_location_id').notNull(),
    name: text('inventory_location_name').notNull(),
    description: text('inventory_location_description').notNull().default(''),
    isActive: flag('is_active').notNull().default(true),
  },
  table => [primaryKey({ columns: [table.customerId, table.inventoryLocationId] })],
)

export const inventoryItem = sqliteTable(
  'inventory_item',
  {
    customerId: customerId().references(() => customer.customerId),
    inventoryId: integer('inventory_id').notNull(),
    itemNumber: text('item_number').notNull(),
    description: text('description').notNull().default(''),
    size: text('size').notNull().default(''),
    color: text('color').notNull().default(''),
    productType: text('product_type').notNull().default(''),
    productImageType: text('product_image_type').notNull().default(''),
    productImageURL: text('product_image_url').notNull().default(''),
    cost: money('cost').notNull().default(0),
    price: money('price').notNull().default(0),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.inventoryId] }),
    index('inventory_item_by_number').on(table.customerId, table.itemNumber),
  ],
)

/** Quantity of an item at a location, in thousandths of a unit. The CHECK refuses a sale of more than is left. */
export const stock = sqliteTable(
  'stock',
  {
    customerId: customerId(),
    inventoryId: integer('inventory_id').notNull(),
    inventoryLocationId: integer('inventory_location_id').notNull(),
    quantityInHand: integer('quantity').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.inventoryId, table.inventoryLocationId] }),
    foreignKey({
      columns: [table.customerId, table.inventoryId],
      foreignColumns: [inventoryItem.customerId, inventoryItem.inventoryId],
    }),
    foreignKey({
      columns: [table.customerId, table.inventoryLocationId],
      foreignColumns: [inventoryLocation.customerId, inventoryLocation.inventoryLocationId],
    }),
    index('stock_at_location').on(table.customerId, table.inventoryLocationId),
    check('stock_not_negative', sql`${table.quantityInHand} >= 0`),
  ],
)

/**
 * A sale, on the account of a reservation if it names one. Its identity is unique. Rows are never deleted; a repetition gets
 * its response from them.
 */
export const sale = sqliteTable(
  'sale',
  {
    customerId: customerId().references(() => customer.customerId),
    saleId: integer('sale_id').notNull(),
    identity: text('identity'),
    /** Distinguishes a repetition from another sale with the same identity. */
    bodyHash: text('body_hash').notNull(),
    reservationId: integer('reservation_id'),
    saleDate: date('sale_date').notNull(),
    /** Below 0 for a return. */
    saleTotal: money('sale_total').notNull(),
    /** The sale whose things came back; NULL: this is a sale. */
    returnOf: integer('return_of'),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.saleId] }),
    foreignKey({
      columns: [table.customerId, table.reservationId],
      foreignColumns: [reservation.customerId, reservation.reservationId],
    }),
    uniqueIndex('sale_by_identity').on(table.customerId, table.identity),
    index('sale_of_reservation').on(table.customerId, table.reservationId),
  ],
)

export const saleItem = sqliteTable(
  'sale_item',
  {
    customerId: customerId(),
    saleId: integer('sale_id').notNull(),
    lineNo: integer('line_no').notNull(),
    inventoryId: integer('inventory_id').notNull(),
    inventoryLocationId: integer('inventory_location_id').notNull(),
    /** Thousandths of a unit. */
    quantity: integer('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    amount: money('amount').notNull(),
    /** Quantity left at the location after the sale, in thousandths of a unit. */
    quantityLeft: integer('quantity_left').notNull(),
    /** Thousandths of a unit that came back. The CHECK refuses a return of more than was sold. */
    returned: integer('returned').notNull().default(0),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.saleId, table.lineNo] }),
    foreignKey({ columns: [table.customerId, table.saleId], foreignColumns: [sale.customerId, sale.saleId] }),
    foreignKey({
      columns: [table.customerId, table.inventoryId, table.inventoryLocationId],
      foreignColumns: [stock.customerId, stock.inventoryId, stock.inventoryLocationId],
    }),
    index('sale_item_of_stock').on(table.customerId, table.inventoryId, table.inventoryLocationId),
    check('sale_item_returned_is_at_most_quantity', sql`${table.returned} BETWEEN 0 AND ${table.quantity}`),
    check('sale_item_sells_something', sql`${table.quantity} > 0`),
  ],
)

/** The payment of a sale that is on no reservation's account. Other payments are in table `payment`. */
export const salePayment = sqliteTable(
  'sale_payment',
  {
    customerId: customerId(),
    saleId: integer('sale_id').notNull(),
    ...paymentColumns(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.saleId] }),
    foreignKey({ columns: [table.customerId, table.saleId], foreignColumns: [sale.customerId, sale.saleId] }),
  ],
)
