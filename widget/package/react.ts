/* Registers `<guest-itinerary>` and types it for JSX of React 19. */

import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { GuestItinerary } from '../guest-itinerary/element.ts'
import type { GuestItineraryAttributes } from './attributes.ts'
import type { GuestItineraryEvents } from './events.ts'

export * from './guest-itinerary.ts'

type Handlers = { [Name in keyof GuestItineraryEvents as `on${Name}`]?: (event: GuestItineraryEvents[Name]) => void }

type Html = DetailedHTMLProps<HTMLAttributes<GuestItinerary>, GuestItinerary>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'guest-itinerary': Omit<Html, keyof GuestItineraryAttributes> & GuestItineraryAttributes & Handlers
    }
  }
}
