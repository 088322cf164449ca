import { describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { aSale, readSaleTables, sell, stockByLocation, waterItem } from '../../support/sale'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, openHotel } from '../../support/service'

const { call } = hotelBeforeEach()

describe('the same identity with the same body again', () => {
  it('is answered as the first time, byte for byte, and changes nothing [SALE-11]', async () => {
    const reservationID = await book(call)
    const paymentDetails = { paymentAmount: 7.1, paymentExtID: 'p-1' }
    const body = { identity: 'till-1', reservationID, items: [waterItem(2), waterItem(0.125)], paymentDetails }
    const first = await expectStatus(200, sell(call, body))
    await expectStatus(200, sell(call, aSale()))
    const before = await readSaleTables()
    const second = await expectStatus(200, sell(call, body))
    expect(second.text).toBe(first.text)
    expect(await readSaleTables()).toEqual(before)
  })

  it('can be in the header Idempotency-Key, in the body, or in both', async () => {
    const key = { 'idempotency-key': 'till-1' }
    const first = await expectStatus(200, sell(call, aSale({ identity: undefined }), key))
    expect((await expectStatus(200, sell(call, aSale({ identity: 'till-1' })))).text).toBe(first.text)
    expect((await expectStatus(200, sell(call, aSale({ identity: 'till-1' }), { 'idempotency-key': 'x' }))).text).toBe(
      first.text,
    )
  })

  it('is the same in another order, with unknown fields, and with null', async () => {
    const first = await expectStatus(200, sell(call, aSale({ identity: 'till-1' })))
    const body = { trace: 'abc', reservationID: null, saleDate: null, ...aSale(), clientID: 1, identity: 'till-1' }
    expect((await expectStatus(200, sell(call, body))).text).toBe(first.text)
  })

  it('is the same after the price, the stock and the location have changed', async () => {
    const body = aSale({ identity: 'till-1', items: [waterItem(24)] })
    const first = await expectStatus(200, sell(call, body))
    await expectStatus(
      200,
      admin('PUT', '/customers/1/setup', {
        inventoryLocations: [{ inventoryLocationId: 1, name: 'Bar', isActive: false }],
        inventoryItems: [{ inventoryId: 1, itemNumber: 'SKU-1', price: 99 }],
      }),
    )
    expect((await expectStatus(200, sell(call, body))).text).toBe(first.text)
    expect(await stockByLocation()).toEqual(['1@1 0'])
  })

  it('is the same after its reservation has become final', async () => {
    const reservationID = await book(call)
    const body = aSale({ identity: 'till-1', reservationID })
    const first = await expectStatus(200, sell(call, body))
    await expectStatus(200, call('POST', '/Booking/PostBooking', { bookingID: reservationID, action: 'cancel' }))
    expect((await expectStatus(200, sell(call, body))).text).toBe(first.text)
  })
})

describe('the same identity with another body is 409 IDENTITY_CONFLICT [IDENTITY_CONFLICT]', () => {
  it.each([
    ['another quantity', { items: [waterItem(2)] }],
    ['another price', { items: [waterItem(1, { unitPrice: 1 })] }],
    ['another day', { saleDate: '2027-01-01' }],
    ['more than there is', { items: [waterItem(99)] }],
  ])('%s', async (_, changes) => {
    await expectStatus(200, sell(call, aSale({ identity: 'till-1' })))
    const before = await readSaleTables()
    const refused = await sell(call, aSale({ identity: 'till-1', ...changes }))
    await expectRefusal(refused, 409, 'IDENTITY_CONFLICT', 'identity: it was used before, with another body')
    expect(await readSaleTables()).toEqual(before)
  })
})

describe('an identity', () => {
  it('is unique within the customer only', async () => {
    const other = await openHotel(2)
    await expectStatus(200, sell(call, aSale({ identity: 'till-1' })))
    await expectStatus(200, sell(other.call, aSale({ identity: 'till-1', items: [waterItem(2)] })))
    expect((await readSaleTables()).sale).toHaveLength(2)
  })

  it('of a booking may be that of a sale too', async () => {
    await book(call, { identity: 'guest-7' })
    await expectStatus(200, sell(call, aSale({ identity: 'guest-7' })))
  })

  it.each([
    [undefined, 'identity: required'],
    ['', 'identity: expected some text'],
  ])('that is %j is refused: a sale without one could be made twice', async (identity, description) => {
    await expectRefusal(sell(call, aSale({ identity })), 422, 'INVALID_FIELD', description)
    expect(await stockByLocation()).toEqual(['1@1 24000'])
  })

  it('has at most 200 characters', async () => {
    expect((await sell(call, aSale({ identity: 'x'.repeat(201) }))).status).toBe(422)
    const refused = await sell(call, aSale({ identity: undefined }), { 'idempotency-key': 'x'.repeat(201) })
    await expectRefusal(refused, 422, 'INVALID_FIELD', 'identity: expected at most 200 characters')
  })
})
