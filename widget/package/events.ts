import type { Itinerary } from '../guest-itinerary/itinerary.ts'
import type { Failure } from '../guest-itinerary/itinerary-controller.ts'

/** An itinerary is shown. */
export type ItineraryLoadEvent = CustomEvent<Itinerary>

/** There is no itinerary to show. */
export type ItineraryErrorEvent = CustomEvent<{ reason: Failure }>

/** The element's events by name. Both bubble, and leave shadow roots. */
export interface GuestItineraryEvents {
  'itinerary-load': ItineraryLoadEvent
  'itinerary-error': ItineraryErrorEvent
}

declare global {
  interface GlobalEventHandlersEventMap extends GuestItineraryEvents {}
}
