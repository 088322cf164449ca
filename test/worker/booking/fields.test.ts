import { describe, expect, it } from 'vitest'
import { aBooking, book, post, readBookingTables } from '../../support/booking'
import { wholeGuest } from '../../support/sample-bodies'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'

const { call } = hotelBeforeEach()

/** A booking with every field that there is. */
const whole = {
  identity: 'web-1',
  type: 'Website',
  action: 'new',
  apiKey: '',
  arrivalDate: '2027-05-10',
  departureDate: '2027-05-12',
  arrivalTime: '21:30',
  departureTime: '06:15',
  reservationSummaryNote: 'Late arrival',
  errorMessage: 'timeout at the first attempt',
  token: '',
  clientID: 1,
  bookingID: 0,
  bookingParameters: {
    reservationStatusID: 2,
    reservationTypeID: 3,
    isSendCorrespondence: true,
    correspondenceToBeSent: [{ correspondenceTypeID: 7 }, { correspondenceTypeID: 9 }],
  },
  primaryGuestDetails: wholeGuest,
  paymentDetails: {
    paymentAmount: 100.1,
    surcharge: 2.5,
    baseAmount: 97.6,
    transactionTotal: 102.6,
    paymentAdjustmentValue: -0.5,
    paymentSource: 'Card',
    paymentExtID: 'p-1',
    applyToCorrespondenceTypeID: 7,
  },
  guests: { guestCount: 8, adultCount: 2, teenCount: 1, youthCount: 1, childCount: 3, infantCount: 1 },
  cancellationFee: { amount: 0 },
  roomsBooked: [
    {
      roomID: 201,
      guestsInRoom: 5,
      arrivalDate: '2027-05-10',
      departureDate: '2027-05-12',
      rates: [
        {
          rateID: 1,
          unitCost: 120.5,
          quantity: 1,
          nights: 2,
          fromDate: '2027-05-10',
          toDate: '2027-05-12',
          isTaxOverride: true,
          taxAmount: 3.05,
        },
      ],
      roomNotes: ['Quiet', 'High bed'],
    },
  ],
  activitiesBooked: [
    {
      activityID: 1,
      activityDate: '2027-05-11',
      participants: 2,
      activityStartTime: '10:00',
      activityEndTime: '12:00',
      rates: [{ rateID: 2, unitCost: 35, quantity: 2, nights: 1, isTaxOverride: false, taxAmount: 1.5 }],
      activityNotes: ['Bring a towel'],
      selectedHosts: [{ employeeID: 1, employeeLastName: 'Duarte', employeeFirstName: 'Inês' }],
      selectedLocations: [{ locationID: 3, locationName: 'Beach hut' }],
      selectedResources: [{ resourceID: 1, resourceName: 'Long board', resourceTypeID: 4 }],
    },
  ],
}

describe('every field of a booking', () => {
  it('is taken, and kept as it was sent [BOOKING-1] [BOOKING-5]', async () => {
    await expectStatus(200, post(call, whole))
    const kept = await readBookingTables()
    const { firstName: first_name, lastName: last_name, ...contact } = whole.primaryGuestDetails
    expect(kept.guest).toEqual([{ customer_id: 1, guest_id: 1, is_erased: 0, first_name, last_name, ...contact }])
    expect(kept.reservation).toMatchObject([
      {
        identity: 'web-1',
        label: 'Website',
        summary_note: 'Late arrival',
        status_id: 2,
        type_id: 3,
        arrival_date: '2027-05-10',
        departure_date: '2027-05-12',
        arrival_time: '21:30',
        departure_time: '06:15',
        guest_count: 8,
        adult_count: 2,
        teen_count: 1,
        youth_count: 1,
        child_count: 3,
        infant_count: 1,
      },
    ])
    expect(kept.correspondence).toMatchObject([
      { correspondence_type_id: 7, correspondence_status: 'Pending' },
      { correspondence_type_id: 9, correspondence_status: 'Pending' },
    ])
    expect(Object.values((kept.payment as Record<string, unknown>[])[0] ?? {})).toEqual(
      expect.arrayContaining([10_010, 250, 9760, 10_260, -50, 'Card', 'p-1', 7]),
    )
    expect(kept.room_stay).toMatchObject([
      { room_id: 201, guests_in_room: 5, stay_arrival: '2027-05-10', room_notes: '["Quiet","High bed"]' },
    ])
    expect(kept.room_rate).toMatchObject([
      {
        rate_id: 1,
        unit_cost: 12_050,
        quantity: 1,
        nights: 2,
        from_date: '2027-05-10',
        to_date: '2027-05-12',
        is_tax_override: 1,
        tax_amount: 305,
      },
    ])
    expect(kept.activity_booking).toMatchObject([
      {
        activity_id: 1,
        activity_date: '2027-05-11',
        start_time: '10:00',
        end_time: '12:00',
        participants: 2,
        activity_notes: '["Bring a towel"]',
      },
    ])
    expect(kept.activity_rate).toMatchObject([
      { rate_id: 2, unit_cost: 3500, quantity: 2, nights: 1, is_tax_override: 0, tax_amount: 150 },
    ])
    const [activity] = kept.activity_booking as Record<string, string>[]
    const [hosts, locations, resources] = [activity?.hosts, activity?.locations, activity?.resources].map(String)
    for (const [list, words] of [
      [hosts, ['Inês', 'Duarte']],
      [locations, ['Beach hut', '3']],
      [resources, ['Long board', '4']],
    ] as [string, string[]][]) {
      for (const word of words) expect(list).toContain(word)
    }
  })

  it('can be omitted if the booking has the same information', async () => {
    const { identity, arrivalDate, departureDate } = whole
    const bare = {
      arrivalDate,
      departureDate,
      primaryGuestDetails: { lastName: 'Berg' },
      roomsBooked: [{ roomID: 101 }],
    }
    await expectStatus(200, post(call, { ...bare, identity }))
  })

  it('is kept but errorMessage, which the caller notes of an attempt before', async () => {
    await expectStatus(200, post(call, whole))
    expect(JSON.stringify(await readBookingTables())).not.toContain('first attempt')
  })
})

describe('letters', () => {
  const asked = { correspondenceToBeSent: [{ correspondenceTypeID: 7 }] }
  const letters = () =>
    rows('SELECT correspondence_type_id AS type, correspondence_status AS status FROM correspondence')

  it('are recorded as pending requests with the reservation [BOOKING-13]', async () => {
    await book(call, { bookingParameters: asked })
    expect(await letters()).toEqual([{ type: 7, status: 'Pending' }])
  })

  it('are none where isSendCorrespondence is false [BOOKING-13]', async () => {
    await book(call, { bookingParameters: { ...asked, isSendCorrespondence: false } })
    expect(await letters()).toEqual([])
  })
})

it('a bookingID of 0 without an action makes a new booking, as none does [BOOKING-4]', async () => {
  expect(await book(call, { bookingID: 0 })).toBe(1)
  expect(await book(call, { bookingID: undefined, action: '', roomsBooked: [{ roomID: 102 }] })).toBe(2)
  expect(aBooking()).not.toHaveProperty('bookingID')
})
