import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book, post } from '../../support/booking'
import { recordingDatabase } from '../../support/query-plan'
import {
  addWine,
  readSaleTables,
  sellSuccessfully,
  stockByLocation,
  takeBack,
  takeBackSuccessfully,
  waterItem,
} from '../../support/sale'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, openHotel, rows, statusesOf } from '../../support/service'

const hotel = hotelBeforeEach()
const { call } = hotel
const wine = (quantity: number, inventoryLocationId = 1, also: object = {}) => ({
  inventoryId: 2,
  inventoryLocationId,
  quantity,
  ...also,
})
const balanceOf = async (reservationID: number) =>
  (await expectStatus(200, call('POST', '/Reservation/GetReservations', { reservationID }))).json.content[0].balance

/** The sale of most tests: three waters at two prices on two lines, and a wine. */
const MIXED = { items: [waterItem(2), wine(1, 2), waterItem(1, { unitPrice: 3 })] }

beforeEach(addWine)

describe('a return', () => {
  it('is answered as a sale, with amounts below 0 and the stock that lies there then [SALE-60]', async () => {
    const { saleId } = await sellSuccessfully(call, MIXED)
    const { json } = await expectStatus(200, takeBack(call, saleId, [wine(0.5, 2)]))
    expect(json).toEqual({
      content: {
        saleId: 2,
        saleNumber: '10000002',
        total: -8.25,
        currency: 'EUR',
        items: [
          {
            inventoryId: 2,
            inventoryLocationId: 2,
            quantity: 0.5,
            unitPrice: 16.5,
            amount: -8.25,
            quantityInHand: 9.5,
          },
        ],
      },
      errors: [],
      message: '',
      success: true,
    })
    expect(await stockByLocation()).toEqual(['1@1 21000', '2@1 2250', '2@2 9500', '2@3 5000'])
  })

  it('takes from the later line first, each at its own price [SALE-60]', async () => {
    const { saleId } = await sellSuccessfully(call, MIXED)
    const linesOf = async (quantity: number) => {
      const { items, total } = await takeBackSuccessfully(call, saleId, [waterItem(quantity)])
      return [total, items.map((line: Record<string, number>) => [line.quantity, line.unitPrice, line.amount])]
    }
    expect(await linesOf(0.5)).toEqual([-1.5, [[0.5, 3, -1.5]]])
    expect(await linesOf(1)).toEqual([
      -3.25,
      [
        [0.5, 3, -1.5],
        [0.5, 3.5, -1.75],
      ],
    ])
    expect(await linesOf(1.5)).toEqual([-5.25, [[1.5, 3.5, -5.25]]])
  })

  it('may name an item in several lines [SALE-60]', async () => {
    const { saleId } = await sellSuccessfully(call, MIXED)
    const { items, total } = await takeBackSuccessfully(call, saleId, [waterItem(2), wine(1, 2), waterItem(1)])
    expect(items.map((line: Record<string, number>) => [line.inventoryId, line.quantity, line.amount])).toEqual([
      [1, 1, -3],
      [1, 1, -3.5],
      [2, 1, -16.5],
      [1, 1, -3.5],
    ])
    expect(total).toBe(-26.5)
    expect(await stockByLocation()).toEqual(['1@1 24000', '2@1 2250', '2@2 10000', '2@3 5000'])
  })

  it('has the prices of the sale, also where the item costs more by now and its location sells nothing [SALE-60]', async () => {
    const { saleId } = await sellSuccessfully(call)
    await expectStatus(
      200,
      admin('PUT', '/customers/1/setup', {
        inventoryLocations: [{ inventoryLocationId: 1, name: 'Bar', isActive: false }],
        inventoryItems: [{ inventoryId: 1, itemNumber: 'SKU-1', price: 99 }],
      }),
    )
    expect((await takeBackSuccessfully(call, saleId, [waterItem()])).total).toBe(-3.5)
  })

  it.each([
    ['halves of a cent', 0.01, 2, [0.5, 0.5, 0.5, 0.5]],
    ['thirds of a euro', 1, 1, [0.333, 0.333, 0.334]],
    ['thousandths', 3.5, 0.01, Array.from({ length: 10 }, () => 0.001)],
    ['nothing', 0, 2, [1, 1]],
  ])('in parts returns exactly what was paid: %s [SALE-61]', async (_, unitPrice, quantity, parts) => {
    const { saleId, total } = await sellSuccessfully(call, { items: [waterItem(quantity, { unitPrice })] })
    const totals: number[] = []
    for (const part of parts) totals.push((await takeBackSuccessfully(call, saleId, [waterItem(part)])).total)
    expect(Math.max(...totals)).toBeLessThanOrEqual(0)
    expect(totals.reduce((sum, each) => sum + each, total)).toBeCloseTo(0)
  })

  it('records its payment as it is sent [SALE-60]', async () => {
    const { saleId } = await sellSuccessfully(call)
    const paymentDetails = { paymentAmount: -3.5, surcharge: 0.1, paymentExtID: 'r-1', paymentSource: 'Card' }
    await takeBackSuccessfully(call, saleId, [waterItem()], { paymentDetails })
    expect(await rows('SELECT sale_id, payment_amount, surcharge, payment_ext_id FROM sale_payment')).toEqual([
      { sale_id: 2, payment_amount: -350, surcharge: 10, payment_ext_id: 'r-1' },
    ])
  })

  it('again has the response of the first time, and takes nothing more back [SALE-65]', async () => {
    const { saleId } = await sellSuccessfully(call, MIXED)
    const body = { identity: 'back-1' }
    const first = await expectStatus(200, takeBack(call, saleId, [waterItem(2)], body))
    await takeBackSuccessfully(call, saleId, [waterItem(1)])
    const before = await readSaleTables()
    expect((await expectStatus(200, takeBack(call, saleId, [waterItem(2)], body))).text).toBe(first.text)
    await expectRefusal(takeBack(call, saleId, [waterItem(1)], body), 409, 'IDENTITY_CONFLICT')
    expect(await readSaleTables()).toEqual(before)
  })

  it('is told as a sale that has `returnOf`; no other has it [SALE-65]', async () => {
    const { saleId } = await sellSuccessfully(call, MIXED)
    await takeBackSuccessfully(call, saleId, [waterItem(2)])
    const { content } = (await expectStatus(200, call('GET', '/Event/GetEvents?types=sale.created'))).json
    const water = { inventoryId: 1, inventoryLocationId: 1 }
    const sold = [water, { inventoryId: 2, inventoryLocationId: 2 }]
    expect(content.map(({ data }: { data: object }) => data)).toEqual([
      { saleId: 1, saleNumber: '10000001', reservationId: null, items: sold },
      { saleId: 2, saleNumber: '10000002', reservationId: null, returnOf: 1, items: [water] },
    ])
  })

  it('makes two round trips to the database', async () => {
    const { saleId } = await sellSuccessfully(call, MIXED)
    const { database, trips } = recordingDatabase()
    const there = withBindings({ DB: database })
    const body = { identity: 'back', returnOf: saleId, items: [waterItem(2)] }
    const headers = { authorization: `Bearer ${hotel.token}` }
    await expectStatus(200, there('POST', '/api/Sale/PostSale', body, headers))
    expect(trips).toHaveLength(2)
  })
})

