import { html, nothing } from 'lit'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import type details from '../actions/sample/details.json'
import type hotels from '../actions/sample/hotels.json'
import { sampleContent } from '../actions/sample.ts'
import { DAY, dayOfWall, instantAt, MINUTE, wallAt } from '../guest-itinerary/zone.ts'

/** A moment of the sample stay, which began yesterday and has five days. */
interface Moment {
  /** Days from the present day of the hotel, and minutes since midnight there. */
  days: number
  minutes: number
  status: 'Confirmed' | 'InHouse' | 'CheckedOut' | 'Cancelled'
  hasPlans?: false
}

/** The moments that the page offers. `now` is the present. */
const MOMENTS: Record<string, Moment> = {
  before: { days: -4, minutes: 600, status: 'Confirmed' },
  arrival: { days: -1, minutes: 730, status: 'Confirmed' },
  now: { days: 0, minutes: 550, status: 'InHouse' },
  departure: { days: 3, minutes: 425, status: 'InHouse' },
  after: { days: 5, minutes: 600, status: 'CheckedOut' },
  cancelled: { days: -4, minutes: 600, status: 'Cancelled' },
  'no-plans': { days: 0, minutes: 550, status: 'InHouse', hasPlans: false },
}

/** The sample stay at a moment. Its content and its time are initial data, so that the element needs no mode for it. */
export function sampleAt(moment: string) {
  const shown = MOMENTS[moment]
  // In the markup: a script that is filled later is refused by the page's policy of Trusted Types.
  const data = shown && `<script type="application/json">${jsonInMarkup(initialData(shown))}</script>`
  return html`<guest-itinerary token="demo" .retryPolicy=${{ freshFor: Number.POSITIVE_INFINITY }}>${data ? unsafeHTML(data) : nothing}</guest-itinerary>`
}

const jsonInMarkup = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

function initialData({ days, minutes, status, hasPlans }: Moment) {
  const stay = sampleContent(`sample:details:${location.origin}`) as typeof details.content
  const places = sampleContent(`sample:hotels:${location.origin}`) as typeof hotels.content
  const [{ timeZone = '' } = {}] = places
  const today = dayOfWall(wallAt(timeZone, Date.now()))
  return {
    content: {
      ...stay,
      overview: { ...stay.overview, reservationStatus: status },
      scheduleItems: hasPlans === false ? [] : stay.scheduleItems,
    },
    // As the service: it tells the Wi-Fi during the stay only.
    hotels: places.map(({ wifi, ...place }) => ({ ...place, ...(isDuring(days, status) && { wifi }) })),
    // The element adds the time since the page was loaded.
    at: instantAt(timeZone, today + days * DAY + minutes * MINUTE) - performance.now(),
  }
}

const isDuring = (days: number, status: Moment['status']) =>
  days >= -1 && days <= 3 && (status === 'Confirmed' || status === 'InHouse')
