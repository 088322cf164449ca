import { describe, expect, it } from 'vitest'
import { aBooking, post, readBookingTables } from '../support/booking'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../support/service'

/*
 * The range of dates: every field that takes a date takes 1900-01-01 to 9998-12-31.
 */

const hotel = hotelBeforeEach()
const RANGE = 'expected a date from 1900-01-01 to 9998-12-31'

const room = (changes: object) => ({ roomsBooked: [{ roomID: 101, ...changes }] })
const guest = { primaryGuestDetails: { lastName: 'Okabe' } }
const availability = (date: object) => ({
  rateAvailability: [{ action: 0, syncType: 1, data: [{ hotelid: 'H1', room: [{ roomid: 'DBL', date: [date] }] }] }],
})
const day = 'rateAvailability[0].data[0].room[0].date[0]'

type Case = readonly [path: string, field: string, request: (date: string) => object]

/** Every field of a body that takes a date. */
const BODIES: Case[] = [
  ['Booking/PostBooking', 'arrivalDate', date => aBooking({ arrivalDate: date })],
  ['Booking/PostBooking', 'departureDate', date => aBooking({ departureDate: date })],
  ['Booking/PostBooking', 'roomsBooked[0].arrivalDate', date => aBooking(room({ arrivalDate: date }))],
  ['Booking/PostBooking', 'roomsBooked[0].departureDate', date => aBooking(room({ departureDate: date }))],
  [
    'Booking/PostBooking',
    'roomsBooked[0].rates[0].fromDate',
    date => aBooking(room({ rates: [{ unitCost: 1, fromDate: date }] })),
  ],
  [
    'Booking/PostBooking',
    'roomsBooked[0].rates[0].toDate',
    date => aBooking(room({ rates: [{ unitCost: 1, toDate: date }] })),
  ],
  [
    'Booking/PostBooking',
    'activitiesBooked[0].activityDate',
    date => aBooking({ activitiesBooked: [{ activityID: 1, activityDate: date }] }),
  ],
  [
    'OnlineBooking/postreservation',
    'arrivalDate',
    date => ({ identity: 'web', arrivalDate: date, departureDate: '2027-05-12', roomTypeID: 10, ...guest }),
  ],
  [
    'OnlineBooking/postreservation',
    'departureDate',
    date => ({ identity: 'web', arrivalDate: '2027-05-10', departureDate: date, roomTypeID: 10, ...guest }),
  ],
  ['OnlineBooking/postinquiry', 'arrivalDate', date => ({ arrivalDate: date, message: 'A cot?', ...guest })],
  ['OnlineBooking/postinquiry', 'departureDate', date => ({ departureDate: date, message: 'A cot?', ...guest })],
  [
    'Sale/PostSale',
    'saleDate',
    date => ({
      identity: 'till',
      saleDate: date,
      items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }],
    }),
  ],
  ['CMConnect/UpdateCMConnect', `${day}.from`, date => availability({ from: date, to: date, roomstosell: '1' })],
  ['CMConnect/UpdateCMConnect', `${day}.value`, date => availability({ value: date, roomstosell: '1' })],
  ['CMConnect/UpdateCMConnect', `${day}.to`, date => availability({ from: date, to: date, roomstosell: '1' })],
  ['CMConnect/GetReservation', 'roomInfo[0].arrivalDate', date => ({ roomInfo: [{ arrivalDate: date }] })],
  ['CMConnect/GetReservation', 'roomInfo[0].departureDate', date => ({ roomInfo: [{ departureDate: date }] })],
  ['Reservation/GetReservations', 'arrivalDate.startDate', date => ({ arrivalDate: { startDate: date } })],
  ['Reservation/GetReservations', 'arrivalDate.endDate', date => ({ arrivalDate: { endDate: date } })],
  ['Reservation/GetReservations', 'departureDate.startDate', date => ({ departureDate: { startDate: date } })],
  ['Reservation/GetReservations', 'departureDate.endDate', date => ({ departureDate: { endDate: date } })],
]

/** Every parameter of a query that takes a date. */
const QUERIES = [
  ['CMConnect/GetCMConnect?hotelid=H1&from=', 'from'],
  ['CMConnect/GetCMConnect?hotelid=H1&to=', 'to'],
  ['Reservation/GetReservationsForPartner?arrivalFrom=', 'arrivalFrom'],
  ['Reservation/GetReservationsForPartner?arrivalTo=', 'arrivalTo'],
] as const

