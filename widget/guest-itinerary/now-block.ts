import { html, nothing } from 'lit'
import { writtenAddress } from './address.ts'
import type { Day } from './dates.ts'
import { asWritten, clockTime, phrase } from './fragments.ts'
import type { Hotel } from './hotel.ts'
import { hasStatus, type Itinerary } from './itinerary.ts'
import type { Now, Upcoming } from './now.ts'
import { phoneLink } from './phone.ts'
import { addressButton, isCalled, shows } from './reach.ts'
import type { StayContext } from './render-context.ts'
import type { Translator } from './translator.ts'

/*
 * What the guest needs at this moment, before everything else. It has no live region: a screen reader is not told each minute.
 */

type View = (itinerary: Itinerary, translator: Translator, context: StayContext) => unknown

/** Nothing without a state, or if the hotel leaves it out. That the stay does not take place is always said. */
export function nowBlock(itinerary: Itinerary, translator: Translator, context: StayContext) {
  const { state } = context.now
  const isShown = shows(context, 'now')
  if (state === 'cancelled')
    return cancelled(itinerary, translator, isShown ? context.now.leg?.hotel : undefined, context)
  if (!state || !isShown) return nothing
  return html`
    <section class="now" part="now" data-state=${state}>${VIEWS[state](itinerary, translator, context)}</section>
  `
}

const VIEWS: Record<Exclude<Now['state'], 'cancelled' | undefined>, View> = {
  before: (_, translator, { now }) => [
    label(translator.words.arrival),
    headline(translator.inDays(now.days)),
    checkIn(now, translator),
  ],
  arrival: (_, translator, context) => {
    const { words } = translator
    const time = context.now.leg ? context.now.leg.checkIn : ''
    return [
      label(words.arrival, time && words.today),
      headline(time ? phrase(words.roomReady, shownTime(time, translator)) : words.today),
      destination(translator, context),
      planList(context.now.plans.slice(0, 2), translator, context.now),
    ]
  },
  during: (_, translator, context) => {
    const { now } = context
    const [main, ...next] = now.plans
    if (now.left) return change(translator, context)
    if (main) return [planned(main, translator, now), planList(next, translator, now, !main.wait)]
    return [label(translator.words.departure), headline(translator.inDays(now.days)), checkOut(now, translator)]
  },
  departure: (itinerary, translator, { now }) => {
    const { words } = translator
    const [main, ...next] = now.plans
    const { time } = itinerary.departure
    if (now.isOut && main) return [planned(main, translator, now), planList(next, translator, now, !main.wait)]
    return [
      label(words.departure, time && words.today),
      headline(time ? phrase(words.checkOut, shownTime(time, translator)) : words.today),
      planList(now.plans, translator, now),
    ]
  },
  after: (_, { words }, context) => [
    headline(words.ended),
    context.now.leg ? telephone(context.now.leg.hotel, words.call, context) : nothing,
  ],
  pending: (itinerary, { words }) => {
    const [message, advice] = hasStatus(itinerary, 'Inquiry') ? words.requested : words.unconfirmed
    return [headline(message), line(advice)]
  },
}

function cancelled(itinerary: Itinerary, { words }: Translator, hotel: Hotel | undefined, context: StayContext) {
  return html`
    <section class="cancelled" part="cancelled">
      <p>${itinerary.cancelled ? words.cancelled : words.missed}</p>
      ${hotel ? telephone(hotel, words.call, context) : nothing}
    </section>
  `
}

const label = (...texts: unknown[]) => {
  const present = texts.filter(Boolean)
  return html`<p class="label">${present.map((text, index) => html`${index ? ' · ' : ''}${text}`)}</p>`
}
const headline = (content: unknown) => html`<p class="headline">${content}</p>`
const line = (content: unknown) => html`<p class="line">${content}</p>`

const shownTime = (text: string, { time }: Translator) => clockTime(text, time(text))

const timeLine = (words: string, text: string | undefined, translator: Translator) =>
  text ? line(phrase(words, shownTime(text, translator))) : nothing

const checkIn = ({ leg }: Now, translator: Translator) => timeLine(translator.words.checkIn, leg?.checkIn, translator)
const checkOut = ({ leg }: Now, translator: Translator) =>
  timeLine(translator.words.checkOut, leg?.checkOut, translator)

/** The way from one hotel to the next. */
function change(translator: Translator, context: StayContext) {
  const { words } = translator
  const { leg, left, plans } = context.now
  return [
    label(words.today),
    headline(phrase(words.changeTo, asWritten(leg?.hotel.name ?? ''))),
    timeLine(words.checkOut, left?.checkOut, translator),
    checkIn(context.now, translator),
    destination(translator, context),
    planList(plans.slice(0, 2), translator, context.now),
  ]
}

/** The address, and the button that shows it to the driver. */
function destination(translator: Translator, context: StayContext) {
  const hotel = context.now.leg?.hotel
  if (!hotel) return nothing
  const { lines, language } = writtenAddress(hotel)
  return html`
    ${
      lines.length && shows(context, 'address')
        ? html`<p class="line" translate="no"><bdi lang=${language}>${lines.join(', ')}</bdi></p>`
        : nothing
    }
    ${addressButton('driver', hotel, translator, context)}
  `
}

const telephone = (hotel: Hotel, label: string, context: StayContext) =>
  isCalled(hotel, context) ? html`<p class="line">${phoneLink(hotel.phone, label)}</p>` : nothing

/** The plan that is on or next, large. */
function planned(plan: Upcoming, translator: Translator, now: Now) {
  const { words } = translator
  const { item, isOn, wait, day } = plan
  const when = wait ? waiting(wait, translator) : isOn || day === now.today ? '' : dayName(day, translator, now)
  return html`
    ${label(isOn ? words.now : words.next, when)}
    ${headline(asWritten(item.name || item.type || item.place))}
    ${line(html`${times(plan, translator)}${item.place ? html` <span class="where">${asWritten(item.place)}</span>` : nothing}`)}
  `
}

const waiting = (minutes: number, { words, duration }: Translator) =>
  html`<span class="wait">${phrase(words.inTime, duration(minutes))}</span>`

const times = ({ item: { start, end } }: Upcoming, translator: Translator) =>
  html`${start ? shownTime(start, translator) : nothing}${
    start && end && end !== start ? html` – ${shownTime(end, translator)}` : nothing
  }`

const dayName = (day: Day, { inDays, weekday, date }: Translator, { today }: Now) => {
  const days = Math.round((day - today) / 86_400_000)
  return days === 1 ? inDays(1) : days < 7 ? weekday(day) : date(day)
}

/** Plans in small, those of another day with its name. `isCounted`: the first one has the time until it begins. */
function planList(plans: Upcoming[], translator: Translator, now: Now, isCounted = true) {
  if (!plans.length) return nothing
  return html`
    <ul class="list" role="list">
      ${plans.map(
        ({ day, item, wait }, index) => html`
          <li>
            <span class="at">${day === now.today ? nothing : html`${dayName(day, translator, now)} `}${item.start ? shownTime(item.start, translator) : nothing}</span>
            <span>${asWritten(item.name || item.type || item.place)}</span>
            ${isCounted && wait && !index ? waiting(wait, translator) : nothing}
          </li>
        `,
      )}
    </ul>
  `
}
