import { GuestItinerary } from './element.ts'

const TAG = 'guest-itinerary'

// A page may load the script twice, or in two versions. The first one registers the tag; the second must not throw.
// In browsers that are too old, the text inside the tag stays.
const isSupported = 'adoptedStyleSheets' in document && CSS.supports('container-type: inline-size')
if (isSupported && !customElements.get(TAG)) customElements.define(TAG, GuestItinerary)

declare global {
  interface HTMLElementTagNameMap {
    [TAG]: GuestItinerary
  }
}
