/* The class alone. The importing page registers it, under a name of its choice. */

export { GuestItinerary } from '../guest-itinerary/element.ts'
export type { Address, Hotel, HotelNote, Position } from '../guest-itinerary/hotel.ts'
export type { Itinerary, Moment, Room, ScheduleDay, ScheduleItem } from '../guest-itinerary/itinerary.ts'
export type { Failure } from '../guest-itinerary/itinerary-controller.ts'
export type { OwnWords } from '../guest-itinerary/translator.ts'
export type { GuestItineraryEvents, ItineraryErrorEvent, ItineraryLoadEvent } from './events.ts'
