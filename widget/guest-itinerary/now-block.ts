import { html, nothing } from 'lit'
import { writtenAddress } from './address.ts'
import { calendarLink } from './calendar-link.ts'
import { type Day, nightsBetween } from './dates.ts'
import { asWritten, breakable, clockTime, heading, phrase, withoutScheme } from './fragments.ts'
import type { Hotel } from './hotel.ts'
import { hasStatus, type Itinerary } from './itinerary.ts'
import type { Now, Upcoming } from './now.ts'
import { phoneLink } from './phone.ts'
import { addressButton, isCalled, shows } from './reach.ts'
import type { StayContext } from './render-context.ts'
import { presentRooms, roomTitle } from './rooms.ts'
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
    <section class="now" part="now" data-state=${state} aria-labelledby=${NOW}>${VIEWS[state](itinerary, translator, context)}</section>
  `
}

/** Whether the block has the link that adds the stay to a calendar. */
export const hasCalendar = ({ pending }: Itinerary, context: StayContext) =>
  context.now.state === 'before' && !pending && shows(context, 'now')

/** The id of what names the block. */
const NOW = 'now'

const VIEWS: Record<Exclude<Now['state'], 'cancelled' | undefined>, View> = {
  before: (itinerary, translator, context) => {
    const { now, announcement } = context
    const link = calendarLink(itinerary, translator, context)
    return [
      title([translator.words.arrival], translator.inDays(now.days), context),
      checkIn(now, translator),
      link,
      link !== nothing && announcement?.source === 'calendar' ? line(announcement.text) : nothing,
    ]
  },
  arrival: (itinerary, translator, context) => {
    const { words } = translator
    const { leg, plans } = context.now
    const time = leg ? leg.checkIn : ''
    return [
      title(
        [words.arrival, time && words.today],
        time ? phrase(words.roomReady, shownTime(time, translator)) : words.today,
        context,
      ),
      destination(translator, context),
      plans.length
        ? planList(plans.slice(0, 2), translator, context.now)
        : facts(context, nextMove(itinerary, translator, context)),
    ]
  },
  during: (itinerary, translator, context) => {
    const { words, inDays } = translator
    const { now } = context
    if (now.left) return change(translator, context)
    if (now.plans.length) return plans(translator, context)
    const rooms = presentRooms(itinerary, now)
    return [
      rooms.length
        ? title(
            [rooms.length > 1 ? words.rooms : words.room],
            rooms.map((room, index) => html`${index ? ', ' : ''}${roomTitle(room, words)}`),
            context,
          )
        : title([words.departure], inDays(now.days), context),
      facts(context, nextMove(itinerary, translator, context)),
    ]
  },
  departure: (itinerary, translator, context) => {
    const { words } = translator
    const { now } = context
    const { time } = itinerary.departure
    if (now.isOut && now.plans.length) return plans(translator, context)
    return [
      title(
        [words.departure, time && words.today],
        time ? phrase(words.checkOut, shownTime(time, translator)) : words.today,
        context,
      ),
      now.plans.length ? planList(now.plans, translator, now) : facts(context, []),
    ]
  },
  after: (_, { words }, context) => {
    const hotel = context.now.leg?.hotel
    const called = hotel ? telephone(hotel, words.call, context) : nothing
    const visited = hotel ? website(hotel, words.website, context) : nothing
    return [
      title([], words.ended, context),
      called === nothing && visited === nothing ? nothing : line(words.leftBehind),
      called,
      visited,
    ]
  },
  pending: (itinerary, { words }, context) => {
    const [message, advice] = hasStatus(itinerary, 'Inquiry') ? words.requested : words.unconfirmed
    return [title([], message, context), line(advice)]
  },
}

function cancelled(itinerary: Itinerary, { words }: Translator, hotel: Hotel | undefined, context: StayContext) {
  return html`
    <section class="cancelled" part="cancelled" aria-labelledby=${NOW}>
      ${title([], itinerary.cancelled ? words.cancelled : words.missed, context)}
      ${hotel ? telephone(hotel, words.call, context) : nothing}
    </section>
  `
}

/** The headline, below its label. The label names the block, otherwise the headline does. */
function title(labels: unknown[], content: unknown, { level }: StayContext) {
  const present = labels.filter(Boolean)
  return html`
    ${present.length ? html`<p class="label" id=${NOW}>${present.map((text, index) => html`${index ? ' · ' : ''}${text}`)}</p>` : nothing}
    ${heading(level + 1, present.length ? { class: 'headline' } : { class: 'headline', id: NOW }, content)}
  `
}

const line = (content: unknown) => html`<p class="line">${content}</p>`

/** Until when the guest is in the hotel of today, and which one follows. */
function nextMove({ departure }: Itinerary, translator: Translator, { now }: StayContext) {
  const { words, inDays } = translator
  const next = now.legs.find(({ from }) => from !== undefined && from > now.today)
  const day = next ? now.leg?.to : departure.day
  const time = (!next && departure.time) || now.leg?.checkOut
  return [
    day === undefined
      ? nothing
      : fact(
          dayName(day, translator, now),
          time ? phrase(words.checkOut, shownTime(time, translator)) : words.departure,
        ),
    next?.from === undefined
      ? nothing
      : html`<li>${inDays(nightsBetween(now.today, next.from))} · ${asWritten(next.hotel.name)}</li>`,
  ]
}

const fact = (name: unknown, content: unknown) => html`<li><span class="at">${name}</span> <span>${content}</span></li>`

/** What a guest without plans needs: the Wi-Fi, the breakfast, and `end`. */
function facts({ now, wifi }: StayContext, end: unknown[]) {
  const known = now.leg && wifi?.get(now.leg.hotel)
  const rows = [known?.line, known?.breakfast, ...end].filter(each => each && each !== nothing)
  return rows.length ? html`<ul class="list" role="list">${rows}</ul>` : nothing
}

const shownTime = (text: string, { time }: Translator) => clockTime(text, time(text))

const timeLine = (words: string, text: string | undefined, translator: Translator) =>
  text ? line(phrase(words, shownTime(text, translator))) : nothing

const checkIn = ({ leg }: Now, translator: Translator) => timeLine(translator.words.checkIn, leg?.checkIn, translator)

/** The way from one hotel to the next. */
function change(translator: Translator, context: StayContext) {
  const { words } = translator
  const { leg, left, plans } = context.now
  return [
    title([words.today], phrase(words.changeTo, asWritten(leg?.hotel.name ?? '')), context),
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

const website = (hotel: Hotel, label: string, context: StayContext) =>
  hotel.website && shows(context, 'website')
    ? html`<p class="line"><a class="phone" href=${hotel.website} target="_blank" rel="noopener" referrerpolicy="no-referrer">${label} <bdi dir="ltr" translate="no">${breakable(withoutScheme(hotel.website))}</bdi></a></p>`
    : nothing

/** The plan that is on or next, large, and those after it. */
function plans(translator: Translator, context: StayContext) {
  const { words } = translator
  const { now } = context
  const [plan, ...next] = now.plans
  if (!plan) return nothing
  const { item, isOn, wait, day } = plan
  const when = wait ? waiting(wait, translator) : isOn || day === now.today ? '' : dayName(day, translator, now)
  return html`
    ${title([isOn ? words.now : words.next, when], asWritten(item.name || item.type || item.place), context)}
    ${line(html`${times(plan, translator)}${item.place ? html` <span class="where">${asWritten(item.place)}</span>` : nothing}`)}
    ${planList(next, translator, now, !wait)}
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
