import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import {
  addWine,
  aSale,
  readSaleTables,
  sell,
  sellSuccessfully,
  stockByLocation,
  waterItem,
  withIdentity,
} from '../../support/sale'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, integrator, openHotel, rows } from '../../support/service'
import { databaseFromStub } from '../../support/sessions'

const { call } = hotelBeforeEach()
const wine = (quantity: number, inventoryLocationId = 1, also: object = {}) => ({
  inventoryId: 2,
  inventoryLocationId,
  quantity,
  ...also,
})

describe('a sale', () => {
  it('returns its number, its lines and the remaining stock [SALE-6] [SALE-8]', async () => {
    await addWine()
    const { json } = await expectStatus(
      200,
      sell(call, { items: [waterItem(3), wine(0.75, 1, { unitPrice: 20 }), wine(2, 2)] }),
    )
    expect(json).toEqual({
      content: {
        saleId: 1,
        saleNumber: '10000001',
        total: 58.5,
        currency: 'EUR',
        items: [
          { inventoryId: 1, inventoryLocationId: 1, quantity: 3, unitPrice: 3.5, amount: 10.5, quantityInHand: 21 },
          { inventoryId: 2, inventoryLocationId: 1, quantity: 0.75, unitPrice: 20, amount: 15, quantityInHand: 1.5 },
          { inventoryId: 2, inventoryLocationId: 2, quantity: 2, unitPrice: 16.5, amount: 33, quantityInHand: 8 },
        ],
      },
      errors: [],
      message: '',
      success: true,
    })
    expect(await stockByLocation()).toEqual(['1@1 21000', '2@1 1500', '2@2 8000', '2@3 5000'])
  })

  it('counts ids within the customer', async () => {
    const other = await openHotel(2)
    expect((await sellSuccessfully(call)).saleId).toBe(1)
    expect((await sellSuccessfully(call)).saleNumber).toBe('10000002')
    expect((await sellSuccessfully(other.call)).saleId).toBe(1)
  })

  it('may sell the last piece, and have the same item on several lines', async () => {
    const { items, total } = await sellSuccessfully(call, { items: [waterItem(20), waterItem(4, { unitPrice: 0 })] })
    expect(items.map((line: Record<string, number>) => [line.quantity, line.amount, line.quantityInHand])).toEqual([
      [20, 70, 0],
      [4, 0, 0],
    ])
    expect(total).toBe(70)
    expect(await stockByLocation()).toEqual(['1@1 0'])
  })

  it.each([
    ['EUR', 0.333, 3.33, 1.11],
    ['EUR', 0.5, 0.01, 0.01],
    ['EUR', 0.499, 0.01, 0],
    ['JPY', 1.5, 333, 500],
    ['BHD', 0.001, 0.5, 0.001],
    ['EUR', 1000, 999_999.99, 999_999_990],
  ])(
    'in %s of %d at %d each is %d: rounded to the minor unit, halves up',
    async (currency, quantity, unitPrice, amount) => {
      await expectStatus(200, admin('PUT', '/customers/3', { name: 'Elsewhere', currency, timeZone: 'Asia/Tokyo' }))
      const item = { inventoryId: 1, itemNumber: 'A', stock: [{ inventoryLocationId: 1, quantityInHand: 5000 }] }
      const inventoryLocations = [{ inventoryLocationId: 1, name: 'Bar' }]
      await expectStatus(200, admin('PUT', '/customers/3/setup', { inventoryLocations, inventoryItems: [item] }))
      const sale = await sellSuccessfully((await integrator(3)).call, { items: [waterItem(quantity, { unitPrice })] })
      expect([sale.currency, sale.total, sale.items[0].amount]).toEqual([currency, amount, amount])
    },
  )

  it('never drifts: a thousand lines of a cent are ten euros [VALUE-8]', async () => {
    const cents = Array.from({ length: 500 }, () => waterItem(0.001, { unitPrice: 10 }))
    const totals = [await sellSuccessfully(call, { items: cents }), await sellSuccessfully(call, { items: cents })].map(
      ({ total }) => total,
    )
    expect(totals).toEqual([5, 5])
    expect(await stockByLocation()).toEqual(['1@1 23000'])
  })

  it('has the day that was sent, or today in the time zone of the customer [VALUE-2] [SALE-8]', async () => {
    await sellSuccessfully(call, { saleDate: '2027-05-10T23:30:00-11:00' })
    await expectStatus(
      200,
      admin('PUT', '/customers/1', { name: 'Far east', currency: 'EUR', timeZone: 'Pacific/Kiritimati' }),
    )
    await sellSuccessfully(call, { saleDate: '' })
    await expectStatus(
      200,
      admin('PUT', '/customers/1', { name: 'Far west', currency: 'EUR', timeZone: 'Pacific/Niue' }),
    )
    await sellSuccessfully(call)
    const [said, east, west] = (await rows('SELECT sale_date FROM sale ORDER BY sale_id')).map(row =>
      String(row.sale_date),
    )
    expect(said).toBe('2027-05-10')
    // Fourteen hours ahead of UTC and eleven behind it are never the same day.
    expect(Date.parse(east as string) - Date.parse(west as string)).toBeGreaterThanOrEqual(86_400_000)
  })

  it('without a reservation keeps what was paid for it beside it', async () => {
    const paymentDetails = { paymentAmount: 3.5, paymentSource: 'Cash', paymentExtID: 'till-7', surcharge: 0.1 }
    await sellSuccessfully(call, { paymentDetails })
    const { sale_payment, payment } = await readSaleTables()
    expect(sale_payment).toMatchObject([
      { sale_id: 1, payment_amount: 350, payment_source: 'Cash', payment_ext_id: 'till-7', surcharge: 10 },
    ])
    expect(payment).toEqual([])
  })

  it('has no payment of nothing', async () => {
    await sellSuccessfully(call, { paymentDetails: { paymentAmount: 0 } })
    expect((await readSaleTables()).sale_payment).toEqual([])
  })
})

