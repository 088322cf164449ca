import * as z from 'zod'
import { perLimits } from './limits'
import { digits, listOf, queryPaging } from './paging'
import { customerId, idOrNone, idText } from './primitives'

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
      inventoryLocationId: z.int().describe('The id of the location.'),
      inventoryLocationName: z.string().describe('The name of the location.'),
      description: z.string().describe('The description of the location.'),
      isActive: z.boolean().describe('An inactive location cannot sell.'),
    })
    .meta({ id: 'InventoryLocation', description: 'A place that stocks items.' }),
)

export const InventoryLocations = z.lazy(() => listOf(InventoryLocation))

export type InventoryLocation = z.output<typeof InventoryLocation>

/** Filters, combined with AND. Without any, everything is listed. */
export const InventoryItemQuery = perLimits(limits =>
  z.object({
    itemNumber: idText(100)
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
      inventoryId: z.int().describe('The id of the item.'),
      inventoryLocationId: z.int().describe('The location that has this stock.'),
      itemNumber: z.string().describe('The article number.'),
      inventoryLocationName: z.string().describe('The name of the location.'),
      description: z.string().describe('What it is.'),
      size: z.string().describe('Its size.'),
      color: z.string().describe('Its colour.'),
      productType: z.string().describe('Its kind.'),
      productImageType: z.string().describe('The kind of the picture.'),
      productImageURL: z.string().describe('The address of a picture. Empty: none.'),
      quantityInHand: z.number().describe('Units in stock at this location, with up to three decimals.'),
      cost: z.number().describe("What a unit costs the hotel, in the customer's currency."),
      price: z.number().describe("The price of a unit, in the customer's currency."),
    })
    .meta({ id: 'InventoryItem', description: 'An item at one of its locations.' }),
)

export const InventoryItems = z.lazy(() => listOf(InventoryItem))

export type InventoryItem = z.output<typeof InventoryItem>
