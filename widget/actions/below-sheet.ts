import { HOTELS } from '../guest-itinerary/styles/hotels.ts'
import { ROOMS_AND_SCHEDULE } from '../guest-itinerary/styles/rooms-and-schedule.ts'

/** The rules for what is below the first screen, shared by all elements of the page. */
export const belowSheet = new CSSStyleSheet()
belowSheet.replaceSync(ROOMS_AND_SCHEDULE + HOTELS)
