import { html, nothing } from 'lit'
import type { Day } from './dates.ts'
import type { Itinerary } from './itinerary.ts'
import type { Language } from './language.ts'
import { overview } from './overview.ts'
import { rooms } from './rooms.ts'
import { schedule } from './schedule.ts'

/*
 * The stay as markup, made of nothing but what it is given: the element in a browser and the service, which writes the guest's
 * page before any script has run, both write it with these two.
 */

/** What everything stands on. */
export function sheet(view: unknown, language: Language | undefined, busy: boolean) {
  const { locale = nothing, words } = language ?? {}
  return html`
    <article class="sheet" part="sheet" lang=${locale} dir=${words?.direction ?? nothing} aria-busy=${busy}>
      ${view}
    </article>
  `
}

/** The stay itself. `calendar` is the address of its calendar, `now` the guest's day. */
export function stay(itinerary: Itinerary, language: Language, calendar: string, now: Day) {
  return html`
    ${overview(itinerary, language, calendar)}
    <div class="body">${rooms(itinerary, language)} ${schedule(itinerary, language, now)}</div>
  `
}
