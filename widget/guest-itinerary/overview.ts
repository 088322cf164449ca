import { plain, type Words } from '../locales/words.ts'
import { changeMark } from './change-mark.ts'
import { isoDay, nightsBetween } from './dates.ts'
import { heading } from './heading.ts'
import type { Itinerary, Moment } from './itinerary.ts'
import type { RenderContext } from './stay.ts'
import { html, nothing, type TemplateResult } from './template.ts'
import { fill, type Language } from './translator.ts'

/** Who, where and when. */
export function overview(itinerary: Itinerary, language: Language, around: RenderContext): TemplateResult {
  const { hotel, guest, logo, picture, reservationNumber, status, type, cancelled } = itinerary
  const { words } = language
  return html`
    ${picture ? html`<figure class="picture" part="picture">${image(picture)}</figure>` : nothing}
    <header class="head">
      ${logo ? html`<p class="logo" part="logo">${image(logo)}</p>` : nothing}
      ${heading(around.level, { class: 'title', part: 'title', tabindex: '-1' }, hotel ? fill(words.stayAt, hotel) : words.stay)}
      ${guest ? html`<p class="guest" part="guest"><bdi>${guest}</bdi></p>` : nothing}
      ${status || type ? badges(status, type, language) : nothing}
    </header>
    ${cancelled ? html`<p class="cancelled" part="cancelled">${words.cancelled}</p>` : nothing}
    ${stay(itinerary, language, around)}
    <footer class="foot">
      ${
        reservationNumber
          ? html`<p class="number">${words.reservation} <strong translate="no">${reservationNumber}</strong></p>`
          : nothing
      }
      ${actions(cancelled, language, around)}
    </footer>
  `
}

const badges = (status: string, type: string, { words }: Language) => html`
  <p class="marks">
    ${
      status
        ? html`<span class="mark status" part="status" data-status=${plain(status)}>${named(words.statuses, status)}</span>`
        : nothing
    }
    ${type ? html`<span class="mark" part="type">${named(words.types, type)}</span>` : nothing}
  </p>
`

/** What a guest can do with a stay. The calendar is a link that works without a script; the rest waits for it. */
function actions(cancelled: boolean, { words }: Language, { calendar, actions, announcement }: RenderContext) {
  const add = (event: Event) => {
    if (!actions) return
    event.preventDefault()
    actions.addToCalendar()
  }
  return html`
    <div class="actions" part="actions">
      ${
        cancelled
          ? nothing
          : html`<a
              class="button calendar"
              part="button calendar"
              href=${calendar}
              referrerpolicy="no-referrer"
              @click=${add}
              >${words.calendar}</a
            >`
      }
      <button class="button" part="button share" type="button" ?disabled=${!actions} @click=${actions?.share}>${words.share}</button>
      <button class="button" part="button print" type="button" ?disabled=${!actions} @click=${actions?.print}>${words.print}</button>
      <p class="said" part="said" role="status">${announcement ?? nothing}</p>
    </div>
  `
}

function stay({ arrival, departure }: Itinerary, language: Language, around: RenderContext) {
  const { words } = language
  if (isUnknown(arrival) && isUnknown(departure)) return nothing
  return html`
    <section class="stay" part="stay">
      ${moment('arrival', words.arrival, arrival, language, around)} ${nights(arrival, departure, language)}
      ${moment('departure', words.departure, departure, language, around)}
    </section>
  `
}

function moment(which: string, label: string, moment: Moment, language: Language, { changes, level }: RenderContext) {
  const { day, time } = moment
  if (isUnknown(moment)) return nothing
  return html`
    <div class="moment ${which}" part=${which}>
      ${heading(level + 1, { class: 'label' }, html`${label}${changeMark(changes?.get(moment), language)}`)}
      ${day === undefined ? nothing : html`<time class="date" datetime=${isoDay(day)}>${language.date(day)}</time>`}
      <p class="clock">
        ${day === undefined ? nothing : html`<span class="weekday">${language.weekday(day)}</span> `}
        ${time ? html`<time>${language.time(time)}</time>` : nothing}
      </p>
    </div>
  `
}

const isUnknown = ({ day, time }: Moment) => day === undefined && !time

function nights(arrival: Moment, departure: Moment, { count, words }: Language) {
  if (arrival.day === undefined || departure.day === undefined) return nothing
  const number = nightsBetween(arrival.day, departure.day)
  return number ? html`<p class="nights" part="nights"><span>${count(words.nights, number)}</span></p>` : nothing
}

/** The guest's word for a name that the service gives; a name that we do not know stands for itself. */
function named(table: Words['statuses'] | Words['types'], name: string): string {
  const known = Object.entries(table).find(([key]) => plain(key) === plain(name))
  return known?.[1] ?? name
}

/** A picture that does not load leaves its place empty: nothing moves. What it shows is named beside it. */
const image = (address: string) =>
  html`<img src=${address} alt="" referrerpolicy="no-referrer" @load=${imageFailed} @error=${imageFailed} />`

function imageFailed({ type, target }: Event) {
  ;(target as HTMLElement).hidden = type === 'error'
}
