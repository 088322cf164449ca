import { beforeEach, describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { calendarPath, detailsPath, hotelsPath, issueLink, markupPath } from '../../support/itinerary'
import { admin, expectStatus, hotelBeforeEach, openHotel, rows, send } from '../../support/service'

/* The hotel of a reservation without a room, of a customer with one hotel and with several. */

const hotel = hotelBeforeEach()
const SECOND = {
  properties: [{ hotelid: 'A0', name: 'Serra', timeZone: 'Pacific/Kiritimati', fetchHotelKey: 'KEY-A0' }],
  roomTypes: [{ roomTypeId: 30, hotelid: 'A0', name: 'Cabin', maxOccupancy: 2 }],
  rooms: [{ roomId: 301, roomTypeId: 30, roomName: 'Cabin' }],
}
const SURF = { activityID: 1, activityDate: '2027-05-11', participants: 1 }
const ACTIVITY_ONLY = { roomsBooked: [], activitiesBooked: [SURF] }

const openSecondHotel = () => expectStatus(200, admin('PUT', '/customers/1/setup', SECOND))

const ask = (changes: object = {}) =>
  hotel.call('POST', '/OnlineBooking/postinquiry', {
    arrivalDate: '2027-05-10',
    departureDate: '2027-05-12',
    primaryGuestDetails: { lastName: 'Okabe' },
    message: 'Do you take dogs?',
    ...changes,
  })

/** The hotel of the latest reservation. */
const hotelNow = async () =>
  (await rows('SELECT hotel_id FROM reservation ORDER BY reservation_id DESC LIMIT 1'))[0]?.hotel_id

describe('the hotel of a reservation without a room', () => {
  it('is the only hotel of the customer [ONLINE-16]', async () => {
    await expectStatus(200, ask())
    expect(await hotelNow()).toBe('H1')
    await book(hotel.call, ACTIVITY_ONLY)
    expect(await hotelNow()).toBe('H1')
  })

  it('is none if there are several [ONLINE-16]', async () => {
    await openSecondHotel()
    await expectStatus(200, ask())
    expect(await hotelNow()).toBeNull()
    await book(hotel.call, ACTIVITY_ONLY)
    expect(await hotelNow()).toBeNull()
  })

  it.each([
    ['of hotelid', { hotelid: 'H1' }, 'H1'],
    ['of hotelid, also of the first hotel', { hotelid: 'A0' }, 'A0'],
    ['of the room type', { roomTypeID: 10 }, 'H1'],
    ['of hotelid beside a room type of another hotel', { hotelid: 'A0', roomTypeID: 10 }, 'A0'],
    ['none, with empty fields', { hotelid: '', roomTypeID: 0 }, null],
  ])('of an inquiry is that %s [ONLINE-16]', async (_, fields, expected) => {
    await openSecondHotel()
    await expectStatus(200, ask(fields))
    expect(await hotelNow()).toBe(expected)
  })

  it('is that of its first room, once it has one', async () => {
    await openSecondHotel()
    await expectStatus(200, ask())
    const confirmed = { bookingID: 1, bookingParameters: { reservationStatusID: 3 }, roomsBooked: [{ roomID: 301 }] }
    await expectStatus(200, post(hotel.call, confirmed))
    expect(await hotelNow()).toBe('A0')
    expect(await rows('SELECT hotel_id, hotel_key FROM fetch_message')).toEqual([
      { hotel_id: 'A0', hotel_key: 'KEY-A0' },
    ])
  })
})

it("decides the day of an inquiry without dates; without a hotel it is the customer's", async () => {
  await openSecondHotel()
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format()
  for (const [fields, timeZone] of [
    [{ hotelid: 'A0' }, 'Pacific/Kiritimati'],
    [{}, 'Europe/Lisbon'],
  ] as const) {
    await expectStatus(200, ask({ arrivalDate: '', departureDate: '', ...fields }))
    const [kept] = await rows('SELECT arrival_date FROM reservation ORDER BY reservation_id DESC LIMIT 1')
    expect(kept?.arrival_date).toBe(dayIn(timeZone))
  }
})

describe('a hotelid that is not there', () => {
  it('is 422 UNKNOWN_REFERENCE, beside an unknown room type too, and nothing is stored [UNKNOWN_REFERENCE] [ONLINE-16]', async () => {
    const other = await openHotel(2)
    await expectStatus(200, admin('PUT', '/customers/2/setup', SECOND))
    const { json } = await expectStatus(422, ask({ hotelid: 'A0', roomTypeID: 30 }))
    expect(json.errors).toEqual([
      { code: 'UNKNOWN_REFERENCE', description: 'hotelid: there is no property A0' },
      { code: 'UNKNOWN_REFERENCE', description: 'roomTypeID: there is no room type 30' },
    ])
    expect(await rows('SELECT 1 FROM reservation')).toEqual([])
    const theirs = { hotelid: 'A0', message: 'x', primaryGuestDetails: { lastName: 'O' } }
    expect((await other.call('POST', '/OnlineBooking/postinquiry', theirs)).status).toBe(200)
  })
})

describe('without a hotel', () => {
  let reservationId: number
  beforeEach(async () => {
    await openSecondHotel()
    reservationId = await book(hotel.call, ACTIVITY_ONLY)
  })

  it('lists have the reservation, those of a hotel do not [ONLINE-16]', async () => {
    const listed = async (filter: object) => {
      const { json } = await expectStatus(200, hotel.call('POST', '/Reservation/GetReservations', filter))
      return json.content.length ?? 0
    }
    const arrivalDate = { startDate: '2027-05-10', endDate: '2027-05-10' }
    for (const filter of [{}, { arrivalDate }, { reservationStatus: 'Confirmed' }]) {
      expect(await listed(filter)).toBe(1)
      for (const fetchHotelKey of ['KEY-H1', 'KEY-A0']) expect(await listed({ ...filter, fetchHotelKey })).toBe(0)
    }
    for (const request of [
      hotel.call('GET', '/Reservation/GetReservationsForPartner'),
      hotel.call('POST', '/CMConnect/GetReservation', { bookingID: String(reservationId) }),
    ]) {
      expect((await expectStatus(200, request)).json.content).toHaveLength(1)
    }
  })

  it('its events have the hotelid null', async () => {
    await expectStatus(200, post(hotel.call, { bookingID: reservationId, action: 'cancel' }))
    const { json } = await expectStatus(200, hotel.call('GET', '/Event/GetEvents'))
    expect(json.content.map(({ data }: { data: { hotelid: unknown } }) => data.hotelid)).toEqual([null, null])
  })

  it('its link opens, without hotels and with no times of a hotel', async () => {
    const { token } = await issueLink(hotel, reservationId)
    const details = await expectStatus(200, send('GET', detailsPath(token)))
    expect(details.json.content.overview).toMatchObject({ arrivalTime: '', departureTime: '' })
    for (const path of [hotelsPath, markupPath]) {
      expect((await expectStatus(200, send('GET', path(token)))).json.content).toEqual({})
    }
    await expectStatus(200, send('GET', calendarPath(token)))
    expect((await send('GET', `/itinerary/${token}`)).status).toBe(200)
  })
})
