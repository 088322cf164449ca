import { describe, expect, it } from 'vitest'
import { aBooking, book, bookedSlots, post, queueMessages, takenNights } from '../../support/booking'
import { expectStatus, hotelBeforeEach, openHotel, rows } from '../../support/service'

const { call } = hotelBeforeEach()

describe('a new booking', () => {
  it('is 200 without a body; headers have the id and number of the booking [API-5] [BOOKING-3]', async () => {
    const answer = await expectStatus(200, post(call, aBooking()))
    expect(answer.text).toBe('')
    expect(answer.headers.get('x-reservation-id')).toBe('1')
    expect(answer.headers.get('x-reservation-number')).toBe('10000001')
  })

  it('is Confirmed and Individual by default [BOOKING-35]', async () => {
    await book(call)
    expect(await rows('SELECT status_id, type_id FROM reservation')).toEqual([{ status_id: 3, type_id: 1 }])
  })

  it('holds one row per room and night [BOOKING-7]', async () => {
    await book(call, {
      roomsBooked: [{ roomID: 101 }, { roomID: 102, arrivalDate: '2027-05-11', departureDate: '2027-05-12' }],
    })
    expect(await takenNights()).toEqual(['101 2027-05-10', '101 2027-05-11', '102 2027-05-11'])
  })

  it('uses the date of a date-time as written, in any time zone [VALUE-2]', async () => {
    await book(call, { arrivalDate: '2027-05-10T23:30:00-11:00', departureDate: '2027-05-11T00:30:00+13:00' })
    expect(await takenNights()).toEqual(['101 2027-05-10'])
  })

  it('writes one New message per room stay with the fields as they are at that moment [QUEUE-2]', async () => {
    await book(call, { roomsBooked: [{ roomID: 101 }, { roomID: 201 }] })
    expect(await queueMessages()).toEqual(['New 101 2027-05-10 2027-05-12', 'New 201 2027-05-10 2027-05-12'])
    expect((await rows('SELECT * FROM fetch_message'))[1]).toMatchObject({
      hotel_key: 'KEY-H1',
      hotel_id: 'H1',
      first_name: 'Anna',
      reservation_number: 10_000_001,
      room_name: 'Fig',
      floor_no: '2',
      location_name: 'Garden house',
      message_status: 'Pending',
    })
  })

  it.each([
    [2, true],
    [3, true],
    [4, true],
    [1, false],
  ])('with status %i holds its rooms and places: %s [BOOKING-32]', async (reservationStatusID, holds) => {
    const activity = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 2 }
    await book(call, { bookingParameters: { reservationStatusID }, activitiesBooked: [activity] })
    expect(await takenNights()).toHaveLength(holds ? 2 : 0)
    expect(await bookedSlots()).toHaveLength(holds ? 1 : 0)
    expect(await queueMessages()).toHaveLength(holds ? 1 : 0)
  })

  it('may have neither room nor activity as an inquiry [BOOKING-6]', async () => {
    await book(call, { bookingParameters: { reservationStatusID: 1 }, roomsBooked: undefined })
    expect(await rows('SELECT hotel_id, status_id FROM reservation')).toEqual([{ hotel_id: 'H1', status_id: 1 }])
  })

  it('may have an activity alone, counted in its slot [BOOKING-6]', async () => {
    const activity = { activityID: 2, activityDate: '2027-05-11', participants: 4 }
    await book(call, { roomsBooked: undefined, activitiesBooked: [activity, activity] })
    expect(await bookedSlots()).toEqual(['2 2027-05-11  8'])
  })

  it('counts ids within the customer', async () => {
    const other = await openHotel(2)
    await book(call)
    expect(await book(other.call)).toBe(1)
    expect(await book(call, { roomsBooked: [{ roomID: 102 }] })).toBe(2)
  })

  it('begins the night that another ends [BOOKING-33]', async () => {
    await book(call)
    await book(call, { arrivalDate: '2027-05-12', departureDate: '2027-05-13' })
    await book(call, { arrivalDate: '2027-05-09', departureDate: '2027-05-10' })
    expect(await takenNights()).toHaveLength(4)
  })
})
