import { html, nothing } from 'lit'
import { type Day, isoDay } from './dates.ts'
import { changeMark, detailLine, heading } from './fragments.ts'
import type { Itinerary, ScheduleDay, ScheduleItem } from './itinerary.ts'
import type { RenderContext } from './render-context.ts'
import { fill, type Translator } from './translator.ts'

/** A space as wide as a digit, to align 9:30 with 12:30. */
const FIGURE_SPACE = '\u2007'

/** The items of each day; today is marked. Without items a notice says that nothing is planned, unless the stay is over. */
export function schedule({ schedule, over }: Itinerary, translator: Translator, context: RenderContext) {
  const { words } = translator
  if (!schedule.length && over) return nothing
  return html`
    <section class="schedule" part="schedule">
      ${heading(context.level + 1, { class: 'heading', part: 'heading' }, words.schedule)}
      ${
        schedule.length
          ? html`<ol class="list">
              ${schedule.map(each => day(each, translator, context))}
            </ol>`
          : html`<slot name="empty"><p class="none">${words.noSchedule}</p></slot>`
      }
    </section>
  `
}

function day({ day, items }: ScheduleDay, translator: Translator, context: RenderContext) {
  const isToday = day === context.today
  const { words, date, weekday } = translator
  return html`
    <li class="day" part=${isToday ? 'day today' : 'day'} aria-current=${isToday ? 'date' : nothing}>
      ${heading(
        context.level + 2,
        { class: 'when' },
        html`
          ${
            day === undefined
              ? words.noDate
              : html`<time datetime=${isoDay(day)}
                  ><span class="weekday">${weekday(day)}</span> <span class="date">${date(day)}</span></time
                >`
          }
          ${isToday ? html`<span class="mark today">${words.today}</span>` : nothing}
        `,
      )}
      <ol class="list">
        ${items.map(each => item(each, day, translator, context))}
      </ol>
    </li>
  `
}

function item(
  item: ScheduleItem,
  day: Day | undefined,
  translator: Translator,
  { actions, changes, level }: RenderContext,
) {
  const { words, count, time, list } = translator
  const { start, end, type, notes } = item
  const name = item.name || type
  const aligned = (text: string) => time(text).replace(/^(?=\d(?!\d))/, FIGURE_SPACE)
  return html`
    <li class="item" part="item">
      <p class="times">
        ${start ? html`<time>${aligned(start)}</time>` : nothing}
        ${end && end !== start ? html`<time class="end"><span class="unseen">–</span>${aligned(end)}</time>` : nothing}
      </p>
      <div class="plan">
        ${name ? heading(level + 3, { class: 'name' }, html`<bdi>${name}</bdi>`) : nothing}
        ${type && item.name ? html`<span class="kind" part="kind">${type}</span>` : nothing}
        ${changeMark(changes?.get(item), translator)}
        ${detailLine(
          list(item.place),
          item.hosts && fill(words.hosts, list(item.hosts)),
          item.participants > 0 && count(words.guests, item.participants),
        )}
        ${notes.length ? html`<div class="notes">${notes.map(note => html`<p><bdi>${note}</bdi></p>`)}</div>` : nothing}
      </div>
      ${
        day !== undefined && name
          ? html`<button
              class="add"
              part="add"
              type="button"
              aria-label=${`${words.calendar}: ${name}`}
              ?disabled=${!actions}
              @click=${() => actions?.addToCalendar(item, day)}
            ></button>`
          : nothing
      }
    </li>
  `
}
