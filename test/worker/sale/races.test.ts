import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { recordingDatabase } from '../../support/query-plan'
import { addWine, aSale, readSaleTables, sell, stockByLocation, waterItem, withIdentity } from '../../support/sale'
import { hotelBeforeEach, rows, statusesOf } from '../../support/service'

const hotel = hotelBeforeEach()
const atOnce = (times: number, body: (i: number) => unknown) =>
  Promise.all(Array.from({ length: times }, (_, i) => sell(hotel.call, body(i))))

describe('however many come at once', () => {
  it('50 sales for the last 24 pieces end at exactly zero, and each 200 is in the books once [SALE-9]', async () => {
    const answers = await atOnce(50, () => aSale())
    expect(statusesOf(answers)).toEqual({ 200: 24, 409: 26 })
    expect(await stockByLocation()).toEqual(['1@1 0'])
    const ids = answers.filter(({ status }) => status === 200).map(({ json }) => json.content.saleId)
    expect(ids.sort((a, b) => a - b)).toEqual((await rows('SELECT sale_id FROM sale_item')).map(row => row.sale_id))
    expect(new Set(ids).size).toBe(24)
    // Each response has the remaining stock: 23 down to 0, no number twice.
    const left = answers.flatMap(({ status, json }) => (status === 200 ? [json.content.items[0].quantityInHand] : []))
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i))
    for (const { json } of answers.filter(({ status }) => status === 409)) {
      expect(json.errors).toEqual([
        {
          code: 'INSUFFICIENT_STOCK',
          description: 'items[0].quantity: item 1 (SKU-1) has 0 in hand at location 1, not 1',
        },
      ])
    }
  })

  it('sales of several items are whole or not at all', async () => {
    await addWine()
    const wine = { inventoryId: 2, inventoryLocationId: 2, quantity: 3 }
    const answers = await atOnce(20, () => aSale({ items: [waterItem(1), wine] }))
    expect(statusesOf(answers)).toEqual({ 200: 3, 409: 17 })
    expect(await stockByLocation()).toEqual(['1@1 21000', '2@1 2250', '2@2 1000', '2@3 5000'])
  })

  it('50 times the same identity: one sale, fifty equal answers [SALE-11]', async () => {
    const answers = await atOnce(50, () => aSale({ identity: 'once' }))
    expect(statusesOf(answers)).toEqual({ 200: 50 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await stockByLocation()).toEqual(['1@1 23000'])
  })

  it('sales on one account: each is made, in one order of changes, and none appears twice', async () => {
    const reservationID = await book(hotel.call)
    const pay = (i: number) => ({ paymentAmount: 1, paymentExtID: `p-${i % 4}` })
    const answers = await atOnce(24, i => aSale({ reservationID, paymentDetails: pay(i) }))
    expect(statusesOf(answers)).toEqual({ 200: 24 })
    const { reservation, payment, fetch_message } = await readSaleTables()
    expect(reservation).toMatchObject([{ version: 25, change_seq: 25 }])
    expect(payment).toHaveLength(4)
    expect(fetch_message).toHaveLength(25)
  })

  it('sales against a cancellation: no sale follows it', async () => {
    const reservationID = await book(hotel.call)
    const [, ...answers] = await Promise.all([
      hotel.call('POST', '/Booking/PostBooking', { bookingID: reservationID, action: 'cancel' }),
      ...Array.from({ length: 10 }, () => sell(hotel.call, aSale({ reservationID }))),
    ])
    const made = statusesOf(answers)[200] ?? 0
    expect(statusesOf(answers)).toEqual({ ...(made && { 200: made }), ...(made < 10 && { 409: 10 - made }) })
    const told = (await readSaleTables()).fetch_message as Record<string, unknown>[]
    expect(told.map(message => message.status_type)).toEqual(['New', ...Array(made).fill('Modified'), 'Cancelled'])
  })
})

describe('PostSale', () => {
  const at = (DB: D1Database) => {
    const there = withBindings({ DB })
    return (body: unknown) =>
      there('POST', '/api/Sale/PostSale', withIdentity(body), { authorization: `Bearer ${hotel.token}` })
  }
  const everything = () => ({
    identity: 'all',
    reservationID: 1,
    items: [waterItem(1), waterItem(2, { unitPrice: 1 })],
    paymentDetails: { paymentAmount: 1, paymentExtID: 'p' },
  })

  beforeEach(() => book(hotel.call))

  it('reads the same number of rows with any stock and any number of sales', async () => {
    const { database, read } = recordingDatabase()
    const cost = async (changes: object) => {
      read.rows = 0
      expect((await at(database)({ ...everything(), ...changes })).status).toBe(200)
      return read.rows
    }
    const before = await cost({ identity: 'before' })
    await env.DB.batch([
      env.DB.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
         INSERT INTO inventory_item (customer_id, inventory_id, item_number) SELECT 1, i, 'SKU-' || i FROM n`,
      ),
      env.DB.prepare('INSERT INTO stock SELECT 1, inventory_id, 1, 5000 FROM inventory_item WHERE inventory_id > 1'),
      env.DB.prepare(
        `INSERT INTO sale (customer_id, sale_id, identity, body_hash, reservation_id, sale_date, sale_total, created_at)
         SELECT 1, inventory_id, 'i' || inventory_id, '', 1, '2027-05-10', 0, 0 FROM inventory_item WHERE inventory_id > 1`,
      ),
    ])
    const after = await cost({ identity: 'after', paymentDetails: { paymentAmount: 1, paymentExtID: 'q' } })
    // The rows of the first sale come before the messages and the payment of the second.
    expect(after - before).toBeLessThan(10)
  })
})
