import { html, nothing } from 'lit'
import type { Itinerary } from './itinerary.ts'
import type { StayContext } from './render-context.ts'
import type { Translator } from './translator.ts'

/** The link that adds the whole stay to a calendar. It works without a script. Nothing for a stay that is not certain, or over. */
export function calendarLink({ pending, over }: Itinerary, { words }: Translator, context: StayContext) {
  const { calendar, actions, now } = context
  if (!calendar || pending || over || now.state === 'after') return nothing
  const addToCalendar = (event: Event) => {
    if (!actions) return
    event.preventDefault()
    actions.addToCalendar()
  }
  return html`<a
    class="button calendar"
    part="button calendar"
    href=${calendar}
    referrerpolicy="no-referrer"
    aria-disabled=${actions?.pending === 'calendar' || nothing}
    @click=${addToCalendar}
    >${words.calendar}</a
  >`
}
