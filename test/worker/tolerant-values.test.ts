import { describe, expect, it } from 'vitest'
import { aBooking, book, post } from '../support/booking'
import { days, declareChannel, getDates, price, rate, span, update } from '../support/channel-message'
import { eventPage } from '../support/events'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, openHotel, rows } from '../support/service'

const hotel = hotelBeforeEach()

const rateLine = (unitCost: number) =>
  aBooking({ roomsBooked: [{ roomID: 101, rates: [{ unitCost, quantity: 1, nights: 1 }] }] })
const first = async (id: number) => {
  const filter = { reservationId: id }
  return (await expectStatus(200, hotel.call('POST', '/Reservation/GetReservations', filter))).json.content[0]
}

describe('an amount', () => {
  it.each([
    [29.979999999999997, 29.98],
    [0.1 + 0.2, 0.3],
    [1.1 * 3, 3.3],
    [999_999.99, 999_999.99],
    [4.35 * 100, 435],
    [1e-9, 0],
    [1.234e-10, 0],
  ])(
    'of %f, as it was computed, is %f in a booking and in a message of a channel manager [VALUE-39]',
    async (sent, kept) => {
      const booked = await expectStatus(200, post(hotel.call, rateLine(sent)))
      expect((await first(Number(booked.headers.get('x-reservation-id')))).total).toBe(kept)
      await declareChannel(hotel.call)
      for (const value of [sent, sent.toFixed(20)]) {
        const entry = { ...span('01'), ...rate('BAR'), price: [{ numberOfGuests: 2, value }] }
        await expectStatus(200, update(hotel.call, days([entry])))
        expect(await getDates(hotel.call)).toEqual([
          { ...span('01'), ...rate('BAR'), ...price({ 2: kept.toFixed(2) }) },
        ])
      }
    },
  )

  it.each([29.979, 29.9799, 29.97999, 29.98001, 0.001, 1e-7])('of %f has too many decimals [VALUE-7]', async amount => {
    await expectRefusal(post(hotel.call, rateLine(amount)), 422, 'INVALID_FIELD', /expected at most 2 decimals \(EUR\)/)
    await declareChannel(hotel.call)
    const entry = { ...span('01'), ...rate('BAR'), price: [{ numberOfGuests: 2, value: amount }] }
    await expectRefusal(update(hotel.call, days([entry])), 422, 'INVALID_FIELD', /expected at most 2 decimals \(EUR\)/)
  })

  it('is rounded in payments, fees, sales and the setup too, below zero as well [VALUE-39]', async () => {
    const payment = { paymentAmount: -29.979999999999997, paymentExtID: 'p1' }
    const id = await book(hotel.call, { paymentDetails: payment })
    expect((await first(id)).payments[0].paymentAmount).toBe(-29.98)
    const cancel = { action: 'cancel', bookingID: id, cancellationFee: { amount: 1.1 * 3 } }
    await expectStatus(200, post(hotel.call, cancel))
    expect((await first(id)).balance).toBe(33.28)
    const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 0.1 + 0.2, unitPrice: 1.1 * 3 }]
    const sold = await expectStatus(200, hotel.call('POST', '/Sale/PostSale', { identity: 's', items }))
    expect(sold.json.content.items[0]).toMatchObject({ quantity: 0.3, unitPrice: 3.3 })
  })

  it('of yen has no decimals, but those that computing leaves [VALUE-39]', async () => {
    await openHotel(2)
    await expectStatus(200, admin('PUT', '/customers/3', { name: 'Yen', currency: 'JPY', timeZone: 'Asia/Tokyo' }))
    const item = (amount: number) => ({
      inventoryItems: [{ inventoryId: 1, itemNumber: 'a', cost: amount, price: amount }],
    })
    await expectStatus(200, admin('PUT', '/customers/3/setup', item(99.99999999999999)))
    expect(await rows('SELECT cost FROM inventory_item WHERE customer_id = 3')).toEqual([{ cost: 100 }])
    await expectStatus(422, admin('PUT', '/customers/3/setup', item(99.9)))
  })
})

/** One character of each kind of control characters, of Unicode's first and second block. */
const CONTROLS = ['\u0000', '\u000b', '\u000c', '\u001f', '\u007f', '\u0080', '\u0085', '\u009f']

describe('a control character', () => {
  it('in a text for people becomes a blank, tabs and line breaks aside [INPUT-48]', async () => {
    for (const [i, control] of CONTROLS.entries()) {
      const text = `a${control}b\tc\r\nd`
      const id = await book(hotel.call, {
        roomsBooked: [{ roomID: [101, 102, 103, 201][i % 4], roomNotes: [text] }],
        ...(i > 3 && { arrivalDate: '2027-06-10', departureDate: '2027-06-12' }),
        reservationSummaryNote: text,
        primaryGuestDetails: { firstName: `Ann${control}a`, lastName: 'Berg', phone: `${control}+46 70` },
      })
      const { notes, rooms, primaryGuest } = await first(id)
      expect([notes, rooms[0].notes, primaryGuest.firstName, primaryGuest.phone]).toEqual([
        'a b\tc\r\nd',
        ['a b\tc\r\nd'],
        'Ann a',
        '+46 70',
      ])
    }
  })

  it('in an id is 422, and a name of control characters alone is blank [INPUT-48]', async () => {
    for (const control of CONTROLS) {
      const refused = await post(hotel.call, aBooking({ identity: `a${control}b` }))
      await expectRefusal(refused, 422, 'INVALID_FIELD', 'identity: expected text without control characters')
      expect((await post(hotel.call, aBooking({ primaryGuestDetails: { lastName: control } }))).status).toBe(422)
      const room = await update(hotel.call, days([{ ...span('01'), closed: '1' }], {}, `R${control}`))
      expect(room.json.errors[0].description).toMatch(/roomid: expected text without control characters$/)
    }
    const surrogate = await post(hotel.call, aBooking({ reservationSummaryNote: '\ud800' }))
    await expectRefusal(
      surrogate,
      422,
      'INVALID_FIELD',
      'reservationSummaryNote: expected text without unpaired surrogates',
    )
  })
})

