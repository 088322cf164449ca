import * as z from 'zod'
import { perLimits } from './limits'
import { digits, listOf, queryPaging } from './paging'
import { idOrNone, text } from './primitives'

/*
 * What a hotel keeps in stock, and where. Quantities have up to three decimals; amounts are in the customer's currency.
 */

/** Decimals of a quantity: it is kept in thousandths of a unit. */
export const QUANTITY_DECIMALS = 3

const queryId = z.lazy(() => digits(idOrNone.optional()))

export const InventoryLocationQuery = perLimits(limits => z.object({ clientID: queryId, ...queryPaging(limits) }))

export const InventoryLocation = z.lazy(() =>
  z.object({
    inventoryLocationId: z.int(),
    inventoryLocationName: z.string(),
    description: z.string(),
    /** Nothing is sold at a location that is not active. */
    isActive: z.boolean(),
  }),
)

export const InventoryLocations = z.lazy(() => listOf(InventoryLocation))

export type InventoryLocation = z.output<typeof InventoryLocation>

/** Filters are combined with AND; none of them lists everything. */
export const InventoryItemQuery = perLimits(limits =>
  z.object({
    clientID: queryId,
    itemNumber: text(100)
      .transform(number => number || undefined)
      .optional(),
    inventoryId: queryId,
    inventoryLocationID: queryId,
    ...queryPaging(limits),
  }),
)

/** An item at one of the locations that keep it. */
export const InventoryItem = z.lazy(() =>
  z.object({
    inventoryId: z.int(),
    inventoryLocationId: z.int(),
    itemNumber: z.string(),
    inventoryLocationName: z.string(),
    description: z.string(),
    size: z.string(),
    color: z.string(),
    productType: z.string(),
    productImageType: z.string(),
    productImageURL: z.string(),
    quantityInHand: z.number(),
    cost: z.number(),
    price: z.number(),
  }),
)

export const InventoryItems = z.lazy(() => listOf(InventoryItem))

export type InventoryItem = z.output<typeof InventoryItem>
