import { html, nothing } from 'lit'
import { type Day, type DayHeading, isoDay } from './dates.ts'
import { asWritten, changeId, changeMark, clockTime, detailLine, heading, phrase } from './fragments.ts'
import type { Itinerary, ScheduleDay, ScheduleItem } from './itinerary.ts'
import type { Leg } from './legs.ts'
import type { StayContext } from './render-context.ts'
import { SCHEDULE } from './shortcuts.ts'
import type { Translator } from './translator.ts'

/** A space as wide as a digit, to align 9:30 with 12:30. From right to left, they are aligned by their minutes. */
const FIGURE_SPACE = '\u2007'

/**
 * The items of each day, and where the guest changes the hotel. Past days are folded into one line, today is marked, and what is
 * over today is quiet. Without items a notice says that nothing is planned, unless the stay is over.
 */
export function schedule(itinerary: Itinerary, translator: Translator, context: StayContext) {
  const { words, count, list } = translator
  const { now } = context
  if (!itinerary.schedule.length && itinerary.over) return nothing
  const days = daysOf(itinerary, context)
  const past = now.state === 'cancelled' ? [] : days.filter(each => isBefore(each, now.today))
  const shown = (each: ShownDay, isFolded = false) => day(each, isFolded, itinerary, translator, context)
  const plans = past.reduce((sum, { items }) => sum + items.length, 0)
  return html`
    <section class="schedule" part="schedule">
      ${heading(context.level + 1, { class: 'heading', part: 'heading', id: SCHEDULE, tabindex: '-1' }, words.schedule)}
      ${
        days.length
          ? html`${strip(days, translator, context)}
            <ol class="list" role="list">
              ${
                past.length > 1
                  ? html`<li class="day past" part="day">
                      <details>
                        <summary><span class="folded">${list([count(words.dayCount, past.length), plans ? count(words.plans, plans) : ''].filter(Boolean))}</span></summary>
                        <ol class="list days" role="list">${past.map(each => shown(each))}</ol>
                      </details>
                    </li>`
                  : past.map(each => shown(each, true))
              }
              ${days.filter(each => !past.includes(each)).map(each => shown(each))}
            </ol>`
          : html`<slot name="empty"><p class="none">${words.noSchedule}</p></slot>`
      }
    </section>
  `
}

interface ShownDay extends ScheduleDay {
  /** the leg that begins on this day, in another hotel */
  leg?: Leg | undefined
}

/** The days with items, those on which the guest changes the hotel, and those of what is no longer planned. */
function daysOf({ schedule, arrival, cancelled }: Itinerary, { now: { legs }, changes }: StayContext): ShownDay[] {
  const moves = cancelled ? [] : legs.filter(({ from }) => from !== undefined && from !== arrival.day)
  const days = new Map<Day | undefined, ScheduleItem[]>(schedule.map(({ day, items }) => [day, [...items]]))
  const itemsOf = (day: Day | undefined) => days.get(day) ?? days.set(day, []).get(day) ?? []
  for (const { from } of moves) itemsOf(from)
  for (const [entry, { kind, day }] of changes ?? [])
    if (kind === 'removed') {
      const { start } = entry as ScheduleItem
      const items = itemsOf(day)
      const next = items.findIndex(each => each.start > start)
      items.splice(next < 0 ? items.length : next, 0, entry as ScheduleItem)
    }
  return [...days]
    .map(([day, items]) => ({ day, items, leg: moves.find(({ from }) => from === day) }))
    .sort((one, other) => (one.day ?? Number.POSITIVE_INFINITY) - (other.day ?? Number.POSITIVE_INFINITY))
}

const isBefore = ({ day }: ShownDay, today: Day) => day !== undefined && day < today

const idOf = (day: Day) => `day-${isoDay(day)}`

/** Jumps to a day from today on. Without a script it is hidden. */
function strip(days: ShownDay[], { shortDay, words }: Translator, { now, actions }: StayContext) {
  const dated = days.flatMap(({ day = 0 }) => (day < now.today ? [] : [day]))
  if (dated.length < 3 || now.state === 'cancelled') return nothing
  return html`
    <div class="strip" part="strip" role="group" aria-label=${words.days}>
      ${dated.map(
        day => html`<button class="button" type="button" ?disabled=${!actions} aria-current=${day === now.today ? 'date' : nothing}
          @click=${() => actions?.jump(idOf(day))}>${shortDay(day)}</button>`,
      )}
    </div>
  `
}

