import type * as wire from '../../schema/wire/itinerary.ts'
import { fields, list, text, type Untrusted, webAddress } from './untrusted.ts'
import { knownZone } from './zone.ts'

/*
 * The hotels of a stay, ready to render. As in the stay, no field is trusted, and one that is not valid is empty.
 */

export interface Hotel {
  id: string
  name: string
  logo: string
  picture: string
  /** The rooms of the stay that are in this hotel: `Room.id`. */
  roomIds: number[]
  /** an IANA time zone; empty if it is not known */
  timeZone: string
  checkIn: string
  checkOut: string
  address: Address
  position: Position | undefined
  /** with `+` and digits only */
  phone: string
  whatsapp: string
  email: string
  website: string
  directions: HotelNote | undefined
  houseInfo: HotelNote[]
  /** as it was sent: `actions/wifi-section.ts` parses it */
  wifi: unknown
}

/** The parts of an address. Those that are not known are empty. */
export interface Address {
  addressLine: string
  city: string
  state: string
  zip: string
  /** ISO 3166-1 alpha-2 */
  country: string
}

/** Degrees. */
export interface Position {
  latitude: number
  longitude: number
}

/** A text of the hotel. The directions have no title of their own. */
export interface HotelNote {
  title: string
  /** with line breaks */
  text: string
}

/** Parses the content of a response; empty if it has no hotels. */
export const hotelsOf = (content: unknown): Hotel[] => list<wire.ItineraryHotel>(content).map(hotelOf)

function hotelOf(hotel: Untrusted<wire.ItineraryHotel>): Hotel {
  const directions = text(hotel.directions)
  return {
    id: text(hotel.hotelid),
    name: text(hotel.name),
    logo: webAddress(hotel.logoUrl),
    picture: webAddress(hotel.imagePath),
    roomIds: Array.isArray(hotel.roomIds) ? hotel.roomIds.filter(Number.isSafeInteger) : [],
    timeZone: knownZone(text(hotel.timeZone)),
    checkIn: text(hotel.checkInTime),
    checkOut: text(hotel.checkOutTime),
    address: addressOf(hotel.address),
    position: positionOf(hotel.position),
    phone: phoneOf(hotel.phone),
    whatsapp: phoneOf(hotel.whatsapp),
    email: /^[^\s@]+@[^\s@]+$/.exec(text(hotel.email))?.[0] ?? '',
    website: webAddress(hotel.website),
    directions: directions ? { title: '', text: directions } : undefined,
    houseInfo: list<HotelNote>(hotel.houseInfo)
      .map(note => ({ title: text(note.title), text: text(note.text) }))
      .filter(note => note.title || note.text),
    wifi: hotel.wifi,
  }
}

function addressOf(value: unknown): Address {
  const { addressLine, city, state, zip, country } = fields<Address>(value)
  return {
    addressLine: text(addressLine),
    city: text(city),
    state: text(state),
    zip: text(zip),
    country: /^[A-Z]{2}$/.exec(text(country))?.[0] ?? '',
  }
}

/** 0, 0 is in the ocean: no hotel is there. */
function positionOf(value: unknown): Position | undefined {
  const { latitude, longitude } = fields<Position>(value)
  const isWithin = (degrees: unknown, limit: number): degrees is number =>
    typeof degrees === 'number' && Math.abs(degrees) <= limit
  const isKnown = isWithin(latitude, 90) && isWithin(longitude, 180) && (latitude || longitude)
  return isKnown ? { latitude, longitude } : undefined
}

const phoneOf = (value: unknown) => /^\(?\+(?:[\s()./-]*\d){6,15}$/.exec(text(value))?.[0] ?? ''