describe('a return of a sale on an account [SALE-63]', () => {
  it.each([
    ['Confirmed', []],
    ['InHouse', [4]],
    ['CheckedOut', [4, 5]],
    ['Cancelled', [6]],
    ['NoShow', [7]],
  ])('is on that account while it is %s', async (reservationStatus, statuses) => {
    const reservationID = await book(call)
    const { saleId } = await sellSuccessfully(call, { reservationID, items: [waterItem(4)] })
    for (const reservationStatusID of statuses) {
      await expectStatus(200, post(call, { bookingID: reservationID, bookingParameters: { reservationStatusID } }))
    }
    const before = await balanceOf(reservationID)
    const paymentDetails = { paymentAmount: -3.5, paymentExtID: 'refund' }
    const { total } = await takeBackSuccessfully(call, saleId, [waterItem(2)], { paymentDetails })
    expect(total).toBe(-7)
    expect(await balanceOf(reservationID)).toBe(before - 7 + 3.5)
    const newest = (await expectStatus(200, call('GET', `/Event/GetEvents?reservationId=${reservationID}`))).json
      .content
    expect(newest.at(-1)).toMatchObject({
      type: 'reservation.modified',
      data: { changed: ['payments', 'account'], status: reservationStatus },
    })
    expect(newest.at(-2)).toMatchObject({
      type: 'sale.created',
      data: { reservationId: reservationID, returnOf: saleId },
    })
  })

  it('with a payment that is recorded already does not record it twice', async () => {
    const reservationID = await book(call)
    const { saleId } = await sellSuccessfully(call, { reservationID, items: [waterItem(4)] })
    const paymentDetails = { paymentAmount: -3.5, paymentExtID: 'refund' }
    await takeBackSuccessfully(call, saleId, [waterItem(1)], { paymentDetails })
    await takeBackSuccessfully(call, saleId, [waterItem(1)], { paymentDetails })
    expect((await readSaleTables()).payment).toHaveLength(1)
  })
})

