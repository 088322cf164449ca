import '@innlet/guest-itinerary/react'
import '@innlet/guest-itinerary/vue'
import type { GuestItinerary, Itinerary } from '@innlet/guest-itinerary'
import type { GlobalComponents } from 'vue'

/* Checked by the compiler only: what typed pages may write, and what is an error. */

const element: GuestItinerary = document.createElement('guest-itinerary')
element.theme = 'dark'
// @ts-expect-error there is no such theme
element.theme = 'sepia'

document
  .querySelector('guest-itinerary')
  ?.addEventListener('itinerary-load', ({ detail }) => detail satisfies Itinerary)
document.addEventListener('itinerary-error', ({ detail }) => detail.reason satisfies string)
// @ts-expect-error a failure has `reason`, not `code`
document.addEventListener('itinerary-error', ({ detail }) => detail.code)

export const react = [
  <guest-itinerary key="bare" />,
  <guest-itinerary
    key="full"
    api="https://innlet.example"
    token="t"
    lang="de"
    theme="auto"
    className="stay"
    onitinerary-load={event => event.detail.hotel.toUpperCase()}
    onitinerary-error={event => event.detail.reason.toUpperCase()}
  />,
  // @ts-expect-error there is no such theme
  <guest-itinerary key="sepia" theme="sepia" />,
  // @ts-expect-error there is no such attribute
  <guest-itinerary key="colour" colour="red" />,
]

type InVue = InstanceType<GlobalComponents['guest-itinerary']>['$props']
export const vue: InVue[] = [
  { token: 't', theme: 'dark', onItineraryLoad: event => event.detail.hotel.toUpperCase() },
  // @ts-expect-error there is no such theme
  { theme: 'sepia' },
]
