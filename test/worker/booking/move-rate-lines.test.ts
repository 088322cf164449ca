import { describe, expect, it } from 'vitest'
import { aBooking, book, post, readBookingTables } from '../../support/booking'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()

/** The largest line: a billion a night for ten nights, in cents 1e12. */
const LARGEST = { arrivalDate: '2027-05-10', departureDate: '2027-05-20', unitCost: 1_000_000_000 }
const { arrivalDate, departureDate, unitCost } = LARGEST
const bookLargest = () =>
  book(hotel.call, {
    arrivalDate,
    departureDate,
    roomsBooked: [{ roomID: 102 }, { roomID: 101, rates: [{ unitCost }] }],
  })

const totalOf = async () =>
  (await hotel.call('POST', '/Reservation/GetReservations', {})).json.content.map(
    ({ total }: { total: number }) => total,
  )

describe('a rate line that a change of dates stretches', () => {
  it('past the limit of a line is the fault that it is when it is sent, and nothing changes [INPUT-6]', async () => {
    const bookingID = await bookLargest()
    const before = await readBookingTables()
    const longer = { departureDate: '2027-05-21' }
    const fault = { code: 'INVALID_FIELD', description: 'roomsBooked[1].rates[0]: expected a line of a smaller total' }

    const moved = await expectStatus(422, post(hotel.call, { bookingID, ...longer }))
    expect(moved.json?.errors).toEqual([fault])
    const sent = await post(
      hotel.call,
      aBooking({ arrivalDate, ...longer, roomsBooked: [{ roomID: 102 }, { roomID: 101, rates: [{ unitCost }] }] }),
    )
    expect(sent.status).toBe(422)
    expect(sent.json?.errors).toEqual([fault])

    expect(await readBookingTables()).toEqual(before)
    expect(await totalOf()).toEqual([10_000_000_000])
  })

  it('within the limit counts its new nights', async () => {
    const bookingID = await bookLargest()
    expect((await post(hotel.call, { bookingID, departureDate: '2027-05-19' })).status).toBe(200)
    expect(await totalOf()).toEqual([9_000_000_000])
    expect((await post(hotel.call, { bookingID, arrivalDate: '2027-05-09' })).status).toBe(200)
    expect(await totalOf()).toEqual([10_000_000_000])
  })

  it('and that release 1.0.0 stretched past the limit can be moved and shortened', async () => {
    const bookingID = await bookLargest()
    await rows('UPDATE room_rate SET quantity = 3')
    const moved = { arrivalDate: '2027-06-10', departureDate: '2027-06-20' }
    expect((await post(hotel.call, { bookingID, ...moved })).status).toBe(200)
    expect((await post(hotel.call, { bookingID, departureDate: '2027-06-19' })).status).toBe(200)
    expect((await post(hotel.call, { bookingID, departureDate: '2027-06-20' })).status).toBe(422)
  })
})
