import { describe, expect, it } from 'vitest'
import { aSale, readSaleTables, sell, waterItem } from '../../support/sale'
import { expectStatus, hotelBeforeEach } from '../../support/service'

const { call } = hotelBeforeEach()
const line = (changes: object) => ({ items: [waterItem(1, changes)] })
const payment = (changes: object) => ({ paymentDetails: { paymentAmount: 1, ...changes } })

const INVALID: [string, object, string][] = [
  ['no items', { items: undefined }, 'items: required'],
  ['an empty list', { items: [] }, 'items: expected at least 1 entry'],
  ['too many lines', { items: Array.from({ length: 501 }, () => waterItem()) }, 'items: expected at most 500 entries'],
  ['no item', line({ inventoryId: undefined }), 'items[0].inventoryId: required'],
  ['a text as id', line({ inventoryId: '1' }), 'items[0].inventoryId: expected an integer'],
  ['no location', line({ inventoryLocationId: 0 }), 'items[0].inventoryLocationId: expected at least 1'],
  ['no quantity', line({ quantity: undefined }), 'items[0].quantity: required'],
  ['nothing', line({ quantity: 0 }), 'items[0].quantity: expected at least 0.001'],
  ['a return', line({ quantity: -1 }), 'items[0].quantity: expected at least 0.001'],
  ['four decimals', line({ quantity: 1.0005 }), 'items[0].quantity: expected at most 3 decimals'],
  ['a ship load', line({ quantity: 1_000_001 }), 'items[0].quantity: expected at most 1000000'],
  ['a negative price', line({ unitPrice: -1 }), 'items[0].unitPrice: expected at least 0'],
  ['decimals [VALUE-7]', line({ unitPrice: 1.005 }), 'items[0].unitPrice: expected at most 2 decimals (EUR)'],
  ['a fortune', line({ quantity: 1e6, unitPrice: 1e9 }), 'items[0]: expected a line of a smaller total'],
  ['a day that is none', { saleDate: '2027-02-30' }, 'saleDate: expected YYYY-MM-DD'],
  ['a text as reservation', { reservationID: '1' }, 'reservationID: expected an integer'],
  ['a number as identity', { identity: 5 }, 'identity: expected a string'],
  ['a payment', payment({ paymentAmount: 'all' }), 'paymentDetails.paymentAmount: expected a number'],
  [
    'a payment’s decimals',
    payment({ surcharge: 0.001 }),
    'paymentDetails.surcharge: expected at most 2 decimals (EUR)',
  ],
  ['an array', [], 'body: expected an object'],
]

const UNKNOWN: [string, object, string][] = [
  ['item', line({ inventoryId: 9 }), 'items[0].inventoryId: there is no item 9'],
  ['location', line({ inventoryLocationId: 9 }), 'items[0].inventoryLocationId: there is no inventory location 9'],
  ['reservation [SALE-13]', { reservationID: 9 }, 'reservationID: there is no reservation 9'],
]

describe('a sale that is refused changes nothing at all [API-9] [SALE-7]', () => {
  it.each([
    ...INVALID.map(each => ['INVALID_FIELD', ...each] as const),
    ...UNKNOWN.map(each => ['UNKNOWN_REFERENCE', ...each] as const),
  ])('%s: %s', async (code, _, changes, description) => {
    const before = await readSaleTables()
    const body = Array.isArray(changes) ? changes : aSale(changes as Record<string, unknown>)
    const { json } = await expectStatus(422, sell(call, body))
    expect(json.content).toEqual({})
    expect(json.success).toBe(false)
    expect(json.errors).toEqual([{ code, description }])
    expect(await readSaleTables()).toEqual(before)
  })

  it('all faults of references and amounts come at once, before insufficient stock [API-7]', async () => {
    const items = [
      waterItem(99),
      waterItem(1, { inventoryId: 9 }),
      waterItem(1.0001, { inventoryLocationId: 8, unitPrice: 0.001 }),
    ]
    const { status, json } = await sell(call, { items, reservationID: 7, ...payment({ baseAmount: 1.999 }) })
    expect(status).toBe(422)
    expect(json.errors.map(({ description }: { description: string }) => description.split(':')[0])).toEqual([
      'reservationID',
      'items[1].inventoryId',
      'items[2].inventoryLocationId',
      'items[2].quantity',
      'items[2].unitPrice',
      'paymentDetails.baseAmount',
    ])
  })
})