describe('a return that is refused changes nothing [SALE-62] [SALE-64]', () => {
  const INVALID: [string, object, string, string][] = [
    [
      'a price',
      { items: [waterItem(1, { unitPrice: 3.5 })] },
      'INVALID_FIELD',
      'items[0].unitPrice: expected none, because a return has the prices of its sale',
    ],
    [
      'a price of 0',
      { items: [waterItem(1, { unitPrice: 0 })] },
      'INVALID_FIELD',
      'items[0].unitPrice: expected none, because a return has the prices of its sale',
    ],
    [
      'a reservation',
      { reservationID: 1 },
      'INVALID_FIELD',
      'reservationID: expected none, because a return has the account of its sale',
    ],
    ['an unknown sale', { returnOf: 9 }, 'UNKNOWN_REFERENCE', 'returnOf: there is no sale 9'],
    ['a return', { returnOf: 2 }, 'INVALID_FIELD', 'returnOf: sale 2 is a return'],
    [
      'an item that it did not sell',
      { items: [waterItem(), { ...wine(1, 1), inventoryId: 7 }] },
      'UNKNOWN_REFERENCE',
      'items[1].inventoryId: sale 1 sold no item 7',
    ],
    [
      'an item that was sold elsewhere',
      { items: [wine(1, 1)] },
      'UNKNOWN_REFERENCE',
      'items[0].inventoryLocationId: sale 1 sold no item 2 at location 1',
    ],
    [
      'four decimals',
      { items: [waterItem(0.0015)] },
      'INVALID_FIELD',
      'items[0].quantity: expected at most 3 decimals',
    ],
    ['nothing', { items: [waterItem(0)] }, 'INVALID_FIELD', 'items[0].quantity: expected at least 0.001'],
    ['a quantity below 0', { items: [waterItem(-1)] }, 'INVALID_FIELD', 'items[0].quantity: expected at least 0.001'],
    ['no items', { items: [] }, 'INVALID_FIELD', 'items: expected at least 1 entry'],
    ['a text as sale', { returnOf: '1' }, 'INVALID_FIELD', 'returnOf: expected an integer'],
    [
      'decimals of a payment',
      { paymentDetails: { paymentAmount: -0.001 } },
      'INVALID_FIELD',
      'paymentDetails.paymentAmount: expected at most 2 decimals (EUR)',
    ],
    [
      'more than was sold',
      { items: [wine(1.5, 2)] },
      'INSUFFICIENT_STOCK',
      'items[0].quantity: of item 2 at location 2, sale 1 has 1 to return, not 1.5',
    ],
    [
      'more than is left',
      { items: [waterItem(3)] },
      'INSUFFICIENT_STOCK',
      'items[0].quantity: of item 1 at location 1, sale 1 has 2.5 to return, not 3',
    ],
    [
      'more in two lines',
      { items: [waterItem(2), waterItem(1)] },
      'INSUFFICIENT_STOCK',
      'items[0].quantity: of item 1 at location 1, sale 1 has 2.5 to return, not 3',
    ],
  ]

  it.each(INVALID)('%s', async (_, changes, code, description) => {
    await sellSuccessfully(call, MIXED)
    await takeBackSuccessfully(call, 1, [waterItem(0.5)])
    const before = await readSaleTables()
    const refused = await takeBack(call, 1, [waterItem()], changes)
    await expectRefusal(refused, code === 'INSUFFICIENT_STOCK' ? 409 : 422, code, description)
    expect(await readSaleTables()).toEqual(before)
  })

  it('all faults come at once', async () => {
    await sellSuccessfully(call, MIXED)
    const items = [waterItem(1.0001), wine(1, 1), waterItem(99)]
    const { json } = await expectStatus(422, takeBack(call, 1, items, { paymentDetails: { paymentAmount: 0.001 } }))
    expect(json.errors.map(({ description }: { description: string }) => description.split(':')[0])).toEqual([
      'items[0].quantity',
      'items[1].inventoryLocationId',
      'paymentDetails.paymentAmount',
    ])
  })

  it('the sale of another customer is unknown [SALE-64]', async () => {
    const other = await openHotel(2)
    await sellSuccessfully(other.call)
    const { saleId } = await sellSuccessfully(other.call)
    await expectRefusal(takeBack(call, saleId, [waterItem()]), 422, 'UNKNOWN_REFERENCE', 'returnOf: there is no sale 2')
  })
})

describe('however many returns come at once [SALE-62]', () => {
  it('20 for the last 5 pieces take 5 back', async () => {
    const reservationID = await book(call)
    const { saleId } = await sellSuccessfully(call, {
      reservationID,
      items: [waterItem(3), waterItem(2, { unitPrice: 1 })],
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeBack(call, saleId, [waterItem()])))
    expect(statusesOf(answers)).toEqual({ 200: 5, 409: 15 })
    for (const { status, json } of answers) {
      if (status === 409) expect(json.errors[0].code).toBe('INSUFFICIENT_STOCK')
    }
    const total = answers.reduce((sum, { status, json }) => sum + (status === 200 ? json.content.total : 0), 0)
    expect(total).toBe(-12.5)
    expect(await balanceOf(reservationID)).toBe(0)
    expect(await stockByLocation()).toContain('1@1 24000')
  })

  it('20 times the same identity: one return, twenty equal answers [SALE-65]', async () => {
    const { saleId } = await sellSuccessfully(call, MIXED)
    const again = () => takeBack(call, saleId, [waterItem(2)], { identity: 'once' })
    const answers = await Promise.all(Array.from({ length: 20 }, again))
    expect(statusesOf(answers)).toEqual({ 200: 20 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
})