describe('a note of 20,000 characters', () => {
  const note = 'n'.repeat(20_000)

  it('is stored: of a booking, a room, an activity and a message of the queue [INPUT-49]', async () => {
    const activity = { activityID: 1, activityDate: '2027-05-10', participants: 1, activityNotes: [note] }
    const id = await book(hotel.call, {
      reservationSummaryNote: note,
      roomsBooked: [{ roomID: 101, roomNotes: [note] }],
      activitiesBooked: [activity],
    })
    const { notes, rooms, activities } = await first(id)
    expect([notes, rooms[0].notes, activities[0].notes]).toEqual([note, [note], [note]])
    const queue = { fetchQueueMessageId: 1, notes: note }
    await expectStatus(200, hotel.call('POST', '/Fetch/UpdateFetchQueueMessage', queue))
    for (const body of [
      { reservationSummaryNote: `${note}n` },
      { roomsBooked: [{ roomID: 102, roomNotes: [`${note}n`] }] },
    ])
      await expectRefusal(post(hotel.call, aBooking(body)), 422, 'INVALID_FIELD', /expected at most 20000 characters/)
  })

  it('is the message of an inquiry, and a telephone has 100 characters [INPUT-49]', async () => {
    const guest = { firstName: 'Anna', lastName: 'Berg', phone: '+'.padEnd(100, '1') }
    const inquiry = (message: string, phone = guest.phone) =>
      hotel.call('POST', '/OnlineBooking/postinquiry', { primaryGuestDetails: { ...guest, phone }, message })
    await expectStatus(200, inquiry(note))
    await expectStatus(422, inquiry(`${note}n`))
    await expectStatus(422, inquiry(note, `${guest.phone}1`))
  })
})

describe('a parameter of a query that is sent twice', () => {
  it('is 422 with two different values, also for the customer, and of other names is ignored [INPUT-50]', async () => {
    for (const [path, name] of [
      ['/Fetch/GetFetchQueueMessage?status=Pending&status=Failed', 'status'],
      ['/Fetch/GetFetchQueueMessage?hotelKey=a&hotelKey=b&hotelKey=c', 'hotelKey'],
      ['/Event/GetEvents?afterSequence=1&afterSequence=2', 'afterSequence'],
      ['/Fetch/GetFetchQueueMessage?clientID=1&clientID=2', 'clientID'],
      ['/Inventory/GetInventoryItem?clientID=2&clientID=1', 'clientID'],
    ] as const) {
      await expectRefusal(hotel.call('GET', path), 422, 'INVALID_FIELD', `${name}: expected one value, got two`)
    }
    const equal = '/Fetch/GetFetchQueueMessage?status=Pending&status=Pending&status=&status=0&other=1&other=2'
    expect((await hotel.call('GET', equal)).status).toBe(200)
  })

  it('has all values where it is a list [INPUT-50]', async () => {
    await book(hotel.call)
    const inquiry = await book(hotel.call, {
      roomsBooked: [{ roomID: 102 }],
      bookingParameters: { reservationStatusID: 2 },
    })
    await expectStatus(200, post(hotel.call, { bookingID: inquiry, reservationSummaryNote: 'x' }))
    const partner = async (query: string) =>
      (await expectStatus(200, hotel.call('GET', `/Reservation/GetReservationsForPartner?${query}`))).json.content
        .length
    expect(await partner('status=Confirmed')).toBe(1)
    for (const query of ['status=Confirmed&status=Tentative', 'status=Confirmed&STATUS=Tentative'])
      expect(await partner(query), query).toBe(2)
    const types = async (query: string) => (await eventPage(hotel.call, query)).events.length
    expect(await types('types=reservation.modified')).toBe(1)
    expect(await types('types=reservation.modified&types=reservation.created,sale.created')).toBe(3)
  })

  it('a type of events counts once, however often it is named [INPUT-50]', async () => {
    await book(hotel.call)
    const many = Array(300).fill('reservation.created').join()
    expect((await eventPage(hotel.call, `types=${many}`)).events.length).toBe(1)
    const statuses = Array(300).fill('Confirmed').join()
    await expectStatus(200, hotel.call('GET', `/Reservation/GetReservationsForPartner?status=${statuses}`))
    await expectStatus(200, hotel.call('POST', '/Reservation/GetReservations', { reservationStatus: statuses }))
  })
})
