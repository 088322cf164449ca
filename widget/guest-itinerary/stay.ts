import { html, nothing, type TemplateResult } from 'lit'
import { TITLE } from './fragments.ts'
import { hotels } from './hotels.ts'
import { hasStatus, type Itinerary } from './itinerary.ts'
import { directionOf } from './locale.ts'
import { nowOf } from './now.ts'
import { actions, overview } from './overview.ts'
import { shows } from './reach.ts'
import type { RenderContext, StayContext } from './render-context.ts'
import { rooms } from './rooms.ts'
import { savedAt } from './saved-at.ts'
import { schedule } from './schedule.ts'
import type { Translator } from './translator.ts'
import { wallAt } from './zone.ts'

/** The whole stay. */
export function stay(itinerary: Itinerary, translator: Translator, given: RenderContext): TemplateResult {
  const context = contextOf(itinerary, translator, given)
  const legs = itinerary.hotels.length > 1 && shows(context, 'hotel') ? context.now.legs : []
  return html`
    ${context.asOf ? html`<p class="as-of" part="as-of">${savedAt(translator.words, translator.locale, context.asOf, context.at)}${context.isOffline ? html` ${translator.words.offline}` : nothing}</p>` : nothing}
    ${overview(itinerary, translator, context)}
    <div class="body">
      ${rooms(
        itinerary,
        legs.flatMap(leg => leg.rooms),
        translator,
        context,
      )}
      ${hotels(itinerary, translator, context)}
      ${schedule(itinerary, translator, context)} ${actions(itinerary, translator, context)}
    </div>
  `
}

/** Nobody is driven to a stay that does not take place, or may not. */
function contextOf(itinerary: Itinerary, { words }: Translator, given: RenderContext): StayContext {
  const isCertain = !itinerary.pending && !hasStatus(itinerary, 'Cancelled', 'NoShow')
  return {
    ...given,
    now: nowOf(itinerary, given.at),
    wifi: given.showWifi?.(itinerary, words.wifi, given, { write: html, wallAt }),
    without: isCertain ? given.without : new Set([...(given.without ?? []), 'driver']),
  }
}

/**
 * The root of the shadow tree, with the hotel's slots: around a stay, the skeleton while it loads, or a failure. It depends on
 * its arguments only, because both the element and the service render it.
 */
export function sheet(view: unknown, locale: string, busy = false): TemplateResult {
  return html`
    <article class="sheet" part="sheet" lang=${locale} dir=${directionOf(locale)}
      aria-labelledby=${busy ? nothing : TITLE} aria-busy=${busy}>
      <slot name="header"></slot>
      ${view}
      <slot name="footer"></slot>
    </article>
  `
}
