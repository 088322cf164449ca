import { daysFrom } from '../../demo/stay.ts'

/*
 * A hotel with so many rooms that no two bookings want the same night.
 */

const ROOMS = 200
/** Nights between the arrivals of two bookings of a room, so that a stay can become longer. */
const NIGHTS = 6

const day = daysFrom('2031-01-01')

/** For a setup document. */
export const manyRooms = Array.from({ length: ROOMS }, (_, i) => ({
  roomId: 1000 + i,
  roomTypeId: 10,
  locationId: 1,
  roomName: `Room ${i}`,
  roomNo: String(i),
}))

/** The day of departure of a booking after so many nights. */
export const departureOf = (n: number, nights: number) => day(NIGHTS * Math.floor(n / ROOMS) + nights)

/** The nth booking, of one night. */
export const nthBooking = (n: number) => ({
  identity: `booking-${n}`,
  arrivalDate: departureOf(n, 0),
  departureDate: departureOf(n, 1),
  primaryGuestDetails: { firstName: 'Nour', lastName: 'Haddad' },
  roomsBooked: [{ roomID: 1000 + (n % ROOMS) }],
})
