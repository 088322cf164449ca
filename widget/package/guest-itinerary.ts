/* Registers `<guest-itinerary>`. */

import '../guest-itinerary/guest-itinerary.ts'

export * from './element.ts'
