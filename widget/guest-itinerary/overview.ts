import { html, nothing, type TemplateResult } from 'lit'
import { normalize, type Words } from '../locales/words.ts'
import { isoDay, nightsBetween } from './dates.ts'
import { asWritten, changeId, changeMark, clockTime, heading, phrase, TITLE } from './fragments.ts'
import type { Itinerary, Moment } from './itinerary.ts'
import { nowBlock } from './now-block.ts'
import type { ActionSource, StayContext } from './render-context.ts'
import { shortcuts } from './shortcuts.ts'
import type { Translator } from './translator.ts'

/** Hotel, guest, what is now and next, and dates. */
export function overview(itinerary: Itinerary, translator: Translator, context: StayContext): TemplateResult {
  const { hotel, hotels, guest, logo, picture, reservationNumber, status, type } = itinerary
  const { words } = translator
  const stayAt = hotel ? phrase(words.stayAt, asWritten(hotel)) : words.stay
  const title = hotels.length > 1 ? words.trip : stayAt
  return html`
    ${picture ? html`<figure class="picture" part="picture">${image(picture)}</figure>` : nothing}
    <header class="head">
      ${logo ? html`<p class="logo" part="logo">${image(logo)}</p>` : nothing}
      ${heading(context.level, { class: 'title', part: 'title', tabindex: '-1', id: TITLE }, title)}
      ${guest ? html`<p class="guest" part="guest">${asWritten(guest)}</p>` : nothing}
      ${status || type || reservationNumber ? marks(itinerary, translator) : nothing}
    </header>
    ${context.changesLine} ${nowBlock(itinerary, translator, context)} ${shortcuts(itinerary, translator, context)}
    ${stay(itinerary, translator, context)}
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

/** The guest's actions. The calendar is a link that works without a script; the buttons need one. */
export function actions(
  { cancelled, pending }: Itinerary,
  { words }: Translator,
  { calendar, actions, announcement }: StayContext,
) {
  const addToCalendar = (event: Event) => {
    if (!actions) return
    event.preventDefault()
    actions.addToCalendar()
  }
  return html`
    <div class="actions" part="actions">
      ${
        cancelled || pending || !calendar
          ? nothing
          : html`<a
              class="button calendar"
              part="button calendar"
              href=${calendar}
              referrerpolicy="no-referrer"
              aria-disabled=${actions?.pending === 'calendar' || nothing}
              @click=${addToCalendar}
              >${words.calendar}</a
            >`
      }
      ${calendar ? html`<button class="button" part="button share" type="button" ?disabled=${!actions} aria-disabled=${actions?.pending === 'share' || nothing} @click=${actions?.share}>${words.share}</button>` : nothing}
      <button class="button" part="button print" type="button" ?disabled=${!actions} aria-disabled=${actions?.pending === 'print' || nothing} @click=${actions?.print}>${words.print}</button>
      <p class="said" part="said" role="status">${announcement && !isHotel(announcement.source) ? announcement.text : nothing}</p>
    </div>
  `
}

function stay({ arrival, departure }: Itinerary, translator: Translator, context: StayContext) {
  const { words } = translator
  if (isUnknown(arrival) && isUnknown(departure)) return nothing
  return html`
    <section class=${context.now.state === 'cancelled' ? 'stay struck' : 'stay'} part="stay">
      ${moment({ name: 'arrival', label: words.arrival, moment: arrival }, translator, context)} ${nights(arrival, departure, translator)}
      ${moment({ name: 'departure', label: words.departure, moment: departure }, translator, context)}
    </section>
  `
}

function moment(
  { name, label, moment }: { name: string; label: string; moment: Moment },
  translator: Translator,
  { changes, level }: StayContext,
) {
  const { day, time } = moment
  const change = changes?.get(moment)
  if (isUnknown(moment)) return nothing
  return html`
    <div class="moment ${name}" part=${name} id=${changeId(change)}>
      ${heading(level + 1, { class: 'label' }, html`${label}${changeMark(change, translator)}`)}
      ${day === undefined ? nothing : html`<time class="date" datetime=${isoDay(day)}>${together(translator.date(day))}</time>`}
      <p class="clock">
        ${day === undefined ? nothing : html`<span class="weekday">${translator.weekday(day)}</span> `}
        ${time ? clockTime(time, translator.time(time)) : nothing}
      </p>
    </div>
  `
}

/** Day and month stay on one line; a year may be on the next. */
const together = (date: string) => date.replace(/(\d{4}.?)?\s(?!(de )?\d{4})/gu, (all, year) => (year ? all : '\u00a0'))

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
