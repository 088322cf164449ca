import { type InventoryItem, QUANTITY_DECIMALS } from '../../../schema/wire/inventory'
import type { StoredItem } from '../../store/inventory/columns'
import { fromMinor, scaled, unscaled } from '../money'

/** A quantity in thousandths of a unit; undefined: it has more than three decimals. */
export const toThousandths = (quantity: number) => scaled(quantity, QUANTITY_DECIMALS)

/** The quantity of a response, from thousandths of a unit. */
export const fromThousandths = (thousandths: number) => unscaled(thousandths, QUANTITY_DECIMALS)

export const assembleItem = (item: StoredItem, currency: string): InventoryItem => ({
  ...item,
  quantityInHand: fromThousandths(item.quantityInHand),
  cost: fromMinor(item.cost, currency),
  price: fromMinor(item.price, currency),
})
