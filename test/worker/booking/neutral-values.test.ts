import { describe, expect, it } from 'vitest'
import { aBooking, book, post } from '../../support/booking'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const { call } = hotelBeforeEach()
const stored = async () => (await expectStatus(200, call('POST', '/Reservation/GetReservations', {}))).json.content[0]
const activity = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', activityEndTime: '11:00' }

const NOTHING_PAID = {
  paymentAmount: 0,
  surcharge: 0,
  baseAmount: 0,
  transactionTotal: 0,
  paymentAdjustmentValue: 0,
  paymentSource: 'Card',
  paymentExtID: '',
  applyToCorrespondenceTypeID: 0,
}

const NO_GUEST = { firstName: '', lastName: '', company: '', phone: '', email: '', address1: '', zip: '', country: '' }

/** What a neutral value must not change, by field: the booking with it, and what is then answered. */
const NEUTRAL: [field: string, changes: Record<string, unknown>, answered: object][] = [
  ['reservationStatusID 0', { bookingParameters: { reservationStatusID: 0 } }, { reservationStatus: 'Confirmed' }],
  ['reservationTypeID 0', { bookingParameters: { reservationTypeID: 0 } }, { reservationType: 'Individual' }],
  ['bookingParameters {}', { bookingParameters: {} }, { reservationStatus: 'Confirmed' }],
  [
    'guestsInRoom 0',
    { guests: { guestCount: 2 }, roomsBooked: [{ roomID: 101, guestsInRoom: 0 }] },
    { rooms: [{ guestsInRoom: 2 }] },
  ],
  ['participants 0', { activitiesBooked: [{ ...activity, participants: 0 }] }, { activities: [{ participants: 1 }] }],
  [
    'quantity and nights 0 of a room rate',
    { roomsBooked: [{ roomID: 101, rates: [{ rateID: 0, unitCost: 10, quantity: 0, nights: 0 }] }] },
    { total: 20, rooms: [{ rates: [{ quantity: 1, nights: 2 }] }] },
  ],
  [
    'quantity and nights 0 of an activity rate',
    { activitiesBooked: [{ ...activity, rates: [{ unitCost: 10, quantity: 0, nights: 0 }] }] },
    { total: 10, activities: [{ rates: [{ quantity: 1, nights: 1 }] }] },
  ],
  ['guests {}', { guests: {} }, { guests: {} }],
  ['guests that are all 0', { guests: { guestCount: 0, adultCount: 0, childCount: 0 } }, { guests: {} }],
  [
    'ages that are all 0 beside a count',
    { guests: { guestCount: 2, adultCount: 0, teenCount: 0, youthCount: 0, childCount: 0, infantCount: 0 } },
    { guests: { guestCount: 2 } },
  ],
  [
    'guestCount 0 beside ages: their sum',
    { guests: { guestCount: 0, adultCount: 2, childCount: 1, infantCount: 0 } },
    { guests: { guestCount: 3, adultCount: 2, childCount: 1 } },
  ],
  ['paymentDetails {}', { paymentDetails: {} }, { payments: [] }],
  ['paymentDetails of 0', { paymentDetails: NOTHING_PAID }, { payments: [] }],
  [
    'hosts, places and resources with id 0',
    {
      activitiesBooked: [
        {
          ...activity,
          selectedHosts: [{ employeeID: 0, employeeLastName: '', employeeFirstName: '' }],
          selectedLocations: [{ locationID: 0, locationName: '' }],
          selectedResources: [{ resourceID: 0, resourceName: '', resourceTypeID: 0 }],
        },
      ],
    },
    { activities: [{ activityId: 1 }] },
  ],
  [
    'dates of 0001-01-01',
    {
      roomsBooked: [
        {
          roomID: 101,
          arrivalDate: '0001-01-01T00:00:00',
          departureDate: '0001-01-01',
          rates: [{ unitCost: 10, fromDate: '0001-01-01T00:00:00', toDate: '0001-01-01T00:00:00Z' }],
        },
      ],
    },
    { total: 20, rooms: [{ arrivalDate: '2027-05-10T00:00:00', departureDate: '2027-05-12T00:00:00' }] },
  ],
]

