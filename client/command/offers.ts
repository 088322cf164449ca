import { collect } from '../pages.ts'
import type { Invocation } from './action.ts'
import { openClient } from './connections.ts'

interface OfferFlags {
  arrival: string
  departure: string
  guests?: number
  hotel?: string
}

/** `innlet offers`: what can be booked for a stay, the cheapest plan of a room type first. */
export async function offers({ flags, credentials, output }: Invocation<OfferFlags>): Promise<void> {
  const { arrival: arrivalDate, departure: departureDate, guests, hotel: hotelid } = flags
  const query = { arrivalDate, departureDate, guests, hotelid }
  const found = await collect(openClient(credentials).onlineBooking.offers(query))
  if (!found.length) {
    output.note('Nothing can be booked for this stay: no room is free, no price is sent, or a restriction forbids it.')
    return output.note('`innlet call getCMConnect` prints prices, rooms to sell and restrictions.')
  }
  output.table(found, [
    ['HOTEL', 'hotelid'],
    ['TYPE', 'roomTypeID'],
    ['ROOM', 'roomTypeName'],
    ['RATE', 'rateID'],
    ['PLAN', 'rateName'],
    ['LEFT', 'roomsLeft'],
    ['TOTAL', 'total'],
    ['', 'currency'],
  ])
}
