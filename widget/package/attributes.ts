import type { GuestItinerary } from '../guest-itinerary/element.ts'

type Level = 1 | 2 | 3 | 4 | 5 | 6

/** What a page may say on the tag. */
export interface GuestItineraryAttributes {
  /** The link's token; if not given, it is taken from the page's address: `?itinerary=…` or `/itinerary/…`. */
  token?: GuestItinerary['token']
  /** Where the service is, `https://innlet.example`. A bundled element has to be told: its script comes from the hotel's own site. */
  api?: GuestItinerary['api']
  /** The language to speak, `de` or `pt-PT`; if not given, the guest's own. */
  lang?: string
  /** Light or dark; if not given, or `auto`, as the guest's device prefers. */
  theme?: GuestItinerary['theme']
  /** The level of the title's heading, as the outline of the page needs it; 2 if not given. */
  'heading-level'?: Level | `${Level}`
  /** The hotel's own words, where it would rather say something else. */
  words?: GuestItinerary['words']
}