describe('a neutral value books as if the field had not been sent [INPUT-4]', () => {
  it.each(NEUTRAL)('%s', async (_, changes, answered) => {
    await book(call, changes)
    const reservation = await stored()
    expect(reservation).toMatchObject(answered)
    if ('guests' in answered) expect(reservation.guests).toEqual(answered.guests)
  })

  it('letters with id 0 are none', async () => {
    const letters = [{ correspondenceTypeID: 0 }, { correspondenceTypeID: 7 }]
    await book(call, { bookingParameters: { isSendCorrespondence: true, correspondenceToBeSent: letters } })
    expect(await rows('SELECT correspondence_type_id AS id FROM correspondence')).toEqual([{ id: 7 }])
  })

  it('hosts, places and resources with id 0 are none, and those with a name are kept', async () => {
    const selectedHosts = [{ employeeID: 0 }, { employeeID: 0, employeeLastName: 'Costa' }]
    await book(call, { activitiesBooked: [{ ...activity, selectedHosts, selectedLocations: [{}] }] })
    const [kept] = await rows('SELECT hosts, locations FROM activity_booking')
    expect(JSON.parse(String(kept?.hosts))).toMatchObject([{ lastName: 'Costa' }])
    expect(JSON.parse(String(kept?.locations))).toEqual([])
  })

  it('a change with neutral values in every field leaves the booking as it is [INPUT-4]', async () => {
    const bookingID = await book(call, {
      type: 'Website',
      reservationSummaryNote: 'Late',
      guests: { guestCount: 2, adultCount: 2 },
      roomsBooked: [{ roomID: 101, rates: [{ rateID: 1, unitCost: 10 }], roomNotes: ['A cot'] }],
      activitiesBooked: [activity],
      paymentDetails: { paymentAmount: 5 },
    })
    const before = await stored()
    await expectStatus(
      200,
      post(call, {
        identity: '',
        type: '',
        action: '',
        apiKey: '',
        token: '',
        arrivalDate: '0001-01-01T00:00:00',
        departureDate: '',
        reservationSummaryNote: '',
        errorMessage: '',
        clientID: 0,
        bookingID,
        bookingParameters: { reservationStatusID: 0, reservationTypeID: 0, correspondenceToBeSent: [] },
        primaryGuestDetails: NO_GUEST,
        paymentDetails: NOTHING_PAID,
        guests: { guestCount: 0, adultCount: 0, teenCount: 0, youthCount: 0, childCount: 0, infantCount: 0 },
        cancellationFee: { amount: 0 },
        roomsBooked: null,
        activitiesBooked: null,
      }),
    )
    expect(await stored()).toEqual(before)
  })

  it('a blank note takes the note away', async () => {
    const bookingID = await book(call, { reservationSummaryNote: 'Late' })
    await expectStatus(200, post(call, { bookingID, reservationSummaryNote: ' ' }))
    expect(await stored()).toMatchObject({ notes: '' })
  })
})

describe('0 is a value where it is an amount [INPUT-8]', () => {
  it('a unit cost and a tax of 0 are a line that is kept', async () => {
    await book(call, { roomsBooked: [{ roomID: 101, rates: [{ unitCost: 0, taxAmount: 0 }] }] })
    expect(await stored()).toMatchObject({ total: 0, rooms: [{ rates: [{ unitCost: 0, taxAmount: 0 }] }] })
  })

  it('a unit price of 0 sells for nothing', async () => {
    const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1, unitPrice: 0 }]
    const sold = await expectStatus(
      200,
      call('POST', '/Sale/PostSale', { identity: 'till-1', items, paymentDetails: {} }),
    )
    expect(sold.json.content).toMatchObject({ total: 0, items: [{ unitPrice: 0 }] })
  })

  it('a payment of 0 with a paymentExtID is kept', async () => {
    await book(call, { paymentDetails: { paymentAmount: 0, paymentExtID: 'hold-1' } })
    expect(await stored()).toMatchObject({ payments: [{ paymentAmount: 0, paymentExtID: 'hold-1' }] })
  })

  it('a payment without its amount is 422', async () => {
    const refused = await post(call, aBooking({ paymentDetails: { surcharge: 2 } }))
    await expectRefusal(refused, 422, 'INVALID_FIELD', 'paymentDetails.paymentAmount: expected a number')
  })
})

