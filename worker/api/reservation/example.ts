import type { PartnerReservation, Reservation } from '../../../schema/wire/reservation'

/* A reservation of the demo hotel, as the lists of reservations have it. */

const ROOM = {
  roomId: 102,
  roomNo: '102',
  roomName: 'Andorinha',
  roomTypeId: 10,
  roomTypeName: 'Sea view double',
  hotelid: 'QDM',
  arrivalDate: '2027-05-08T00:00:00',
  departureDate: '2027-05-11T00:00:00',
  guestsInRoom: 2,
  rates: [
    {
      rateID: 1,
      unitCost: 138,
      quantity: 1,
      nights: 3,
      isTaxOverride: false,
      taxAmount: 0,
      fromDate: '2027-05-08T00:00:00',
      toDate: '2027-05-11T00:00:00',
    },
  ],
}

export const PARTNER_RESERVATION: PartnerReservation = {
  reservationId: 2,
  reservationNumber: '10000002',
  identity: 'demo-novak',
  clientId: 1,
  version: 1,
  reservationStatus: 'Confirmed',
  reservationType: 'Individual',
  arrivalDate: '2027-05-08T00:00:00',
  departureDate: '2027-05-11T00:00:00',
  arrivalTime: '15:00',
  departureTime: '11:00',
  primaryGuest: { guestId: 2, firstName: 'Petra', lastName: 'Novák' },
  guests: { guestCount: 2, adultCount: 2 },
  rooms: [ROOM],
  activities: [],
  total: 414,
  currency: 'EUR',
  notes: '',
  createdAt: '2026-11-22T08:30:00.000Z',
  updatedAt: '2026-11-22T08:30:00.000Z',
}

export const RESERVATION: Reservation = {
  ...PARTNER_RESERVATION,
  type: 'Website',
  primaryGuest: {
    ...PARTNER_RESERVATION.primaryGuest,
    company: '',
    phone: '',
    email: 'petra.novak@example.com',
    address1: '',
    address2: '',
    state: '',
    city: '',
    zip: '',
    country: 'CZ',
  },
  rooms: [{ ...ROOM, notes: ['A quiet room, if possible.'] }],
  activities: [],
  payments: [
    {
      paymentAmount: 100,
      surcharge: 0,
      baseAmount: 0,
      transactionTotal: 0,
      paymentSource: 'Card',
      paymentExtID: 'pay-881',
    },
  ],
  holdUntil: null,
  cancellationFee: 0,
  balance: 314,
}
