import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { recordingDatabase } from '../../support/query-plan'
import { aSale, readSaleTables, sell, waterItem, withIdentity } from '../../support/sale'
import { expectRefusal, hotelBeforeEach, rows } from '../../support/service'

/*
 * A sale that is on no account is written without a read before, once the isolate knows the customer's currency and time
 * zone. They may have changed since.
 */

const hotel = hotelBeforeEach()
beforeEach(async () => {
  expect((await sell(hotel.call, aSale())).status).toBe(200)
})

const withTrips = async (body: object) => {
  const { database, trips } = recordingDatabase()
  const there = withBindings({ DB: database })
  const headers = { authorization: `Bearer ${hotel.token}` }
  const response = await there('POST', '/api/Sale/PostSale', withIdentity(body), headers)
  return { ...response, trips: trips.length }
}
const update = (sql: string) => env.DB.prepare(sql).run()

describe('a sale on no account', () => {
  it('makes one round trip to the database, and two if it is refused or a repetition [SALE-9]', async () => {
    const paid = { ...aSale({ paymentDetails: { paymentAmount: 2.5 } }), identity: 'paid' }
    const first = await withTrips(paid)
    expect(first).toMatchObject({ status: 200, trips: 1 })
    const again = await withTrips(paid)
    expect(again).toMatchObject({ status: 200, trips: 2 })
    expect(again.json).toEqual(first.json)
    const conflict = await withTrips({ ...paid, items: [waterItem(2)] })
    expect(conflict).toMatchObject({ status: 409, trips: 2 })
    const before = await readSaleTables()
    const refused = await withTrips(aSale({ items: [waterItem(99)] }))
    expect(refused).toMatchObject({ status: 409, trips: 2 })
    expect(refused.json.errors[0].code).toBe('INSUFFICIENT_STOCK')
    expect(await readSaleTables()).toEqual(before)
  })

  it('has the price that the item has now [SALE-8]', async () => {
    await update('UPDATE inventory_item SET price = 333 WHERE inventory_id = 1')
    const { json } = await withTrips(aSale({ items: [waterItem(0.5), waterItem(1, { unitPrice: 1 })] }))
    expect(json.content.items.map((line: { amount: number }) => line.amount)).toEqual([1.67, 1])
    expect(json.content.total).toBe(2.67)
  })

  it('is refused in the currency that is stored', async () => {
    await update("UPDATE customer SET currency = 'JPY'")
    const body = aSale({ paymentDetails: { paymentAmount: 2.5 } })
    await expectRefusal(withTrips(body), 422, 'INVALID_FIELD')
    expect((await withTrips(aSale())).json.content.currency).toBe('JPY')
  })

  it('has the date of the time zone that is stored [SALE-8]', async () => {
    // Their dates always differ.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await update(`UPDATE customer SET time_zone = '${zone}'`)
      expect((await withTrips(aSale())).status).toBe(200)
    }
    const dates = await rows('SELECT sale_date FROM sale ORDER BY sale_id DESC LIMIT 2')
    expect(dates[0]?.sale_date).not.toBe(dates[1]?.sale_date)
  })

  it('names a location that is not active, and a line that is too large', async () => {
    await update('UPDATE inventory_location SET is_active = 0')
    expect((await withTrips(aSale())).json.errors[0].code).toBe('NOT_FOR_SALE')
    await update('UPDATE inventory_location SET is_active = 1')
    await update('UPDATE inventory_item SET price = 9000000000000000')
    await expectRefusal(withTrips(aSale({ items: [waterItem(24)] })), 422, 'INVALID_FIELD')
  })
})
