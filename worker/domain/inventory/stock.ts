import type { NewPayment } from '../booking/state'

/** An item at a location. */
export interface StockKey {
  inventoryId: number
  inventoryLocationId: number
}

/** A quantity in thousandths of a unit. */
export type StockQuantity = StockKey & { quantity: number }

/** What a sale and a return change alike. */
export interface StockChange {
  /** The quantity to take from each item's stock at each location; below 0 it comes back. */
  taken: StockQuantity[]
  account: number | undefined
  payment: NewPayment | undefined
  /** The sale whose things come back. */
  returnOf?: number | undefined
}

export const sameStock = (one: StockKey, other: StockKey) =>
  one.inventoryId === other.inventoryId && one.inventoryLocationId === other.inventoryLocationId

/** The quantities with those of one stock added up. */
export function sumOfStocks(lines: readonly StockQuantity[]): StockQuantity[] {
  const sums = new Map<string, StockQuantity>()
  for (const { inventoryId, inventoryLocationId, quantity } of lines) {
    const key = `${inventoryId}@${inventoryLocationId}`
    const before = sums.get(key)?.quantity ?? 0
    sums.set(key, { inventoryId, inventoryLocationId, quantity: before + quantity })
  }
  return [...sums.values()]
}
