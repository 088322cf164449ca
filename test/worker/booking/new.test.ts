import { describe, expect, it } from 'vitest'
import { aBooking, book, bookedSlots, post, queueMessages, readBookingTables, takenNights } from '../../support/booking'
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

  it('keeps guest, notes, rates, activities, payment and letters as they were sent [BOOKING-5]', async () => {
    await book(call, {
      type: 'Website',
      reservationSummaryNote: 'Late arrival',
      guests: { guestCount: 3, adultCount: 2, childCount: 1 },
      bookingParameters: { reservationTypeID: 2, correspondenceToBeSent: [{ correspondenceTypeID: 7 }] },
      roomsBooked: [
        {
          roomID: 101,
          guestsInRoom: 2,
          roomNotes: ['Quiet'],
          rates: [{ rateID: 1, unitCost: 120.5, taxAmount: 3.05 }],
        },
      ],
      activitiesBooked: [
        {
          activityID: 1,
          activityDate: '2027-05-11',
          activityStartTime: '10:00',
          activityEndTime: '12:00',
          participants: 2,
          activityNotes: ['Bring a towel'],
          selectedHosts: [{ employeeID: 1 }],
          selectedLocations: [{ locationID: 3, locationName: 'Beach' }],
          selectedResources: [{ resourceID: 1 }],
          rates: [{ unitCost: 35, quantity: 2 }],
        },
      ],
      paymentDetails: { paymentAmount: 100.1, paymentSource: 'Card', paymentExtID: 'p-1' },
    })
    const kept = await readBookingTables()
    expect(kept).toMatchObject({
      guest: [{ guest_id: 1, first_name: 'Anna', last_name: 'Lindqvist', email: 'anna@example.com' }],
      reservation: [{ label: 'Website', summary_note: 'Late arrival', type_id: 2, guest_count: 3, hotel_id: 'H1' }],
      room_stay: [{ room_id: 101, guests_in_room: 2, room_notes: '["Quiet"]' }],
      room_rate: [{ rate_id: 1, unit_cost: 12_050, quantity: 1, nights: 2, tax_amount: 305, from_date: '2027-05-10' }],
      activity_booking: [{ activity_id: 1, participants: 2, activity_notes: '["Bring a towel"]' }],
      activity_rate: [{ unit_cost: 3500, quantity: 2, nights: 1 }],
      payment: [{ payment_amount: 10_010, payment_source: 'Card', payment_ext_id: 'p-1' }],
      correspondence: [{ correspondence_type_id: 7, correspondence_status: 'Pending' }],
    })
    expect(await bookedSlots()).toEqual(['1 2027-05-11 10:00 2'])
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
