/* `<guest-itinerary>`, registered. */

import '../guest-itinerary/guest-itinerary.ts'

export * from './element.ts'
