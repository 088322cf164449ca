import type { Changes } from './changes.ts'
import type { Day } from './dates.ts'
import type { Itinerary, ScheduleItem } from './itinerary.ts'
import { overview } from './overview.ts'
import { rooms } from './rooms.ts'
import { schedule } from './schedule.ts'
import { html, nothing, type TemplateResult } from './template.ts'
import { directionOf, fill, type Language } from './translator.ts'

/** What there is to say beside the stay itself. All of it is plain data, so that a server can say it too. */
export interface RenderContext {
  /** the address of the calendar */
  calendar: string
  /** the guest's day of the calendar */
  today: Day
  /** the level of the title's heading, 1 to 6; the others are below it */
  level: number
  /** what the guest can do; without it, buttons keep their place and wait */
  actions?: Actions | undefined
  changes?: Changes | undefined
  /** of when the stay is (ms), where that must be said */
  asOf?: number | undefined
  /** what has just been done: that the link is copied */
  announcement?: string | undefined
}

export interface Actions {
  /** the whole stay, or one item of a day */
  addToCalendar(item?: ScheduleItem, day?: Day): void
  share(): void
  print(): void
}

/** A stay, whole. */
export function stay(itinerary: Itinerary, language: Language, around: RenderContext): TemplateResult {
  return html`
    ${around.asOf ? html`<p class="as-of" part="as-of">${fill(language.words.asOf, language.instant(around.asOf))}</p>` : nothing}
    ${overview(itinerary, language, around)}
    <div class="body">${rooms(itinerary, language, around)} ${schedule(itinerary, language, around)}</div>
  `
}

/**
 * All that is seen: a stay, its shape while it loads, or why there is none; between what the hotel puts above and below. Like the
 * stay it is made of nothing but what it is given: the element in a browser and the service, which writes the guest's page before
 * any script has run, both write it with this.
 */
export function sheet(view: unknown, locale: string, busy = false): TemplateResult {
  return html`
    <article class="sheet" part="sheet" lang=${locale} dir=${directionOf(locale)} aria-busy=${busy}>
      <slot name="header"></slot>
      ${view}
      <slot name="footer"></slot>
    </article>
  `
}