describe('a sale on the account of a reservation', () => {
  let reservationID: number
  beforeEach(async () => {
    reservationID = await book(call, { roomsBooked: [{ roomID: 101 }, { roomID: 102 }] })
  })

  const account = async () => (await rows('SELECT * FROM reservation'))[0] as Record<string, number>

  it('is in its account with its payment [SALE-12]', async () => {
    await sellSuccessfully(call, {
      reservationID,
      items: [waterItem(2)],
      paymentDetails: { paymentAmount: 5, paymentExtID: 'p-1' },
    })
    const { sale, payment, sale_payment } = await readSaleTables()
    expect(sale).toMatchObject([{ sale_id: 1, reservation_id: 1, sale_total: 700 }])
    expect(payment).toMatchObject([{ reservation_id: 1, payment_no: 1, payment_amount: 500, payment_ext_id: 'p-1' }])
    expect(sale_payment).toEqual([])
  })

  it('is a change of the reservation, in the order of all changes', async () => {
    await book(call, { roomsBooked: [{ roomID: 103 }] })
    const before = await account()
    await sellSuccessfully(call, { reservationID })
    const after = await account()
    expect(after.version).toBe((before.version as number) + 1)
    expect(after.change_seq).toBe(3)
    expect(after.updated_at).toBeGreaterThanOrEqual(before.updated_at as number)
  })

  it('is part of the balance, and a change of the reservation [SALE-12]', async () => {
    const balance = async () => {
      const { json } = await expectStatus(200, call('POST', '/Reservation/GetReservations', { reservationID }))
      return [json.content[0].total, json.content[0].balance]
    }
    const path = '/Reservation/GetReservationsForPartner'
    const cursor = (await expectStatus(200, call('GET', path))).headers.get('x-next-cursor')
    const news = async () => (await expectStatus(200, call('GET', `${path}?cursor=${cursor}`))).json.content
    expect([await balance(), await news()]).toEqual([[0, 0], {}])
    await sellSuccessfully(call, { reservationID, items: [waterItem(2)], paymentDetails: { paymentAmount: 5 } })
    expect([await balance(), await news()]).toEqual([[0, 2], [expect.objectContaining({ reservationId: 1 })]])
  })

  it('adds a message Modified for each room stay, like every change [QUEUE-3]', async () => {
    await sellSuccessfully(call, { reservationID })
    const told = (await readSaleTables()).fetch_message as Record<string, unknown>[]
    expect(told.map(({ status_type, room_id }) => `${status_type} ${room_id}`)).toEqual([
      'New 101',
      'New 102',
      'Modified 101',
      'Modified 102',
    ])
  })

  it('adds no message while the reservation holds no room [QUEUE-7]', async () => {
    const inquiry = await book(call, { roomsBooked: undefined, bookingParameters: { reservationStatusID: 1 } })
    await sellSuccessfully(call, { reservationID: inquiry })
    expect((await readSaleTables()).fetch_message).toHaveLength(2)
  })

  it('with a payment that is recorded already does not record it twice', async () => {
    const paymentDetails = { paymentAmount: 5, paymentExtID: 'p-1' }
    await post(call, { bookingID: reservationID, paymentDetails })
    await sellSuccessfully(call, { reservationID, paymentDetails })
    const { sale, payment } = await readSaleTables()
    expect([sale?.length, payment?.length]).toEqual([1, 1])
  })

  it.each([
    ['Cancelled', [6]],
    ['NoShow', [7]],
  ])('is 409 INVALID_TRANSITION once it is %s: nobody stays', async (name, statuses) => {
    for (const reservationStatusID of statuses) {
      await expectStatus(200, post(call, { bookingID: reservationID, bookingParameters: { reservationStatusID } }))
    }
    const before = await readSaleTables()
    const refused = await sell(call, aSale({ reservationID }))
    const description = `reservationID: a reservation that is ${name} takes only notes, payments and returns`
    await expectRefusal(refused, 409, 'INVALID_TRANSITION', description)
    expect(await readSaleTables()).toEqual(before)
  })

  it('can be made after the check-out: the guest may still have something from the bar [SALE-63]', async () => {
    for (const reservationStatusID of [4, 5]) {
      await expectStatus(200, post(call, { bookingID: reservationID, bookingParameters: { reservationStatusID } }))
    }
    const messages = (await readSaleTables()).fetch_message?.length
    await sellSuccessfully(call, { reservationID })
    const [element] = (await expectStatus(200, call('POST', '/Reservation/GetReservations', { reservationID }))).json
      .content
    expect(element).toMatchObject({ reservationStatus: 'CheckedOut', balance: 3.5 })
    expect((await readSaleTables()).fetch_message).toHaveLength(messages ?? 0)
  })

  it('is refused when the reservation becomes final between reading and writing', async () => {
    const { withBindings } = await import('../../support/bindings')
    const { token } = await integrator(1)
    let trips = 0
    const overtaken = databaseFromStub({
      prepare: (text: string) => env.DB.prepare(text),
      async batch(list: D1PreparedStatement[]) {
        if (++trips === 2) await post(call, { bookingID: reservationID, action: 'cancel' })
        return env.DB.batch(list)
      },
    })
    const there = withBindings({ DB: overtaken })
    const { status } = await there('POST', '/api/Sale/PostSale', withIdentity(aSale({ reservationID })), {
      authorization: `Bearer ${token}`,
    })
    expect(status).toBe(409)
    expect(trips).toBe(3)
    expect((await readSaleTables()).sale).toEqual([])
    expect(await stockByLocation()).toEqual(['1@1 24000'])
  })
})

