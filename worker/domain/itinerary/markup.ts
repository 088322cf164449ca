import type { HotelAddress } from '../../../schema/wire/hotel-for-guest'
import type { ItineraryHotel, RoomStay } from '../../../schema/wire/itinerary'
import type { MarkedReservation } from '../../../schema/wire/markup'
import type { ItineraryReservation, StoredItineraryWithHotels } from '../../store/itinerary/columns'
import { eventStatus } from './calendar'
import { offsetAtClock } from './calendar-zone'
import { hotelsOf, known } from './hotels'
import { assembleItinerary, fullName, roomLine } from './itinerary'

/*
 * The stay as schema.org's `LodgingReservation`, one for each hotel. Gmail reads the number and the times by names of its own, which
 * are beside those of schema.org.
 */

const RESERVATION_STATUS = {
  TENTATIVE: 'https://schema.org/ReservationPending',
  CONFIRMED: 'https://schema.org/ReservationConfirmed',
  CANCELLED: 'https://schema.org/ReservationCancelled',
} as const

/** `url` is the address that the guest's link opens. */
export function itineraryMarkup(itinerary: StoredItineraryWithHotels, url: string): MarkedReservation[] {
  const { reservation } = itinerary
  const { roomStays } = assembleItinerary(itinerary)
  const name = fullName({ firstName: reservation.guestFirstName, lastName: reservation.guestLastName })
  return hotelsOf(itinerary.hotels).map(hotel => {
    const rooms = roomStays.filter(({ roomId }) => hotel.roomIds.includes(roomId))
    const reservationNumber = String(reservation.reservationNumber)
    return {
      '@context': 'https://schema.org',
      '@type': 'LodgingReservation',
      reservationId: reservationNumber,
      reservationNumber,
      reservationStatus: RESERVATION_STATUS[eventStatus(reservation.statusId)],
      url,
      ...known({ underName: name && ({ '@type': 'Person', name } as const) }),
      reservationFor: businessOf(hotel),
      ...timesOf(hotel, rooms, reservation),
      ...known({ lodgingUnitDescription: [...new Set(rooms.map(roomLine))].join('; ') }),
    }
  })
}

const businessOf = ({ name, address, position, ...hotel }: ItineraryHotel): MarkedReservation['reservationFor'] => ({
  '@type': 'LodgingBusiness',
  name,
  ...known({
    address: address && postalAddress(address),
    geo: position && ({ '@type': 'GeoCoordinates', ...position } as const),
    telephone: hotel.phone,
    email: hotel.email,
    url: hotel.website,
    logo: hotel.logoUrl,
    image: hotel.imagePath,
  }),
})

const postalAddress = ({ addressLine, city, state, zip, country }: HotelAddress) =>
  ({
    '@type': 'PostalAddress',
    ...known({
      streetAddress: addressLine,
      addressLocality: city,
      addressRegion: state,
      postalCode: zip,
      addressCountry: country,
    }),
  }) as const

/**
 * The first arrival in the hotel and the last departure from it. The times are those of the booking where the stay begins and
 * ends, otherwise those of the hotel.
 */
function timesOf(
  { timeZone, checkInTime, checkOutTime }: ItineraryHotel,
  rooms: readonly RoomStay[],
  reservation: ItineraryReservation,
): Pick<MarkedReservation, 'checkinTime' | 'checkoutTime' | 'checkinDate' | 'checkoutDate'> {
  const { arrivalDate, departureDate, arrivalTime, departureTime } = reservation
  const [first = arrivalDate] = rooms.map(room => dateOf(room.assignmentStartDate)).sort()
  const last =
    rooms
      .map(room => dateOf(room.assignmentEndDate))
      .sort()
      .at(-1) ?? departureDate
  const checkinTime = clock(timeZone, first, (first === arrivalDate && arrivalTime) || checkInTime)
  const checkoutTime = clock(timeZone, last, (last === departureDate && departureTime) || checkOutTime)
  return { checkinTime, checkoutTime, checkinDate: checkinTime, checkoutDate: checkoutTime }
}

const dateOf = (wire: string) => wire.slice(0, 10)

/** `2027-05-09T15:00:00+01:00`, or the date alone without a time of day. */
const clock = (zone: string, date: string, time: string) =>
  /^\d\d:\d\d$/.test(time) ? `${date}T${time}:00${offsetAtClock(zone, date, time)}` : date