describe('an id of 0 is refused where ignoring it would lose data [INPUT-8]', () => {
  it.each([
    ['/Booking/PostBooking', aBooking({ roomsBooked: [{ roomID: 0 }] }), 'roomsBooked[0].roomID'],
    [
      '/Booking/PostBooking',
      aBooking({ activitiesBooked: [{ ...activity, activityID: 0 }] }),
      'activitiesBooked[0].activityID',
    ],
    [
      '/Sale/PostSale',
      { identity: 't', items: [{ inventoryId: 0, inventoryLocationId: 1, quantity: 1 }] },
      'items[0].inventoryId',
    ],
  ])('%s %j', async (path, body, field) => {
    await expectRefusal(call('POST', path, body), 422, 'INVALID_FIELD', `${field}: expected at least 1`)
  })
})

describe('values as clients write them', () => {
  it.each([
    ['9:05', '09:05'],
    ['09:05', '09:05'],
    ['09:05:00', '09:05'],
    ['9:05:30.123', '09:05'],
    ['23:59:59.9999999', '23:59'],
  ])('a time of day %s is %s [INPUT-9]', async (sent, answered) => {
    await book(call, { activitiesBooked: [{ ...activity, activityStartTime: sent, activityEndTime: '' }] })
    expect(await stored()).toMatchObject({ activities: [{ activityStartTime: answered, activityEndTime: '' }] })
  })

  it.each(['24:00', '9', '9:5', '09:05:60', '09:05Z', '-1:00'])('a time of day %s is 422', async sent => {
    await expectStatus(422, post(call, aBooking({ activitiesBooked: [{ ...activity, activityStartTime: sent }] })))
  })

  it.each([
    ['  anna@guest.test ', 'anna@guest.test'],
    ['Anna <anna@guest.test>', 'Anna <anna@guest.test>'],
    ['none', 'none'],
  ])('an e-mail address %j is kept as %j [INPUT-9]', async (sent, answered) => {
    await book(call, { primaryGuestDetails: { lastName: 'Silva', email: sent, phone: ' ext. 7 (office) ' } })
    expect(await stored()).toMatchObject({ primaryGuest: { email: answered, phone: 'ext. 7 (office)' } })
  })

  it('and a filter by 0001-01-01 filters nothing', async () => {
    await book(call)
    const unset = { startDate: '0001-01-01T00:00:00', endDate: '0001-01-01T00:00:00' }
    const body = { arrivalDate: unset, departureDate: unset }
    expect((await expectStatus(200, call('POST', '/Reservation/GetReservations', body))).json.content).toHaveLength(1)
    const query = '/Reservation/GetReservationsForPartner?modifiedSince=0001-01-01T00:00:00Z&arrivalTo=0001-01-01'
    expect((await expectStatus(200, call('GET', query))).json.content).toHaveLength(1)
  })
})

describe('one fault is one entry [INPUT-10]', () => {
  it('and all other faults are reported too [INPUT-10]', async () => {
    const { json } = await post(call, aBooking({ departureDate: '2027-05-01', roomsBooked: [{ roomID: 1e30 }] }))
    expect(json.errors.map(({ description }: { description: string }) => description)).toEqual([
      expect.stringMatching(/^roomsBooked\[0\]\.roomID: /),
      'departureDate: expected a date after arrivalDate',
    ])
  })

  it.each([
    [aBooking({ roomsBooked: [{ roomID: 1e30 }] }), 'roomsBooked[0].roomID'],
    [aBooking({ roomsBooked: [{ roomID: -1e30 }] }), 'roomsBooked[0].roomID'],
    [aBooking({ guests: { guestCount: 1e30 } }), 'guests.guestCount'],
    [aBooking({ bookingID: 1e30, action: 'modify' }), 'bookingID'],
  ])('%j', async (body, field) => {
    await expectRefusal(post(call, body), 422, 'INVALID_FIELD', expect.stringContaining(`${field}: expected at `))
  })
})
