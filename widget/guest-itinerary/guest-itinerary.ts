import { GuestItinerary } from './element.ts'

const TAG = 'guest-itinerary'

// A page may load the script twice, or in two versions. The first one registers the tag; the second must not throw.
if (!customElements.get(TAG)) customElements.define(TAG, GuestItinerary)

declare global {
  interface HTMLElementTagNameMap {
    [TAG]: GuestItinerary
  }
}
