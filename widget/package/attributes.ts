import type { GuestItinerary } from '../guest-itinerary/element.ts'

type Level = 1 | 2 | 3 | 4 | 5 | 6

/** The attributes of the tag. */
export interface GuestItineraryAttributes {
  /** The link's token; by default it is taken from the page's address: `?itinerary=…` or `/itinerary/…`. */
  token?: GuestItinerary['token']
  /** The address of the service, `https://innlet.example`. A bundled element needs it: its script has the hotel's origin. */
  api?: GuestItinerary['api']
  /** The number of the hotel's customer: stays of others are not shown. */
  customer?: GuestItinerary['customer']
  /** The language, `de` or `pt-PT`; by default the guest's. */
  lang?: string
  /** Light or dark, or with `auto` as the guest's device prefers; by default as the page around it. */
  theme?: GuestItinerary['theme']
  /** The level of the title's heading, as the outline of the page needs it; 2 by default. */
  'heading-level'?: Level | `${Level}`
  /** What to leave out, separated by spaces: `now`, or parts of the hotel, `whatsapp website`, or `hotel` for all of it. */
  without?: GuestItinerary['without']
  /** The hotel's own words, in place of the element's. */
  words?: GuestItinerary['words']
}
