import { html, nothing } from 'lit'
import { type Day, type DayHeading, isoDay } from './dates.ts'
import { asWritten, changeMark, clockTime, detailLine, heading, phrase } from './fragments.ts'
import type { Itinerary, ScheduleDay, ScheduleItem } from './itinerary.ts'
import type { RenderContext } from './render-context.ts'
import type { Translator } from './translator.ts'

/** A space as wide as a digit, to align 9:30 with 12:30. From right to left, they are aligned by their minutes. */
const FIGURE_SPACE = '\u2007'

/**
 * The items of each day; today is marked. Without items a notice says that nothing is planned, unless the stay is over. Items of a
 * cancelled stay are not for a calendar.
 */
export function schedule({ schedule, over, cancelled }: Itinerary, translator: Translator, context: RenderContext) {
  const { words } = translator
  if (!schedule.length && over) return nothing
  return html`
    <section class="schedule" part="schedule">
      ${heading(context.level + 1, { class: 'heading', part: 'heading' }, words.schedule)}
      ${
        schedule.length
          ? html`<ol class="list" role="list">
              ${schedule.map(each => day(each, cancelled, translator, context))}
            </ol>`
          : html`<slot name="empty"><p class="none">${words.noSchedule}</p></slot>`
      }
    </section>
  `
}

function day({ day, items }: ScheduleDay, cancelled: boolean, translator: Translator, context: RenderContext) {
  const isToday = day === context.today
  const { words } = translator
  return html`
    <li class="day" part=${isToday ? 'day today' : 'day'} aria-current=${isToday ? 'date' : nothing}>
      ${heading(
        context.level + 2,
        { class: 'when' },
        html`
          ${
            day === undefined
              ? words.noDate
              : html`<time datetime=${isoDay(day)}>${dayHeading(translator.heading(day))}</time>`
          }
          ${isToday ? html`<span class="mark today">${words.today}</span>` : nothing}
        `,
      )}
      <ol class="list" role="list">
        ${items.map(each => item(each, cancelled ? undefined : day, translator, context))}
      </ol>
    </li>
  `
}

function dayHeading({ separator, parts: [first, second] }: DayHeading) {
  const part = (each: DayHeading['parts'][number] | undefined) =>
    each ? html`<span class=${each.kind}>${each.text}</span>` : nothing
  return html`${part(first)}<span class="separator">${separator}</span>${part(second)}`
}

/** `day`: its day in a calendar; undefined: it is not for a calendar. */
function item(
  item: ScheduleItem,
  day: Day | undefined,
  translator: Translator,
  { actions, changes, level }: RenderContext,
) {
  const { words, count, time, direction } = translator
  const { start, end, type, notes } = item
  const name = item.name || type
  const aligned = (text: string) => time(text).replace(/^(?=\d(?!\d))/, direction === 'ltr' ? FIGURE_SPACE : '')
  const shownEnd = clockTime(end, aligned(end))
  const endTime = endsNextDay(item) ? phrase(words.nextDay, shownEnd) : shownEnd
  return html`
    <li class="item" part="item">
      <p class="times">
        ${start ? clockTime(start, aligned(start)) : nothing}
        ${end && end !== start ? html`<span class="end"><span class="unseen">–</span>${endTime}</span>` : nothing}
      </p>
      <div class="plan">
        ${name ? heading(level + 3, { class: 'name' }, asWritten(name)) : nothing}
        ${type && item.name ? html`<span class="kind" part="kind">${asWritten(type)}</span>` : nothing}
        ${changeMark(changes?.get(item), translator)}
        ${detailLine(
          asWritten(item.place),
          item.hosts && phrase(words.hosts, names(item.hosts)),
          item.participants > 0 && count(words.guests, item.participants),
        )}
        ${notes.length ? html`<div class="notes">${notes.map(note => html`<p>${asWritten(note)}</p>`)}</div>` : nothing}
      </div>
      ${
        day !== undefined && name
          ? html`<button
              class="add"
              part="add"
              type="button"
              aria-label=${`${words.calendar}: ${name}`}
              ?disabled=${!actions}
              aria-disabled=${actions?.pending === item || nothing}
              @click=${() => actions?.addToCalendar(item, day)}
            ></button>`
          : nothing
      }
    </li>
  `
}

/** Both are `HH:mm`: an end before the start is on the day after. */
const endsNextDay = ({ start, end }: ScheduleItem) => /^\d\d:\d\d/.test(start) && /^\d\d:\d\d/.test(end) && end < start

/** Names as the service joins them, each with its own direction. */
const names = (hosts: string) => hosts.split(', ').map((name, index) => html`${index ? ', ' : ''}${asWritten(name)}`)
