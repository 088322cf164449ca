import { RATE } from './hotel.ts'
import { type Booking, daysFrom, night } from './stay.ts'

/** Who arrives and who leaves on the day, so that a reception has something to do. */
export function arrivalsAndDepartures(today: string): Booking[] {
  const day = daysFrom(today)
  return [
    {
      identity: 'demo-marques',
      arrivalDate: day(0),
      departureDate: day(2),
      arrivalTime: '17:30',
      primaryGuestDetails: { firstName: 'Sofia', lastName: 'Marques', phone: '+351 912 000 111', country: 'PT' },
      guests: { guestCount: 2, adultCount: 2 },
      reservationSummaryNote: 'Their wedding day was in May: flowers in the room.',
      roomsBooked: [{ roomID: 101, guestsInRoom: 2, rates: night(RATE.bedAndBreakfast, 158, 2) }],
    },
    {
      identity: 'demo-walsh',
      arrivalDate: day(0),
      departureDate: day(3),
      primaryGuestDetails: { firstName: 'Aoife', lastName: 'Walsh', country: 'IE' },
      guests: { guestCount: 1, adultCount: 1 },
      roomsBooked: [{ roomID: 303, guestsInRoom: 1, rates: night(RATE.bedAndBreakfast, 119, 3) }],
      paymentDetails: { paymentAmount: 357, paymentSource: 'Card', paymentExtID: 'demo-walsh-1' },
    },
    {
      identity: 'demo-conti',
      arrivalDate: day(-2),
      departureDate: day(0),
      bookingParameters: { reservationStatusID: 4, reservationTypeID: 1 },
      primaryGuestDetails: { firstName: 'Giulia', lastName: 'Conti', email: 'giulia.conti@example.com', country: 'IT' },
      guests: { guestCount: 2, adultCount: 2 },
      roomsBooked: [{ roomID: 104, guestsInRoom: 2, rates: night(RATE.bedAndBreakfast, 158, 2) }],
    },
    {
      identity: 'demo-weber',
      arrivalDate: day(-1),
      departureDate: day(0),
      bookingParameters: { reservationStatusID: 4, reservationTypeID: 1 },
      primaryGuestDetails: { firstName: 'Jonas', lastName: 'Weber', email: 'jonas.weber@example.com', country: 'DE' },
      guests: { guestCount: 1, adultCount: 1 },
      roomsBooked: [{ roomID: 301, guestsInRoom: 1, rates: night(RATE.bedAndBreakfast, 119, 1) }],
      paymentDetails: { paymentAmount: 119, paymentSource: 'Card', paymentExtID: 'demo-weber-1' },
    },
  ]
}
