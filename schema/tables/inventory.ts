import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customerId, date, flag, instant, money, paymentColumns } from './columns'
import { customer } from './control'
import { reservation } from './reservation'

/** A bar, a shop, a store room: a place that keeps stock. */
export const inventoryLocation = sqliteTable(
  'inventory_location',
  {
    customerId: customerId().references(() => customer.customerId),
    inventoryLocationId: integer('inventory_location_id').notNull(),
    inventoryLocationName: text('inventory_location_name').notNull(),
    inventoryLocationDescription: text('inventory_location_description').notNull().default(''),
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
    productImageUrl: text('product_image_url').notNull().default(''),
    cost: money('cost').notNull().default(0),
    price: money('price').notNull().default(0),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.inventoryId] }),
    index('inventory_item_by_number').on(table.customerId, table.itemNumber),
  ],
)

/** What lies at one location, in thousandths of a unit. The CHECK is the referee of the last one sold. */
export const stock = sqliteTable(
  'stock',
  {
    customerId: customerId(),
    inventoryId: integer('inventory_id').notNull(),
    inventoryLocationId: integer('inventory_location_id').notNull(),
    quantity: integer('quantity').notNull(),
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
    check('stock_not_negative', sql`${table.quantity} >= 0`),
  ],
)

/**
 * One sale, once in the books by its identity; on a reservation's account when it names one. Rows are never deleted, and a
 * repetition is answered from them.
 */
export const sale = sqliteTable(
  'sale',
  {
    customerId: customerId().references(() => customer.customerId),
    saleId: integer('sale_id').notNull(),
    identity: text('identity'),
    /** Tells a repetition under the same identity from another sale. */
    bodyHash: text('body_hash').notNull(),
    reservationId: integer('reservation_id'),
    saleDate: date('sale_date').notNull(),
    saleTotal: money('sale_total').notNull(),
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
    /** What the sale left at the location, in thousandths of a unit. */
    quantityLeft: integer('quantity_left').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.saleId, table.lineNo] }),
    foreignKey({ columns: [table.customerId, table.saleId], foreignColumns: [sale.customerId, sale.saleId] }),
    foreignKey({
      columns: [table.customerId, table.inventoryId, table.inventoryLocationId],
      foreignColumns: [stock.customerId, stock.inventoryId, stock.inventoryLocationId],
    }),
    index('sale_item_of_stock').on(table.customerId, table.inventoryId, table.inventoryLocationId),
    check('sale_item_sells_something', sql`${table.quantity} > 0`),
  ],
)

/** What was paid for a sale that is on no reservation's account; a payment of one that is stands on that account. */
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
