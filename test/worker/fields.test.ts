import { beforeEach, describe, expect, it } from 'vitest'
import { readBookingTables } from '../support/booking'
import { bodiesWithWrongTypes, expectInvalidField, fieldsOf } from '../support/fields'
import { readSaleTables } from '../support/sale'
import { openHotel, resetBeforeEach } from '../support/service'

resetBeforeEach()

let call: Awaited<ReturnType<typeof openHotel>>['call']
beforeEach(async () => {
  ;({ call } = await openHotel())
})

const range = { startDate: '2027-05-10T00:00:00Z', endDate: '2027-05-12T00:00:00Z' }
const guests = { guestCount: 2, adultCount: 1, teenCount: 1, youthCount: 0, childCount: 0, infantCount: 0 }
const primaryGuestDetails = { firstName: 'Anna', lastName: 'Lindqvist', email: 'anna@guest.test', country: 'SE' }
const stay = { arrivalDate: '2027-05-10', departureDate: '2027-05-12' }

/** Bodies with every optional field. Bookings, queue messages and channel messages have their own tests. */
const WHOLE: [string, object][] = [
  [
    '/Reservation/GetReservations',
    {
      clientId: 1,
      reservationID: 1,
      pageNo: 1,
      reservationNumber: '10000001',
      reservationStatus: 'Confirmed',
      fetchHotelKey: 'KEY-H1',
      arrivalDate: range,
      departureDate: range,
      pageSize: 50,
      cursor: '',
    },
  ],
  [
    '/CMConnect/GetReservation',
    {
      clientID: 1,
      reservationCMStatusTypeID: 1,
      bookingID: 'web-1',
      roomInfo: [{ roomTypeID: 10, ...stay }],
      pageNo: 1,
      pageSize: 50,
      cursor: '',
    },
  ],
  [
    '/OnlineBooking/postreservation',
    {
      clientID: 1,
      identity: 'web-1',
      hotelid: 'H1',
      ...stay,
      roomTypeID: 10,
      rateID: 1,
      guests,
      primaryGuestDetails,
      arrivalTime: '21:30',
      notes: 'A late ferry',
    },
  ],
  [
    '/OnlineBooking/postinquiry',
    { clientID: 1, identity: 'q-1', ...stay, roomTypeID: 10, guests, primaryGuestDetails, message: 'Is there a cot?' },
  ],
  [
    '/Sale/PostSale',
    {
      clientID: 1,
      identity: 'till-1',
      saleDate: '2027-05-10',
      reservationID: 1,
      items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1, unitPrice: 3.5 }],
      paymentDetails: {
        paymentAmount: 3.5,
        surcharge: 0,
        baseAmount: 3.5,
        transactionTotal: 3.5,
        paymentAdjustmentValue: 0,
        paymentSource: 'Cash',
        paymentExtID: 'p-1',
        applyToCorrespondenceTypeID: 1,
      },
    },
  ],
  ['/PartnerItinerary/IssueLink', { reservationId: 1 }],
  ['/PartnerItinerary/RevokeLink', { reservationId: 1 }],
]

describe('a field of another type is 422 INVALID_FIELD with its path, and nothing changes [API-8] [INVALID_FIELD]', () => {
  it.each(WHOLE)('in %s [SALE-7] [CHANNEL-31] [ONLINE-14] [RESERVATION-6] [LINK-12]', async (path, body) => {
    // The body is valid, even if a record that it names does not exist.
    expect((await call('POST', path, body)).text).not.toContain('INVALID_FIELD')
    const before = [await readBookingTables(), await readSaleTables()]
    for (const field of fieldsOf(body)) {
      for (const [name, other] of bodiesWithWrongTypes(body, field))
        await expectInvalidField(name, call('POST', path, other))
    }
    expect([await readBookingTables(), await readSaleTables()]).toEqual(before)
  })
})
