import { describe, expect, it } from 'vitest'
import { aBooking, book, post, queueMessages } from '../../support/booking'
import { detailsPath, issueLink } from '../../support/itinerary'
import { expectStatus, hotelBeforeEach, rows, send } from '../../support/service'

const hotel = hotelBeforeEach()
const TIMES = { arrivalTime: '21:30', departureTime: '06:15' }

const modify = (bookingID: number, fields: object, headers?: Record<string, string>) =>
  post(hotel.call, { bookingID, ...fields }, headers)

/** The booking's own times. Responses show those of the hotel in their place. */
async function timesOf(bookingID: number) {
  const [own] = await rows(
    `SELECT arrival_time AS arrivalTime, departure_time AS departureTime FROM reservation WHERE reservation_id = ${bookingID}`,
  )
  return own
}

const versionOf = async (bookingID: number) =>
  (await rows(`SELECT version, change_seq FROM reservation WHERE reservation_id = ${bookingID}`))[0]

describe('arrivalTime and departureTime of a booking [BOOKING-40]', () => {
  it('are stored, and shown in the itinerary in place of the times of the hotel', async () => {
    const bookingID = await book(hotel.call, TIMES)
    expect(await timesOf(bookingID)).toEqual(TIMES)
    const { token } = await issueLink(hotel, bookingID)
    expect((await send('GET', detailsPath(token))).json.content.overview).toMatchObject(TIMES)
    await expectStatus(200, modify(bookingID, { arrivalTime: '', departureTime: '' }))
    const ofHotel = { arrivalTime: '15:00', departureTime: '11:00' }
    expect((await send('GET', detailsPath(token))).json.content.overview).toMatchObject(ofHotel)
  })

  it('are accepted with seconds or one digit, and stored as HH:mm', async () => {
    const bookingID = await book(hotel.call, { arrivalTime: '9:05', departureTime: '18:40:30.5' })
    expect(await timesOf(bookingID)).toEqual({ arrivalTime: '09:05', departureTime: '18:40' })
  })

  it.each([{}, { arrivalTime: '', departureTime: '' }, { arrivalTime: null, departureTime: null }])(
    'a new booking has none with %j',
    async none => {
      expect(await timesOf(await book(hotel.call, none))).toEqual({ arrivalTime: '', departureTime: '' })
    },
  )

  it.each(['24:00', '9pm', '21', ' ', 2130, true, {}])('%j is refused with the field', async value => {
    for (const field of ['arrivalTime', 'departureTime']) {
      const { json } = await expectStatus(422, post(hotel.call, aBooking({ [field]: value })))
      expect(json.errors).toEqual([{ code: 'INVALID_FIELD', description: `${field}: expected HH:mm` }])
    }
  })

  it('each is replaced, removed or left by a change on its own', async () => {
    const bookingID = await book(hotel.call, TIMES)
    await expectStatus(200, modify(bookingID, { arrivalTime: '22:00' }))
    expect(await timesOf(bookingID)).toEqual({ ...TIMES, arrivalTime: '22:00' })
    await expectStatus(200, modify(bookingID, { departureTime: '' }))
    expect(await timesOf(bookingID)).toEqual({ arrivalTime: '22:00', departureTime: '' })
    await expectStatus(200, modify(bookingID, { arrivalTime: null, departureTime: null, type: 'Web' }))
    expect(await timesOf(bookingID)).toEqual({ arrivalTime: '22:00', departureTime: '' })
  })

  it('a change of them is a change of the reservation; the same times again are none', async () => {
    const bookingID = await book(hotel.call, TIMES)
    const before = await versionOf(bookingID)
    await expectStatus(200, modify(bookingID, TIMES))
    expect(await versionOf(bookingID)).toEqual(before)
    await expectStatus(200, modify(bookingID, { arrivalTime: '' }))
    expect(Number((await versionOf(bookingID))?.change_seq)).toBeGreaterThan(Number(before?.change_seq))
    expect(await queueMessages()).toEqual(['New 101 2027-05-10 2027-05-12', 'Modified 101 2027-05-10 2027-05-12'])
    await expectStatus(200, modify(bookingID, { arrivalTime: '' }))
    expect(await queueMessages()).toHaveLength(2)
  })

  it('an empty time of a new booking or a cancellation is neutral', async () => {
    const none = { arrivalTime: '', departureTime: '' }
    const bookingID = await book(hotel.call, none)
    expect(await timesOf(bookingID)).toEqual(none)
    await expectStatus(200, modify(bookingID, TIMES))
    await expectStatus(200, modify(bookingID, { action: 'cancel', ...none }))
    expect(await timesOf(bookingID)).toEqual(TIMES)
  })

  it('a booking that has ended keeps its times', async () => {
    const bookingID = await book(hotel.call, TIMES)
    await expectStatus(200, modify(bookingID, { action: 'cancel' }))
    const { json } = await expectStatus(409, modify(bookingID, { arrivalTime: '' }))
    expect(json.errors[0].description).toMatch(/^arrivalTime: /)
    await expectStatus(200, modify(bookingID, { ...TIMES, reservationSummaryNote: 'Left a scarf' }))
  })
})
