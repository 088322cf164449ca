import { describe, expect, it } from 'vitest'
import { aBooking, book, bookedSlots, post, readBookingTables } from '../../support/booking'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()

/** An activity on each of these dates. */
const on = (...dates: string[]) => ({
  activitiesBooked: dates.map(activityDate => ({ activityID: 1, activityDate, activityStartTime: '10:00' })),
})
const fault = (at: number) => ({
  code: 'INVALID_FIELD',
  description: `activitiesBooked[${at}].activityDate: expected a date within a year of the booking`,
})

describe('an activity is within the booking, or within a year before or after it', () => {
  it('the first and the last day of that are booked [INPUT-7]', async () => {
    await book(hotel.call, on('2026-05-10', '2027-05-11', '2028-05-12'))
    expect(await bookedSlots()).toEqual(['1 2026-05-10 10:00 1', '1 2027-05-11 10:00 1', '1 2028-05-12 10:00 1'])
  })

  it('a day outside is 422 with its field, and nothing is kept [INPUT-7]', async () => {
    const before = await readBookingTables()
    const { json } = await expectStatus(422, post(hotel.call, aBooking(on('2026-05-09', '2027-05-11', '2028-05-13'))))
    expect(json.errors).toEqual([fault(0), fault(2)])
    expect(await readBookingTables()).toEqual(before)
  })

  it('a year of 29 February is a year', async () => {
    const leap = { arrivalDate: '2028-02-28', departureDate: '2028-02-29' }
    await book(hotel.call, { ...leap, ...on('2029-02-28') })
    expect((await post(hotel.call, aBooking({ ...leap, ...on('2029-03-01') }))).json.errors).toEqual([fault(0)])
  })

  it('in a change, by the dates that are kept and those that are sent', async () => {
    const bookingID = await book(hotel.call, on('2027-05-11'))
    const refused = await expectStatus(422, post(hotel.call, { bookingID, ...on('2028-05-13') }))
    expect(refused.json?.errors).toEqual([fault(0)])
    expect((await post(hotel.call, { bookingID, departureDate: '2027-05-13', ...on('2028-05-13') })).status).toBe(200)
    const both = { arrivalDate: '2030-05-10', departureDate: '2030-05-11' }
    expect((await post(hotel.call, { bookingID, ...both, ...on('2028-05-13') })).json?.errors).toEqual([fault(0)])
  })

  it('a booking that release 1.0.0 made with activities outside can be changed, moved and cancelled [INPUT-7]', async () => {
    const bookingID = await book(hotel.call, on('2027-05-11'))
    await rows("UPDATE activity_booking SET activity_date = '2400-05-11'")
    await rows("UPDATE activity_slot SET slot_date = '2400-05-11'")
    expect((await post(hotel.call, { bookingID, reservationSummaryNote: 'late' })).status).toBe(200)
    expect((await post(hotel.call, { bookingID, arrivalDate: '2027-05-09' })).status).toBe(200)
    expect(await bookedSlots()).toEqual(['1 2400-05-11 10:00 1'])
    expect((await post(hotel.call, { bookingID, action: 'cancel' })).status).toBe(200)
    expect(await bookedSlots()).toEqual([])
  })
})
