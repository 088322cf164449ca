import type { WrittenAddress } from '../guest-itinerary/address.ts'
import type { Hotel } from '../guest-itinerary/hotel.ts'
import type { Translator } from '../guest-itinerary/translator.ts'

/** The function of the script, which chunks do not import. */
export type WriteAddress = (hotel: Hotel) => WrittenAddress

/** The name and the address with its country, as the lines of a text for other apps. */
export const addressText = (hotel: Hotel, write: WriteAddress, { country }: Translator): string[] =>
  [hotel.name, ...write(hotel).lines, hotel.address.country && country(hotel.address.country)].filter(Boolean)
