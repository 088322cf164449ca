import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unlimitedRateLimit, withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { violatedInvariants } from '../../support/check-invariants'
import { repetitions } from '../../support/repetitions'
import { remembered, reproducible } from '../../support/reproduction'
import { admin, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const service = withBindings({ API_PER_CREDENTIAL: unlimitedRateLimit })
const call = remembered((method, path, body) =>
  service(method, `/api${path}`, body, { authorization: `Bearer ${hotel.token}` }),
)

/** Where the model sells: an item at a location, with its price in cents. */
const STOCKS = [
  { inventoryId: 1, inventoryLocationId: 1, price: 350 },
  { inventoryId: 2, inventoryLocationId: 1, price: 1650 },
  { inventoryId: 2, inventoryLocationId: 2, price: 1650 },
]

const someThousandths = fc.oneof(
  fc.integer({ min: 1, max: 3000 }),
  fc.integer({ min: 1, max: 3 }).map(units => units * 1000),
)
const someItem = fc.record({
  stock: fc.nat(STOCKS.length - 1),
  thousandths: someThousandths,
  cents: fc.option(fc.nat(400), { nil: undefined }),
})
const someStep = fc.record({
  /** The place of a sale among those of the case; undefined, and while there is none: a sale. */
  returnOf: fc.option(fc.nat(9), { nil: undefined, freq: 3 }),
  isOnAccount: fc.boolean(),
  items: fc.array(someItem, { minLength: 1, maxLength: 4 }),
})
type Step = typeof someStep extends fc.Arbitrary<infer S> ? S : never

/** A sold line: what it cost, and what has come back of it, in cents and thousandths. */
interface Line {
  stock: number
  cents: number
  sold: number
  back: number
}
interface Sale {
  saleId: number
  isOnAccount: boolean
  lines: Line[]
}

/** Cents of a quantity, rounded half up. */
const costOf = (cents: number, thousandths: number) => Math.floor((cents * thousandths + 500) / 1000)

class Model {
  readonly sales: Sale[] = []
  /** In thousandths. */
  readonly stock: number[]
  balance = 0

  constructor(stock: number[]) {
    this.stock = stock
  }

  sell({ isOnAccount, items }: Step, saleId: number): number[] {
    const lines = items.map(({ stock, thousandths, cents }) => {
      this.stock[stock] = (this.stock[stock] ?? 0) - thousandths
      return { stock, cents: cents ?? STOCKS[stock]?.price ?? 0, sold: thousandths, back: 0 }
    })
    this.sales.push({ saleId, isOnAccount, lines })
    return this.charge(
      isOnAccount,
      lines.map(({ cents, sold }) => costOf(cents, sold)),
    )
  }

  /** The status of a return, with the amounts if it is 200. */
  takeBack({ lines, isOnAccount }: Sale, items: Step['items']): { status: number; amounts: number[] } {
    if (items.some(({ stock }) => !lines.some(line => line.stock === stock))) return { status: 422, amounts: [] }
    const asked = (stock: number) => items.reduce((sum, item) => sum + (item.stock === stock ? item.thousandths : 0), 0)
    const left = (stock: number) =>
      lines.reduce((sum, line) => sum + (line.stock === stock ? line.sold - line.back : 0), 0)
    if (items.some(({ stock }) => asked(stock) > left(stock))) return { status: 409, amounts: [] }
    const amounts: number[] = []
    for (const { stock, thousandths } of items) {
      let missing = thousandths
      for (const line of lines.toReversed()) {
        const taken = Math.min(missing, line.stock === stock ? line.sold - line.back : 0)
        if (!taken) continue
        amounts.push(costOf(line.cents, line.back) - costOf(line.cents, line.back + taken))
        line.back += taken
        missing -= taken
      }
      this.stock[stock] = (this.stock[stock] ?? 0) + thousandths
    }
    return { status: 200, amounts: this.charge(isOnAccount, amounts) }
  }

  private charge(isOnAccount: boolean, amounts: number[]): number[] {
    if (isOnAccount) this.balance += amounts.reduce((sum, amount) => sum + amount, 0)
    return amounts
  }
}

const cents = (amount: number) => Math.round(amount * 100)

async function take(step: Step, model: Model, reservationID: number): Promise<void> {
  const sale = step.returnOf === undefined ? undefined : model.sales[step.returnOf % model.sales.length]
  const items = step.items.map(({ stock, thousandths, cents }) => {
    const { price: _, ...place } = STOCKS[stock] as (typeof STOCKS)[number]
    const unitPrice = sale || cents === undefined ? undefined : cents / 100
    return { ...place, quantity: thousandths / 1000, unitPrice }
  })
  const account = step.isOnAccount ? { reservationID } : {}
  const body = { identity: crypto.randomUUID(), items, ...(sale ? { returnOf: sale.saleId } : account) }
  const { status, json, text } = await call('POST', '/Sale/PostSale', body)
  const expected = sale
    ? model.takeBack(sale, step.items)
    : { status: 200, amounts: model.sell(step, json.content.saleId) }
  expect(status, text).toBe(expected.status)
  if (status !== 200) return
  expect(json.content.items.map(({ amount }: { amount: number }) => cents(amount) + 0)).toEqual(expected.amounts)
  expect(cents(json.content.total)).toBe(expected.amounts.reduce((sum, amount) => sum + amount, 0))
}

const readStock = async () =>
  (await rows('SELECT quantity FROM stock ORDER BY inventory_id, inventory_location_id')).map(({ quantity }) =>
    Number(quantity),
  )

it('sales and returns of any parts: amounts, stock and account are those of the model [SALE-60] [SALE-61] [SALE-62]', async () => {
  const inventoryItems = [1, 2].map(inventoryId => ({
    inventoryId,
    itemNumber: `SKU-${inventoryId}`,
    price: inventoryId === 1 ? 3.5 : 16.5,
    stock: STOCKS.filter(stock => stock.inventoryId === inventoryId).map(({ inventoryLocationId }) => ({
      inventoryLocationId,
      quantityInHand: 1_000_000,
    })),
  }))
  const inventoryLocations = [{ inventoryLocationId: 2, name: 'Shop' }]
  await expectStatus(200, admin('PUT', '/customers/1/setup', { inventoryLocations, inventoryItems }))
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 4, maxLength: 14 }), steps =>
      reproducible(async () => {
        const inquiry = { bookingParameters: { reservationStatusID: 1 }, roomsBooked: undefined }
        const reservationID = await book(call, inquiry)
        const model = new Model(await readStock())
        for (const step of steps) await take(step, model, reservationID)
        const found = await expectStatus(200, call('POST', '/Reservation/GetReservations', { reservationID }))
        expect(cents(found.json.content[0].balance)).toBe(model.balance)
        expect(await readStock()).toEqual(model.stock)
      }),
    ),
    { numRuns: repetitions(20, 1000) },
  )
  expect(await violatedInvariants()).toEqual({})
}, 120_000)
