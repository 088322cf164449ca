/*
 * Registers `<guest-itinerary>` and types it for templates of Vue 3. Vue's compiler needs to know that the tag is not a component:
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
