import { GuestItinerary } from './element.ts'

const TAG = 'guest-itinerary'

// A page may carry our script twice, or in two versions: the first one keeps the tag, and the second is no error.
if (!customElements.get(TAG)) customElements.define(TAG, GuestItinerary)

declare global {
  interface HTMLElementTagNameMap {
    [TAG]: GuestItinerary
  }
}
