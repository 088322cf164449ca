import { describe, expect, it } from 'vitest'
import { Reservations } from '../../../schema/wire/reservation'
import { seaHotel } from '../../fixtures/sea-hotel'
import { aBooking, book, post } from '../../support/booking'
import { sellSuccessfully } from '../../support/sale'
import { wholeGuest } from '../../support/sample-bodies'
import { admin, expectStatus, hotelBeforeEach, integrator, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const GET = '/Reservation/GetReservations'
const PARTNER = '/Reservation/GetReservationsForPartner'

const whole = async (body: object = {}) => (await expectStatus(200, hotel.call('POST', GET, body))).json.content
const forPartner = async () => (await expectStatus(200, hotel.call('GET', PARTNER))).json.content

const everything = {
  identity: 'stay-7',
  type: 'Website',
  reservationSummaryNote: 'Late arrival',
  bookingParameters: { reservationTypeID: 2 },
  guests: { guestCount: 3, adultCount: 2, childCount: 1 },
  primaryGuestDetails: wholeGuest,
  roomsBooked: [
    { roomID: 201, guestsInRoom: 2, rates: [{ rateID: 1, unitCost: 120.1, taxAmount: 3.05 }, { unitCost: 0.2 }] },
    { roomID: 101, guestsInRoom: 1, arrivalDate: '2027-05-11', roomNotes: ['A cot', 'No feathers'] },
  ],
  activitiesBooked: [
    {
      activityID: 1,
      activityDate: '2027-05-11',
      activityStartTime: '10:00',
      activityEndTime: '12:00',
      participants: 2,
      rates: [{ rateID: 2, unitCost: 35, quantity: 2, isTaxOverride: true }],
    },
    { activityID: 2, activityDate: '2027-05-10', activityNotes: ['On the terrace'] },
  ],
  paymentDetails: {
    paymentAmount: 100.1,
    surcharge: 2.5,
    baseAmount: 97.6,
    transactionTotal: 102.6,
    paymentSource: 'Card',
    paymentExtID: 'p-1',
  },
}

const partner = {
  reservationId: 1,
  reservationNumber: '10000001',
  identity: 'stay-7',
  clientId: 1,
  version: 1,
  reservationStatus: 'Confirmed',
  reservationType: 'Group',
  arrivalDate: '2027-05-10T00:00:00',
  departureDate: '2027-05-12T00:00:00',
  arrivalTime: '15:00',
  departureTime: '11:00',
  primaryGuest: { guestId: 1, firstName: 'Anna', lastName: 'Lindqvist' },
  guests: { guestCount: 3, adultCount: 2, childCount: 1 },
  rooms: [
    {
      roomId: 201,
      roomNo: '201',
      roomName: 'Fig',
      roomTypeId: 20,
      roomTypeName: 'Family suite',
      hotelid: 'H1',
      arrivalDate: '2027-05-10T00:00:00',
      departureDate: '2027-05-12T00:00:00',
      guestsInRoom: 2,
      rates: [
        {
          rateID: 1,
          unitCost: 120.1,
          quantity: 1,
          nights: 2,
          fromDate: '2027-05-10T00:00:00',
          toDate: '2027-05-12T00:00:00',
          isTaxOverride: false,
          taxAmount: 3.05,
        },
        {
          unitCost: 0.2,
          quantity: 1,
          nights: 2,
          fromDate: '2027-05-10T00:00:00',
          toDate: '2027-05-12T00:00:00',
          isTaxOverride: false,
          taxAmount: 0,
        },
      ],
    },
    {
      roomId: 101,
      roomNo: '101',
      roomName: 'Gull',
      roomTypeId: 10,
      roomTypeName: 'Double',
      hotelid: 'H1',
      arrivalDate: '2027-05-11T00:00:00',
      departureDate: '2027-05-12T00:00:00',
      guestsInRoom: 1,
      rates: [],
    },
  ],
  activities: [
    {
      activityId: 1,
      activityName: 'Surf lesson',
      activityDate: '2027-05-11T00:00:00',
      activityStartTime: '10:00',
      activityEndTime: '12:00',
      participants: 2,
      rates: [{ rateID: 2, unitCost: 35, quantity: 2, nights: 1, isTaxOverride: true, taxAmount: 0 }],
    },
    {
      activityId: 2,
      activityName: 'Breakfast',
      activityDate: '2027-05-10T00:00:00',
      activityStartTime: '',
      activityEndTime: '',
      participants: 1,
      rates: [],
    },
  ],
  total: 313.65,
  currency: 'EUR',
  notes: 'Late arrival',
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
}

describe('an element of GetReservations', () => {
  it('has everything that is known of the reservation [VALUE-4] [BOOKING-11] [RESERVATION-1] [RESERVATION-8]', async () => {
    await book(hotel.call, everything)
    const content = await whole()
    expect(content).toEqual([
      {
        ...partner,
        type: 'Website',
        rooms: partner.rooms.map((room, i) => ({ ...room, notes: [[], ['A cot', 'No feathers']][i] })),
        activities: partner.activities.map((each, i) => ({ ...each, notes: [[], ['On the terrace']][i] })),
        primaryGuest: { guestId: 1, ...everything.primaryGuestDetails },
        payments: [everything.paymentDetails],
        holdUntil: null,
        cancellationFee: 0,
        balance: 213.55,
      },
    ])
    expect(Reservations.safeParse(content).error).toBeUndefined()
  })

  it('has empty texts and lists for absent values, and no number that was never sent', async () => {
    const bare = { primaryGuestDetails: { lastName: 'Silva' }, roomsBooked: [] }
    await book(hotel.call, { ...bare, bookingParameters: { reservationStatusID: 1 } })
    expect(await whole()).toMatchObject([
      {
        identity: '',
        reservationStatus: 'Inquiry',
        primaryGuest: { firstName: '', company: '', email: '', country: '' },
        guests: {},
        rooms: [],
        activities: [],
        payments: [],
        total: 0,
        balance: 0,
        notes: '',
      },
    ])
  })

  it("has the booking's own times where it has them, and none without a property's", async () => {
    await book(hotel.call)
    await rows("UPDATE reservation SET arrival_time = '21:45'")
    expect(await whole()).toMatchObject([{ arrivalTime: '21:45', departureTime: '11:00' }])
    await rows("UPDATE property SET check_out_time = ''")
    expect(await whole()).toMatchObject([{ departureTime: '' }])
  })

  it('has a balance of total and sales on the account, less the payments [RESERVATION-2]', async () => {
    const id = await book(hotel.call, { roomsBooked: [{ roomID: 101, rates: [{ unitCost: 0.1, nights: 3 }] }] })
    for (const reservationID of [id, id, undefined]) await sellSuccessfully(hotel.call, { reservationID })
    for (const paymentAmount of [4.2, 0.1]) {
      await expectStatus(200, post(hotel.call, { bookingID: id, paymentDetails: { paymentAmount } }))
    }
    expect(await whole()).toMatchObject([{ total: 0.3, balance: 3, payments: [{ paymentAmount: 4.2 }, {}] }])
  })

  it('has every payment of an account, also if they exceed the size of a value in the database [LIMIT-5]', async () => {
    const id = await book(hotel.call, { roomsBooked: [{ roomID: 101, rates: [{ unitCost: 2_000, nights: 1 }] }] })
    const other = await book(hotel.call, { roomsBooked: [{ roomID: 102, rates: [{ unitCost: 1, nights: 1 }] }] })
    await rows(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1900)
      INSERT INTO payment (customer_id, reservation_id, payment_no, payment_ext_id, payment_source, payment_amount, surcharge,
        base_amount, transaction_total, adjustment_value, created_at)
      SELECT 1, ?1, i, i || ?2, ?2, 100, 0, 0, 0, 0, 0 FROM n`,
      id,
      '漢'.repeat(100),
    )
    await expectStatus(200, post(hotel.call, { bookingID: other, paymentDetails: { paymentAmount: 1 } }))
    const [long, short] = await whole()
    expect(
      long.payments.map(({ paymentExtID }: { paymentExtID: string }) => Number.parseInt(paymentExtID, 10)),
    ).toEqual(Array.from({ length: 1_900 }, (_, i) => i + 1))
    expect([long.balance, short.payments.length, short.balance]).toEqual([100, 1, 0])
  })

  it('costs nothing but its fee once it is cancelled [RESERVATION-2]', async () => {
    const id = await book(hotel.call, everything)
    await expectStatus(200, post(hotel.call, { bookingID: id, action: 'cancel', cancellationFee: { amount: 50 } }))
    expect(await whole()).toMatchObject([
      { reservationStatus: 'Cancelled', total: 0, cancellationFee: 50, balance: -50.1 },
    ])
    expect((await whole())[0].rooms).toHaveLength(2)
  })

  it('costs nothing but its fee as a no-show with one, and its total without one [RESERVATION-2] [RESERVATION-25]', async () => {
    const id = await book(hotel.call, everything)
    const noShow = { bookingParameters: { reservationStatusID: 7 } }
    await expectStatus(200, post(hotel.call, { bookingID: id, ...noShow, cancellationFee: { amount: 50 } }))
    expect(await whole()).toMatchObject([
      { reservationStatus: 'NoShow', total: 0, cancellationFee: 50, balance: -50.1 },
    ])
    await expectStatus(200, post(hotel.call, { bookingID: id, bookingParameters: { reservationStatusID: 3 } }))
    await expectStatus(200, post(hotel.call, { bookingID: id, ...noShow }))
    expect(await whole()).toMatchObject([{ reservationStatus: 'NoShow', total: 313.65, cancellationFee: 0 }])
  })

  it.each([
    ['JPY', 12_000, 24_000],
    ['BHD', 1.005, 2.01],
  ])('has amounts with the decimals of %s [VALUE-6]', async (currency, unitCost, total) => {
    const { properties, roomTypes, locations, rooms } = seaHotel.setup
    await expectStatus(200, admin('PUT', '/customers/3', { name: 'x', currency, timeZone: 'Asia/Tokyo' }))
    await expectStatus(200, admin('PUT', '/customers/3/setup', { properties, roomTypes, locations, rooms }))
    const { call } = await integrator(3)
    await book(call, { roomsBooked: [{ roomID: 101, rates: [{ unitCost }] }] })
    const { json } = await expectStatus(200, call('POST', GET, {}))
    expect(json.content).toMatchObject([{ currency, total, balance: total, rooms: [{ rates: [{ unitCost }] }] }])
  })

  it('comes whole with as many lines as a booking can have [VALUE-8]', async () => {
    const rates = Array.from({ length: 1000 }, () => ({ rateID: 1, unitCost: 123_456.78, taxAmount: 12_345.67 }))
    const nights = [
      { roomID: 101, departureDate: '2027-05-11', rates },
      { roomID: 101, arrivalDate: '2027-05-11', rates },
    ]
    await book(hotel.call, { roomsBooked: [...nights, ...[102, 103, 201].map(roomID => ({ roomID, rates }))] })
    const activities = Array.from({ length: 5 }, () => ({ activityID: 2, activityDate: '2027-05-11', rates }))
    await expectStatus(200, post(hotel.call, { bookingID: 1, activitiesBooked: activities }))
    const [reservation] = await whole()
    const lines = [...reservation.rooms, ...reservation.activities].flatMap(({ rates }) => rates)
    expect(lines).toHaveLength(10_000)
    // 13,000 nights and places at 123,456.78, and 10,000 taxes of 12,345.67.
    expect(reservation.total).toBe(1_728_394_840)
  })
})

describe('an element of GetReservationsForPartner', () => {
  it('is the same without contact and payment data [RESERVATION-9]', async () => {
    await book(hotel.call, everything)
    expect(await forPartner()).toEqual([partner])
  })

  it('omits contacts, payments, labels, and notes on rooms and activities [RESERVATION-9]', async () => {
    await book(hotel.call, everything)
    const { text } = await expectStatus(200, hotel.call('GET', PARTNER))
    for (const secret of [
      'Website',
      'A cot',
      'terrace',
      'anna@guest.test',
      '+46 70',
      'Fjord AB',
      'Storgatan',
      '222 22',
      'p-1',
      '100.1',
      '213.55',
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('what a list shows', () => {
  it('is as it is at the time of reading', async () => {
    const id = await book(hotel.call, aBooking())
    await expectStatus(
      200,
      post(hotel.call, { bookingID: id, roomsBooked: [{ roomID: 201 }], reservationSummaryNote: 'Moved' }),
    )
    const rooms = [{ roomId: 201, roomTypeId: 20, locationId: 2, roomName: 'Olive', roomNo: '2' }]
    await expectStatus(200, admin('PUT', '/customers/1/setup', { rooms }))
    expect(await whole()).toMatchObject([{ notes: 'Moved', rooms: [{ roomName: 'Olive' }] }])
    expect(await forPartner()).toMatchObject([{ notes: 'Moved', rooms: [{ roomName: 'Olive' }] }])
  })
})
