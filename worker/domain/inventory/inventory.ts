import { type InventoryItem, QUANTITY_DECIMALS } from '../../../schema/wire/inventory'
import type { StoredItem } from '../../store/inventory/columns'
import { fromMinor, scaled, unscaled } from '../money'

/** A quantity in thousandths of a unit; undefined: it has more than three decimals. */
export const toThousandths = (quantity: number) => scaled(quantity, QUANTITY_DECIMALS)

/** The quantity of a response, from thousandths of a unit. */
export const fromThousandths = (thousandths: number) => unscaled(thousandths, QUANTITY_DECIMALS)

export const assembleItem = (item: StoredItem, currency: string): InventoryItem => ({
  inventoryId: item.inventoryId,
  inventoryLocationId: item.inventoryLocationId,
  itemNumber: item.itemNumber,
  inventoryLocationName: item.inventoryLocationName,
  description: item.description,
  size: item.size,
  color: item.color,
  productType: item.productType,
  productImageType: item.productImageType,
  productImageURL: item.productImageURL,
  quantityInHand: fromThousandths(item.quantity),
  cost: fromMinor(item.cost, currency),
  price: fromMinor(item.price, currency),
})
