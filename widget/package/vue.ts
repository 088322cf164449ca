/*
 * `<guest-itinerary>` in Vue 3: registered, and known to templates. Vue's compiler has to hear that the tag is no component:
 * `compilerOptions: { isCustomElement: tag => tag === 'guest-itinerary' }`.
 */

import type { DefineComponent } from 'vue'
import type { GuestItineraryAttributes } from './attributes.ts'
import type { ItineraryErrorEvent, ItineraryLoadEvent } from './events.ts'

export * from './guest-itinerary.ts'

interface Handlers {
  onItineraryLoad?: (event: ItineraryLoadEvent) => void
  onItineraryError?: (event: ItineraryErrorEvent) => void
}

declare module 'vue' {
  interface GlobalComponents {
    'guest-itinerary': DefineComponent<GuestItineraryAttributes & Handlers>
  }
}
