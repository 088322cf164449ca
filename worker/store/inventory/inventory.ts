import { sql } from 'drizzle-orm'
import { customer as customerTable } from '../../../schema/tables/control'
import { inventoryLocation } from '../../../schema/tables/inventory'
import type { InventoryLocation } from '../../../schema/wire/inventory'
import type { Database } from '../../db/database'
import type { PageRange } from '../../db/page-range'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { itemColumns, type StoredItem } from './columns'

/** Locations in the order of their ids. */
export async function readLocations(
  db: Database,
  { customer }: Scope,
  { after, rows, offset }: PageRange,
): Promise<InventoryLocation[]> {
  const [locations] = await db.batch([
    selectRows(
      {
        inventoryLocationId: inventoryLocation.inventoryLocationId,
        inventoryLocationName: inventoryLocation.name,
        description: inventoryLocation.description,
        isActive: inventoryLocation.isActive,
      },
      selected => sql`
        SELECT ${selected} FROM inventory_location WHERE customer_id = ${customer} AND inventory_location_id > ${after}
        ORDER BY inventory_location_id LIMIT ${rows} OFFSET ${offset}`,
    ),
  ])
  return locations
}

export interface ItemFilter {
  itemNumber?: string | undefined
  inventoryId?: number | undefined
  inventoryLocationID?: number | undefined
}

interface ItemPlaceholders extends ItemFilter {
  customer: number
  afterId: number
  afterLocation: number
  rows: number
  offset: number
}

/**
 * CROSS JOIN makes the first table the one whose index has the order of the list for the filter. So a page reads as many
 * rows as it shows.
 */
const selectItems = prepareStatement((placeholders: Placeholders<ItemPlaceholders>) => {
  const { customer, itemNumber, inventoryId, inventoryLocationID, afterId, afterLocation, rows, offset } = placeholders
  const conditions = [
    ...(itemNumber ? [sql`item.item_number = ${itemNumber} AND item.inventory_id >= ${afterId}`] : []),
    ...(inventoryId ? [sql`stock.inventory_id = ${inventoryId}`] : []),
    inventoryLocationID
      ? sql`stock.inventory_location_id = ${inventoryLocationID} AND stock.inventory_id > ${afterId}`
      : sql`(stock.inventory_id, stock.inventory_location_id) > (${afterId}, ${afterLocation})`,
  ]
  return selectRows(
    itemColumns,
    selected => sql`
    SELECT ${selected}
    FROM ${itemNumber ? sql`inventory_item AS item CROSS JOIN stock` : sql`stock CROSS JOIN inventory_item AS item`}
      CROSS JOIN inventory_location AS place
    WHERE stock.customer_id = ${customer} AND item.customer_id = ${customer} AND place.customer_id = ${customer}
      AND item.inventory_id = stock.inventory_id AND place.inventory_location_id = stock.inventory_location_id
      AND ${sql.join(conditions, sql` AND `)}
    ORDER BY ${itemNumber ? sql`item` : sql`stock`}.inventory_id, stock.inventory_location_id LIMIT ${rows} OFFSET ${offset}`,
  )
})

const selectCurrency = prepareStatement(({ customer }: Placeholders<{ customer: number }>) =>
  selectRows(
    { currency: customerTable.currency },
    selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${customer}`,
  ),
)

/** Items at their locations in the order of both ids, and the currency of their amounts. */
export async function readItems(
  db: Database,
  { customer }: Scope,
  filter: ItemFilter,
  { after, rows, offset }: PageRange<{ inventoryId: number; inventoryLocationId: number }>,
): Promise<{ items: StoredItem[]; currency: string }> {
  const { itemNumber, inventoryId, inventoryLocationID } = filter
  const range = { afterId: after.inventoryId, afterLocation: after.inventoryLocationId, rows, offset }
  const [items, [owner]] = await db.batch([
    selectItems({ customer, itemNumber, inventoryId, inventoryLocationID, ...range }),
    selectCurrency({ customer }),
  ])
  return { items, currency: owner?.currency ?? '' }
}
