import type { Resource, Usage } from './hotel.ts'

/** A price beyond what the subscription includes. */
export interface Price {
  key: Resource
  unit: string
  included: number
  price: number
  per: number
}

/** scripts/costs/prices.json. */
export interface Prices {
  compared: string
  subscription: { name: string; price: number }
  products: readonly { name: string; page: string; prices: readonly Price[] }[]
}

/** One line of a bill. */
export interface BillLine {
  price: Price
  /** Units that are billed, beyond those that are included. */
  billed: number
  dollars: number
}

export const eachPrice = ({ products }: Prices): Price[] => products.flatMap(({ prices }) => prices)

/** The bill of a month. `hasIncluded: false`: an addition to a bill that has used up what is included. */
export function billOf(prices: Prices, usage: Usage, { hasIncluded = true } = {}): BillLine[] {
  return eachPrice(prices).map(price => {
    const billed = Math.max(0, usage[price.key] - (hasIncluded ? price.included : 0))
    return { price, billed, dollars: (billed / price.per) * price.price }
  })
}

export const sumOf = (bill: readonly BillLine[]) => bill.reduce((sum, { dollars }) => sum + dollars, 0)

/** What so many hotels use in a month. */
export const usageOfHotels = (usage: Usage, hotels: number): Usage =>
  Object.fromEntries(Object.entries(usage).map(([key, value]) => [key, value * hotels])) as Usage
