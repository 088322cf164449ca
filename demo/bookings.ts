import { RATE } from './hotel.ts'
import { lindqvists } from './lindqvists.ts'
import { type Booking, daysFrom, night } from './stay.ts'
import { arrivalsAndDepartures } from './today.ts'

/**
 * The bookings of the demo hotel around a day (`YYYY-MM-DD`): departed, in house, expected, no-show. They are posted in this
 * order. Each has its own identity, so that posting them again changes nothing. The first is the stay whose page is shown.
 */
export function bookingsAround(today: string): Booking[] {
  const day = daysFrom(today)
  return [
    lindqvists(today),
    {
      identity: 'demo-novak',
      arrivalDate: day(-2),
      departureDate: day(1),
      bookingParameters: { reservationStatusID: 4, reservationTypeID: 1 },
      primaryGuestDetails: { firstName: 'Petra', lastName: 'Novák', email: 'petra.novak@example.com', country: 'CZ' },
      guests: { guestCount: 2, adultCount: 2 },
      roomsBooked: [{ roomID: 102, guestsInRoom: 2, rates: night(RATE.bedAndBreakfast, 138, 3) }],
    },
    {
      identity: 'demo-ferreira',
      arrivalDate: day(-6),
      departureDate: day(-2),
      bookingParameters: { reservationStatusID: 4, reservationTypeID: 1 },
      primaryGuestDetails: {
        firstName: 'Miguel',
        lastName: 'Ferreira',
        email: 'm.ferreira@example.com',
        country: 'PT',
      },
      guests: { guestCount: 1, adultCount: 1 },
      roomsBooked: [{ roomID: 301, guestsInRoom: 1, rates: night(RATE.bedAndBreakfast, 96, 4) }],
      paymentDetails: { paymentAmount: 384, paymentSource: 'Card', paymentExtID: 'demo-ferreira-1' },
      afterwards: { identity: 'demo-ferreira-out', action: 'modify', bookingParameters: { reservationStatusID: 5 } },
    },
    {
      identity: 'demo-okafor',
      arrivalDate: day(2),
      departureDate: day(9),
      primaryGuestDetails: { firstName: 'Ada', lastName: 'Okafor', email: 'ada.okafor@example.com', country: 'GB' },
      guests: { guestCount: 3, adultCount: 2, childCount: 1 },
      reservationSummaryNote: 'Their third summer with us. A cot is not needed any more.',
      roomsBooked: [{ roomID: 305, guestsInRoom: 3, rates: night(RATE.longStay, 172, 7) }],
      paymentDetails: { paymentAmount: 300, paymentSource: 'Bank transfer', paymentExtID: 'demo-okafor-1' },
    },
    {
      identity: 'demo-moreau',
      arrivalDate: day(5),
      departureDate: day(8),
      // Held for a day, until the group has paid. A day later the demo shows how a hold ends, and the next start makes another.
      holdMinutes: 1_440,
      bookingParameters: { reservationStatusID: 2, reservationTypeID: 2 },
      primaryGuestDetails: { firstName: 'Luc', lastName: 'Moreau', company: 'Atelier Moreau', country: 'FR' },
      guests: { guestCount: 4, adultCount: 4 },
      roomsBooked: [
        { roomID: 103, guestsInRoom: 2, rates: night(RATE.halfBoard, 186, 3) },
        { roomID: 104, guestsInRoom: 2, rates: night(RATE.halfBoard, 186, 3) },
      ],
    },
    {
      identity: 'demo-tanaka',
      arrivalDate: day(3),
      departureDate: day(6),
      primaryGuestDetails: { firstName: 'Haru', lastName: 'Tanaka', email: 'haru.tanaka@example.com', country: 'JP' },
      guests: { guestCount: 2, adultCount: 2 },
      roomsBooked: [{ roomID: 101, guestsInRoom: 2, rates: night(RATE.bedAndBreakfast, 145, 3) }],
      afterwards: { identity: 'demo-tanaka-off', action: 'cancel', cancellationFee: { amount: 145 } },
    },
    {
      identity: 'demo-haddad',
      arrivalDate: day(-1),
      departureDate: day(2),
      primaryGuestDetails: { firstName: 'Nour', lastName: 'Haddad', country: 'LB' },
      guests: { guestCount: 1, adultCount: 1 },
      roomsBooked: [{ roomID: 303, guestsInRoom: 1, rates: night(RATE.bedAndBreakfast, 96, 3) }],
      afterwards: { identity: 'demo-haddad-away', action: 'modify', bookingParameters: { reservationStatusID: 7 } },
    },
    {
      identity: 'demo-brennan',
      arrivalDate: day(30),
      departureDate: day(37),
      bookingParameters: { reservationStatusID: 1 },
      primaryGuestDetails: { firstName: 'Maeve', lastName: 'Brennan', email: 'maeve@example.com', country: 'IE' },
      guests: { guestCount: 12, adultCount: 12 },
      reservationSummaryNote: 'Asks for the whole Casa da Horta, and whether the cellar can be had for an evening.',
    },
    ...arrivalsAndDepartures(today),
  ]
}

/** The nights on which a room of the demo hotel is out of service, around a day. */
export const closureAround = (today: string) => {
  const day = daysFrom(today)
  const reason = 'The shower is repaired. The plumber comes in the morning.'
  return { identity: `demo-repair-${today}`, roomID: 304, fromDate: day(1), toDate: day(4), reason }
}