const OUTSIDE = ['0000-01-01', '1899-12-31', '9999-01-01', '9999-12-31T23:59:59.9999999']
const cases = OUTSIDE.flatMap(date => BODIES.map(each => [date, ...each] as const))
const queries = OUTSIDE.flatMap(date => QUERIES.map(each => [date, ...each] as const))
const fault = (field: string) => ({ code: 'INVALID_FIELD', description: `${field}: ${RANGE}` })

describe('a date before 1900-01-01 or after 9998-12-31 is 422 with its field, and nothing is kept', () => {
  it('in every field of a body [INPUT-5]', async () => {
    const before = await readBookingTables()
    for (const [date, path, field, request] of cases) {
      const { status, json } = await hotel.call('POST', `/${path}`, request(date))
      expect(status, `${path} ${date}`).toBe(422)
      expect(json.errors).toContainEqual(fault(field))
    }
    expect(await readBookingTables()).toEqual(before)
    expect(await rows('SELECT * FROM sale')).toEqual([])
    expect(await rows('SELECT * FROM room_day')).toEqual([])
  })

  it('in every parameter of a query [INPUT-5]', async () => {
    for (const [date, path, field] of queries) {
      const { status, json } = await hotel.call('GET', `/${path}${date}`)
      expect([status, json.errors], `${path} ${date}`).toEqual([422, [fault(field)]])
    }
  })

  it('0001-01-01 is no date where one is needed', async () => {
    const activitiesBooked = [{ activityID: 1, activityDate: '0001-01-01T00:00:00' }]
    const { json } = await expectStatus(422, post(hotel.call, aBooking({ activitiesBooked })))
    expect(json.errors).toEqual([fault('activitiesBooked[0].activityDate')])
  })
})

describe('a blank between date and time counts as T', () => {
  const BLANK = '2031-07-03 23:30:00'

  it('in every field of a body and every parameter of a query [INPUT-17]', async () => {
    for (const [path, field, request] of BODIES) {
      const { status, json } = await hotel.call('POST', `/${path}`, request(BLANK))
      expect(json?.errors ?? [], `${path} ${status}`).not.toContainEqual(
        expect.objectContaining({ description: `${field}: expected YYYY-MM-DD` }),
      )
    }
    for (const [path, field] of QUERIES) {
      const { status } = await hotel.call('GET', `/${path}${encodeURIComponent(BLANK)}`)
      expect(status, `${path} ${field}`).toBe(200)
    }
  })

  it('in a booking, which has the day as it is written [INPUT-17]', async () => {
    const stay = { arrivalDate: BLANK, departureDate: '2031-07-05 00:00:00.000+14:00' }
    await expectStatus(200, post(hotel.call, aBooking({ ...stay, activitiesBooked: [] })))
    const { json } = await hotel.call('POST', '/Reservation/GetReservations', { arrivalDate: { startDate: BLANK } })
    expect(json.content).toMatchObject([
      { arrivalDate: '2031-07-03T00:00:00', departureDate: '2031-07-05T00:00:00', rooms: [{ roomId: 101 }] },
    ])
  })

  it('in an unset date [INPUT-17]', async () => {
    const unset = '0001-01-01 00:00:00'
    await expectStatus(200, post(hotel.call, aBooking(room({ arrivalDate: unset, departureDate: unset }))))
    const filter = { arrivalDate: { startDate: unset } }
    expect((await hotel.call('POST', '/Reservation/GetReservations', filter)).json.content).toHaveLength(1)
  })

  it.each(['2031-07-03 00:00:00Z', '2031-07-03 02:00:00+02:00'])('in an instant: %s [INPUT-17]', async expiresAt => {
    const application = { name: 'tests', customerId: 1, product: 'innlet', permissions: ['rates:read'] }
    const { status, json } = await admin('POST', '/applications', { ...application, expiresAt })
    expect([status, json.expiresAt]).toEqual([201, '2031-07-03T00:00:00.000Z'])
    for (const written of [encodeURIComponent(expiresAt), expiresAt.replace(' ', '%20')]) {
      const query = `/Reservation/GetReservationsForPartner?modifiedSince=${written}`
      expect((await hotel.call('GET', query)).status).toBe(200)
    }
  })

  it.each(['2031-07-03  00:00:00', '2031-07-03 ', ' 2031-07-03', '2031-07-03 24:00'])(
    '%j is 422',
    async arrivalDate => {
      const refused = post(hotel.call, aBooking({ arrivalDate }))
      await expectRefusal(refused, 422, 'INVALID_FIELD', 'arrivalDate: expected YYYY-MM-DD')
    },
  )
})

