import { changeMark } from './change-mark.ts'
import { type Day, isoDay } from './dates.ts'
import { facts } from './facts.ts'
import { heading } from './heading.ts'
import type { Itinerary, ScheduleDay, ScheduleItem } from './itinerary.ts'
import type { RenderContext } from './stay.ts'
import { html, nothing } from './template.ts'
import { fill, type Language } from './translator.ts'

/** As wide as a digit: 9:30 stands under 12:30 as it should. */
const FIGURE_SPACE = '\u2007'

/** What is planned, day by day; today is marked. Of a stay that is over, nothing is planned any more. */
export function schedule({ schedule, over }: Itinerary, language: Language, around: RenderContext) {
  const { words } = language
  if (!schedule.length && over) return nothing
  return html`
    <section class="schedule" part="schedule">
      ${heading(around.level + 1, { class: 'heading', part: 'heading' }, words.schedule)}
      ${
        schedule.length
          ? html`<ol class="list">
              ${schedule.map(each => day(each, language, around))}
            </ol>`
          : html`<slot name="empty"><p class="none">${words.noSchedule}</p></slot>`
      }
    </section>
  `
}

function day({ day, items }: ScheduleDay, language: Language, around: RenderContext) {
  const isToday = day === around.today
  const { words, date, weekday } = language
  return html`
    <li class="day" part=${isToday ? 'day today' : 'day'} aria-current=${isToday ? 'date' : nothing}>
      ${heading(
        around.level + 2,
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
        ${items.map(each => item(each, day, language, around))}
      </ol>
    </li>
  `
}

function item(
  item: ScheduleItem,
  day: Day | undefined,
  language: Language,
  { actions, changes, level }: RenderContext,
) {
  const { words, count, time, list } = language
  const { start, end, type, notes } = item
  const name = item.name || type
  const aligned = (written: string) => time(written).replace(/^(?=\d(?!\d))/, FIGURE_SPACE)
  return html`
    <li class="item" part="item">
      <p class="times">
        ${start ? html`<time>${aligned(start)}</time>` : nothing}
        ${end && end !== start ? html`<time class="end"><span class="unseen">–</span>${aligned(end)}</time>` : nothing}
      </p>
      <div class="plan">
        ${name ? heading(level + 3, { class: 'name' }, html`<bdi>${name}</bdi>`) : nothing}
        ${type && item.name ? html`<span class="kind" part="kind">${type}</span>` : nothing}
        ${changeMark(changes?.get(item), language)}
        ${facts(
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
