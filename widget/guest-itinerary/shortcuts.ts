import { html, nothing } from 'lit'
import { dialed } from './grouped.ts'
import type { Itinerary } from './itinerary.ts'
import { directionsLink, isCalled } from './reach.ts'
import type { StayContext } from './render-context.ts'
import type { Translator } from './translator.ts'

/** The id of the schedule's heading. */
export const SCHEDULE = 'schedule'

/** What guests need most, in one row of at most four: call, the way there, Wi-Fi, the days. A stay that is over has the block above. */
export function shortcuts({ schedule }: Itinerary, translator: Translator, context: StayContext) {
  const { words } = translator
  const { actions, now } = context
  const hotel = now.leg?.hotel
  if (now.state === 'after' || now.state === 'cancelled') return nothing
  const shown = [
    hotel && isCalled(hotel, context)
      ? html`<a class="button" part="button" href=${`tel:${dialed(hotel.phone)}`}>${words.call}</a>`
      : nothing,
    hotel ? directionsLink(hotel, translator, context) : nothing,
    (hotel && context.wifi?.get(hotel)?.shortcut) ?? nothing,
    schedule.length
      ? html`<button class="button" part="button days" type="button" ?disabled=${!actions} @click=${() => actions?.jump(SCHEDULE)}>${words.days}</button>`
      : nothing,
  ].filter(each => each !== nothing)
  return shown.length ? html`<div class="shortcuts" part="shortcuts">${shown}</div>` : nothing
}
