/* The class by itself: whoever imports it says under which name, if any, it is registered. */

export { GuestItinerary } from '../guest-itinerary/element.ts'
export type { Itinerary, Moment, Room, ScheduleDay, ScheduleItem } from '../guest-itinerary/itinerary.ts'
export type { Failure } from '../guest-itinerary/itinerary-controller.ts'
export type { OwnWords } from '../guest-itinerary/translator.ts'
export type { GuestItineraryEvents, ItineraryErrorEvent, ItineraryLoadEvent } from './events.ts'
