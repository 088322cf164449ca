import * as z from 'zod'
import { perLimits } from './limits'
import { digits, listOf, queryPaging } from './paging'
import { customerId, idOrNone, text } from './primitives'

/*
 * The stock of a hotel by location. Quantities have up to three decimals; amounts are in the customer's currency.
 */

/** Decimals of a quantity, which is stored in thousandths of a unit. */
export const QUANTITY_DECIMALS = 3

const queryId = z.lazy(() => digits(idOrNone.optional()))

export const InventoryLocationQuery = perLimits(limits => z.object({ clientID: customerId, ...queryPaging(limits) }))

export const InventoryLocation = z.lazy(() =>
  z
    .object({
      inventoryLocationId: z.int(),
      inventoryLocationName: z.string(),
      description: z.string(),
      isActive: z.boolean().describe('An inactive location cannot sell.'),
    })
    .meta({ id: 'InventoryLocation', description: 'A place that stocks items.' }),
)

export const InventoryLocations = z.lazy(() => listOf(InventoryLocation))

export type InventoryLocation = z.output<typeof InventoryLocation>

/** Filters, combined with AND. Without any, everything is listed. */
export const InventoryItemQuery = perLimits(limits =>
  z.object({
    itemNumber: text(100)
      .transform(number => number || undefined)
      .optional()
      .describe('Only items with this article number.'),
    inventoryId: queryId.describe('Only this item: `inventoryId` of the setup.'),
    inventoryLocationID: queryId.describe('Only at this location: `inventoryLocationId` of the setup.'),
    clientID: customerId,
    ...queryPaging(limits),
  }),
)

export const InventoryItem = z.lazy(() =>
  z
    .object({
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
    })
    .meta({ id: 'InventoryItem', description: 'An item at one of its locations.' }),
)

export const InventoryItems = z.lazy(() => listOf(InventoryItem))

export type InventoryItem = z.output<typeof InventoryItem>