describe('the first and the last date are dates like others', () => {
  const STAYS = [
    ['1900-01-01', '1900-01-02'],
    ['9998-12-30', '9998-12-31'],
  ] as const

  it.each(STAYS)('a stay from %s to %s is booked, found and read [INPUT-5]', async (arrivalDate, departureDate) => {
    const rates = [{ unitCost: 10, fromDate: arrivalDate, toDate: departureDate }]
    await expectStatus(200, post(hotel.call, aBooking({ arrivalDate, departureDate, ...room({ rates }) })))
    const filter = { arrivalDate: { startDate: arrivalDate, endDate: arrivalDate } }
    const { json } = await hotel.call('POST', '/Reservation/GetReservations', filter)
    expect(json.content).toMatchObject([
      { arrivalDate: `${arrivalDate}T00:00:00`, departureDate: `${departureDate}T00:00:00`, total: 10 },
    ])
  })

  it.each(['1900-01-01', '9998-12-31'])('%s is synchronised with a channel manager', async date => {
    const message = {
      rooms: [
        { roomTypeId: 10, data: [{ sellableProducts: { hotelid: 'H1', sellableProduct: [{ roomid: 'DBL' }] } }] },
      ],
      ...availability({ from: date, to: date, roomstosell: '3' }),
    }
    expect((await hotel.call('POST', '/CMConnect/UpdateCMConnect', message)).status).toBe(200)
    for (const bound of ['from', 'to']) {
      const { status, json } = await hotel.call('GET', `/CMConnect/GetCMConnect?hotelid=H1&${bound}=${date}`)
      expect(status).toBe(200)
      expect(json.content.rateAvailability[0].data[0].room).toEqual([
        { roomid: 'DBL', date: [{ from: date, to: date, roomstosell: '3' }] },
      ])
    }
  })

  it('an inquiry with one date alone needs a night beside it [INPUT-5]', async () => {
    const ask = (dates: object) =>
      hotel.call('POST', '/OnlineBooking/postinquiry', { message: 'A cot?', ...guest, ...dates })
    expect((await ask({ arrivalDate: '9998-12-31' })).json.errors).toEqual([
      { code: 'INVALID_FIELD', description: 'arrivalDate: expected a date before 9998-12-31 without a departureDate' },
    ])
    expect((await ask({ departureDate: '1900-01-01' })).json.errors).toEqual([
      { code: 'INVALID_FIELD', description: 'departureDate: expected a date after 1900-01-01 without an arrivalDate' },
    ])
    expect((await ask({ arrivalDate: '9998-12-30' })).status).toBe(200)
    expect((await ask({ departureDate: '1900-01-02' })).status).toBe(200)
    const kept = await rows('SELECT arrival_date, departure_date FROM reservation ORDER BY arrival_date')
    expect(kept).toEqual([
      { arrival_date: '1900-01-01', departure_date: '1900-01-02' },
      { arrival_date: '9998-12-30', departure_date: '9998-12-31' },
    ])
  })
})

describe('an instant is of the years that an answer can write [INPUT-5]', () => {
  const application = { name: 'tests', customerId: 1, product: 'innlet', permissions: ['rates:read'] }

  it.each(['9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00+01:00'])('%s is 422 with its field', async instant => {
    const description = 'expected an instant of the years 0000 to 9999 in UTC'
    const made = await admin('POST', '/applications', { ...application, expiresAt: instant })
    await expectRefusal(made, 422, 'INVALID_FIELD', `expiresAt: ${description}`)
    const query = `/Reservation/GetReservationsForPartner?modifiedSince=${encodeURIComponent(instant)}`
    await expectRefusal(hotel.call('GET', query), 422, 'INVALID_FIELD', `modifiedSince: ${description}`)
  })

  it('9999-12-31T23:59:59Z, which means never, is returned as it was sent', async () => {
    const { status, json } = await admin('POST', '/applications', { ...application, expiresAt: '9999-12-31T23:59:59Z' })
    expect(status).toBe(201)
    expect(json.expiresAt).toBe('9999-12-31T23:59:59.000Z')
  })
})
