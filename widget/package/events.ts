import type { Itinerary } from '../guest-itinerary/itinerary.ts'
import type { Failure } from '../guest-itinerary/itinerary-controller.ts'

/** An itinerary is shown. */
export type ItineraryLoadEvent = CustomEvent<Itinerary>

/** There is none to show. */
export type ItineraryErrorEvent = CustomEvent<{ reason: Failure }>

/** What the element tells the page, by name. Both events bubble, out of shadow roots too. */
export interface GuestItineraryEvents {
  'itinerary-load': ItineraryLoadEvent
  'itinerary-error': ItineraryErrorEvent
}

declare global {
  interface GlobalEventHandlersEventMap extends GuestItineraryEvents {}
}
