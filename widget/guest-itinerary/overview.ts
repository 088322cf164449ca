import { html, nothing, type TemplateResult } from 'lit'
import { normalize, type Words } from '../locales/words.ts'
import { calendarLink } from './calendar-link.ts'
import { type Day, isoDay, nightsBetween } from './dates.ts'
import { asWritten, changeId, changeMark, clockTime, heading, phrase, TITLE } from './fragments.ts'
import type { Itinerary, Moment } from './itinerary.ts'
import { hasCalendar, nowBlock } from './now-block.ts'
import type { ActionSource, StayContext } from './render-context.ts'
import { presentRooms, roomsLine } from './rooms.ts'
import { shortcuts } from './shortcuts.ts'
import type { Translator } from './translator.ts'

/** Hotel, guest, what is now and next, and dates. */
export function overview(itinerary: Itinerary, translator: Translator, context: StayContext): TemplateResult {
  const { hotel, hotels, guest, logo, picture, reservationNumber, status, type } = itinerary
  const { words } = translator
  const stayAt = hotel ? phrase(words.stayAt, asWritten(hotel)) : words.stay
  const title = hotels.length > 1 ? words.trip : stayAt
  const block = nowBlock(itinerary, translator, context)
  const rooms = roomsLine(presentRooms(itinerary, context.now), words)
  return html`
    ${picture ? html`<figure class="picture" part="picture">${image(picture)}</figure>` : nothing}
    <header class="head">
      ${logo ? html`<p class="logo" part="logo">${image(logo)}</p>` : nothing}
      ${heading(context.level, { class: 'title', part: 'title', tabindex: '-1', id: TITLE }, title)}
      ${guest ? html`<p class="guest" part="guest">${asWritten(guest)}</p>` : nothing}
      ${rooms ? html`<p class="room-numbers" part="room-numbers">${rooms}</p>` : nothing}
      ${status || type || reservationNumber ? marks(itinerary, translator) : nothing}
    </header>
    ${context.changesLine}
    <div class=${block === nothing ? nothing : 'beside'}>
      ${block} ${shortcuts(itinerary, translator, context)}
      ${stay(itinerary, translator, context)}
    </div>
  `
}

const marks = ({ status, type, reservationNumber }: Itinerary, { words }: Translator) => html`
  <p class="marks">
    ${
      status
        ? html`<span class="mark status" part="status" data-status=${normalize(status)}>${translated(words.statuses, status)}</span>`
        : nothing
    }
    ${isUsual(type, words) ? nothing : html`<span class="mark" part="type">${translated(words.types, type)}</span>`}
    ${
      reservationNumber
        ? html`<span class="reference">${words.reservation} <strong translate="no">${reservationNumber}</strong></span>`
        : nothing
    }
  </p>
`

/** The guest's actions. The buttons need a script. */
export function actions(itinerary: Itinerary, translator: Translator, context: StayContext) {
  const { words } = translator
  const { calendar, actions, announcement } = context
  return html`
    <div class="actions" part="actions">
      ${hasCalendar(itinerary, context) ? nothing : calendarLink(itinerary, translator, context)}
      ${calendar ? html`<button class="button" part="button share" type="button" ?disabled=${!actions} aria-disabled=${actions?.pending === 'share' || nothing} @click=${actions?.share}>${words.share}</button>` : nothing}
      <button class="button" part="button print" type="button" ?disabled=${!actions} aria-disabled=${actions?.pending === 'print' || nothing} @click=${actions?.print}>${words.print}</button>
      <p class="said" part="said" role="status">${announcement && !isHotel(announcement.source) ? announcement.text : nothing}</p>
    </div>
  `
}

function stay({ arrival, departure }: Itinerary, translator: Translator, context: StayContext) {
  const { words, date } = translator
  if (isUnknown(arrival) && isUnknown(departure)) return nothing
  const isLong = [arrival, departure].some(({ day }) => day !== undefined && widthOf(date(day)) > WIDEST_DATE)
  const shown = (name: 'arrival' | 'departure', shown: Moment) =>
    moment({ name, label: words[name], moment: shown, isLong }, translator, context)
  return html`
    <section class=${context.now.state === 'cancelled' ? 'stay struck' : 'stay'} part="stay">
      ${shown('arrival', arrival)} ${nights(arrival, departure, translator)} ${shown('departure', departure)}
    </section>
  `
}

/** Characters of a date that fit beside another one. The size of dates follows the width of the sheet. */
const WIDEST_DATE = 13

/** Chinese and Japanese characters are as wide as two others. */
const widthOf = (text: string) => text.replace(/\p{scx=Hani}/gu, '  ').length

function moment(
  { name, label, moment, isLong }: { name: string; label: string; moment: Moment; isLong: boolean },
  translator: Translator,
  { changes, level }: StayContext,
) {
  const { day, time } = moment
  const change = changes?.get(moment)
  if (isUnknown(moment)) return nothing
  return html`
    <div class="moment ${name}" part=${name} id=${changeId(change)}>
      ${heading(level + 1, { class: 'label' }, html`${label}${changeMark(change, translator)}`)}
      ${day === undefined ? nothing : html`<time class="date" datetime=${isoDay(day)}>${dateOf(day, isLong, translator)}</time>`}
      <p class="clock">
        ${day === undefined ? nothing : html`<span class="weekday">${translator.weekday(day)}</span> `}
        ${time ? clockTime(time, translator.time(time)) : nothing}
      </p>
    </div>
  `
}

/** Where a long date does not fit, its short form is shown. */
const dateOf = (day: Day, isLong: boolean, { date, shortDate }: Translator) =>
  isLong
    ? html`<span class="long">${date(day)}</span><span class="short">${shortDate(day, WIDEST_DATE)}</span>`
    : date(day)

const isUnknown = ({ day, time }: Moment) => day === undefined && !time

function nights(arrival: Moment, departure: Moment, { count, words }: Translator) {
  if (arrival.day === undefined || departure.day === undefined) return nothing
  const number = nightsBetween(arrival.day, departure.day)
  return number ? html`<p class="nights" part="nights"><span>${count(words.nights, number)}</span></p>` : nothing
}

/** The result of an action on a hotel or its Wi-Fi is shown there. */
const isHotel = (source: ActionSource) => typeof source === 'object' && !('notes' in source)

/** The usual type of a stay says nothing to a guest, unless the hotel has a word of its own for it. */
const isUsual = (type: string, { types }: Words) =>
  !type || (normalize(type) === 'individual' && !('Individual' in types))

/** The translation of a name that the service sends. An unknown name is shown as it is. */
function translated(names: Words['statuses'] | Words['types'], name: string): string {
  const known = Object.entries(names).find(([key]) => normalize(key) === normalize(name))
  return known?.[1] ?? name
}

/** A picture that does not load keeps its space, so that nothing shifts. Its `alt` is empty: the text beside it names the hotel. */
const image = (address: string) =>
  html`<img src=${address} alt="" referrerpolicy="no-referrer" @load=${updateVisibility} @error=${updateVisibility} />`

function updateVisibility({ type, target }: Event) {
  ;(target as HTMLElement).hidden = type === 'error'
}