describe('too little in stock is 409 INSUFFICIENT_STOCK, and nothing is sold [INSUFFICIENT_STOCK] [SALE-10]', () => {
  const refused = async (body: object) => {
    const before = await readSaleTables()
    const { status, json } = await sell(call, body)
    expect(await readSaleTables()).toEqual(before)
    return [status, json.errors]
  }
  const short = (description: string) => ({ code: 'INSUFFICIENT_STOCK', description })

  it('each item is named', async () => {
    await addWine()
    expect(await refused({ items: [waterItem(1), wine(2.5), wine(11, 2)] })).toEqual([
      409,
      [
        short('items[1].quantity: item 2 (WINE) has 2.25 in hand at location 1, not 2.5'),
        short('items[2].quantity: item 2 (WINE) has 10 in hand at location 2, not 11'),
      ],
    ])
  })

  it('lines of the same item are counted together', async () => {
    expect(await refused({ items: [waterItem(20), waterItem(5)] })).toEqual([
      409,
      [short('items[0].quantity: item 1 (SKU-1) has 24 in hand at location 1, not 25')],
    ])
  })

  it('a location that does not keep the item has none', async () => {
    await addWine()
    expect(await refused({ items: [waterItem(1, { inventoryLocationId: 2 })] })).toEqual([
      409,
      [short('items[0].quantity: item 1 (SKU-1) has 0 in hand at location 2, not 1')],
    ])
  })

  it('a location that is not active sells nothing, and is 409 NOT_FOR_SALE [NOT_FOR_SALE]', async () => {
    await addWine()
    expect(await refused({ items: [wine(1, 3)] })).toEqual([
      409,
      [{ code: 'NOT_FOR_SALE', description: 'items[0].inventoryLocationId: location 3 is not active' }],
    ])
  })

  it('the sale succeeds once there is more', async () => {
    expect((await sell(call, aSale({ identity: 's', items: [waterItem(25)] }))).status).toBe(409)
    const item = { inventoryId: 1, itemNumber: 'SKU-1', stock: [{ inventoryLocationId: 1, quantityInHand: 25 }] }
    await expectStatus(200, admin('PUT', '/customers/1/setup', { inventoryItems: [item] }))
    await sellSuccessfully(call, { identity: 's', items: [waterItem(25)] })
    expect(await stockByLocation()).toEqual(['1@1 0'])
  })
})
