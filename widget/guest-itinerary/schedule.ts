import { html, nothing } from 'lit'
import { type Day, isoDay } from './dates.ts'
import { facts } from './facts.ts'
import type { Itinerary, ScheduleDay, ScheduleItem } from './itinerary.ts'
import type { Language } from './language.ts'

/** As wide as a digit: 9:30 stands under 12:30 as it should. */
const FIGURE_SPACE = '\u2007'

/** What is planned, day by day; `now` is marked. Of a stay that is over, nothing is planned any more. */
export function schedule({ schedule, over }: Itinerary, language: Language, now: Day) {
  const { words } = language
  if (!schedule.length && over) return nothing
  return html`
    <section class="schedule" part="schedule">
      <h3 class="heading" part="heading">${words.schedule}</h3>
      ${
        schedule.length
          ? html`<ol class="list">
              ${schedule.map(each => day(each, language, each.day === now))}
            </ol>`
          : html`<p class="none">${words.noSchedule}</p>`
      }
    </section>
  `
}

function day({ day, items }: ScheduleDay, language: Language, isToday: boolean) {
  const { words, date, weekday } = language
  return html`
    <li class="day" part=${isToday ? 'day today' : 'day'} aria-current=${isToday ? 'date' : nothing}>
      <h4 class="when">
        ${
          day === undefined
            ? words.noDate
            : html`<time datetime=${isoDay(day)}
                ><span class="weekday">${weekday(day)}</span> <span class="date">${date(day)}</span></time
              >`
        }
        ${isToday ? html`<span class="mark today">${words.today}</span>` : nothing}
      </h4>
      <ol class="list">
        ${items.map(each => item(each, language))}
      </ol>
    </li>
  `
}

function item(item: ScheduleItem, { words, count, time }: Language) {
  const { start, end, type, notes } = item
  const aligned = (written: string) => time(written).replace(/^(?=\d(?!\d))/, FIGURE_SPACE)
  return html`
    <li class="item" part="item">
      <p class="times">
        ${start ? html`<time>${aligned(start)}</time>` : nothing}
        ${end && end !== start ? html`<time class="end"><span class="unseen">–</span>${aligned(end)}</time>` : nothing}
      </p>
      <div class="plan">
        ${item.name || type ? html`<h5 class="name"><bdi>${item.name || type}</bdi></h5>` : nothing}
        ${type && item.name ? html`<span class="kind" part="kind">${type}</span>` : nothing}
        ${facts(
          item.place,
          item.hosts && words.hosts(item.hosts),
          item.participants > 0 && count(words.guests, item.participants),
        )}
        ${notes.length ? html`<div class="notes">${notes.map(note => html`<p dir="auto">${note}</p>`)}</div>` : nothing}
      </div>
    </li>
  `
}