function day(shown: ShownDay, isFolded: boolean, itinerary: Itinerary, translator: Translator, context: StayContext) {
  const { day, items, leg } = shown
  const { state, today } = context.now
  const isCancelled = state === 'cancelled'
  const isToday = day === today && !isCancelled
  const { words, count } = translator
  const title = heading(
    context.level + 2,
    { class: 'when', tabindex: '-1', ...(day !== undefined && { id: idOf(day) }) },
    html`
      ${
        day === undefined
          ? words.noDate
          : html`<time datetime=${isoDay(day)}>${dayHeading(translator.heading(day))}</time>`
      }
      ${isToday ? html`<span class="mark today">${words.today}</span>` : nothing}
    `,
  )
  const party = partyOf(itinerary, day)
  const list = html`
    ${leg ? html`<p class="move">${phrase(words.changeTo, asWritten(leg.hotel.name))}</p>` : nothing}
    ${
      items.length
        ? html`<ol class=${isCancelled ? 'list struck' : 'list'} role="list">
      ${items.map(each => item(each, { day: itinerary.cancelled || itinerary.pending || !context.calendar ? undefined : day, party }, translator, context))}
    </ol>`
        : nothing
    }
  `
  return html`
    <li class=${isFolded ? 'day past' : 'day'} part=${isToday ? 'day today' : 'day'} aria-current=${isToday ? 'date' : nothing}>
      ${
        isFolded
          ? html`<details>
              <summary>${title}<span class="folded">${count(words.plans, items.length)}</span></summary>
              ${list}
            </details>`
          : html`${title} ${list}`
      }
    </li>
  `
}

/** The guests of the stay on a day; 0 if that is not known. */
function partyOf({ rooms }: Itinerary, day: Day | undefined): number {
  const present = rooms.filter(
    ({ from, to }) => day === undefined || ((from === undefined || from <= day) && (to === undefined || day <= to)),
  )
  // On the day of a change, the guests are in the rooms before and after it.
  const staying = present.filter(({ from, to }) => day !== to || from === to)
  return (staying.length ? staying : present).reduce((sum, { occupants }) => sum + occupants, 0)
}

function dayHeading({ separator, parts: [first, second] }: DayHeading) {
  const part = (each: DayHeading['parts'][number] | undefined) =>
    each ? html`<span class=${each.kind}>${each.text}</span>` : nothing
  return html`${part(first)}<span class="separator">${separator}</span>${part(second)}`
}

/** `day`: its day in a calendar; undefined: it is not for a calendar, as one that is over. A name that has the type in it stands alone. */
function item(
  item: ScheduleItem,
  { day, party }: { day: Day | undefined; party: number },
  translator: Translator,
  { actions, changes, level, now }: StayContext,
) {
  const { words, count, time, direction } = translator
  const { start, end, type, notes } = item
  const change = changes?.get(item)
  if (change?.kind === 'removed')
    return html`<li class="removed" part="removed" id=${change.id}>${change.name(translator)}</li>`
  const isOver = now.over.has(item)
  const name = item.name || type
  const aligned = (text: string) => time(text).replace(/^(?=\d(?!\d))/, direction === 'ltr' ? FIGURE_SPACE : '')
  const shownEnd = clockTime(end, aligned(end))
  const endTime = endsNextDay(item) ? phrase(words.nextDay, shownEnd) : shownEnd
  return html`
    <li class=${isOver ? 'item over' : 'item'} part="item" id=${changeId(change)}>
      <p class="times">
        ${start ? clockTime(start, aligned(start)) : nothing}
        ${end && end !== start ? html`<span class="end"><span class="unseen">–</span>${endTime}</span>` : nothing}
      </p>
      <div class="plan">
        ${name ? heading(level + 3, { class: 'name' }, asWritten(name)) : nothing}
        ${isTold(item) ? html`<span class="kind" part="kind">${asWritten(type)}</span>` : nothing}
        ${changeMark(change, translator)}
        ${detailLine(
          asWritten(item.place),
          item.hosts && phrase(words.hosts, names(item.hosts)),
          item.participants > 0 && item.participants !== party && count(words.guests, item.participants),
        )}
        ${notes.length ? html`<div class="notes">${notes.map(note => html`<p>${asWritten(note)}</p>`)}</div>` : nothing}
      </div>
      ${
        day !== undefined && name && !isOver
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

/** Whether the type says more than the name and the place do. */
const isTold = ({ type, name, place }: ScheduleItem) =>
  type && name && !/^(meal|activity)$/i.test(type) && !name.toLowerCase().includes(type.toLowerCase()) && type !== place

/** Both are `HH:mm`: an end before the start is on the day after. */
const endsNextDay = ({ start, end }: ScheduleItem) => /^\d\d:\d\d/.test(start) && /^\d\d:\d\d/.test(end) && end < start

/** Names as the service joins them, each with its own direction. */
const names = (hosts: string) => hosts.split(', ').map((name, index) => html`${index ? ', ' : ''}${asWritten(name)}`)
