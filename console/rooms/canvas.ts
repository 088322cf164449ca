import { html, nothing, type TemplateResult } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { repeat } from 'lit/directives/repeat.js'
import { words } from '../words.ts'
import { type ChartState, DAYS_HEIGHT, PARK } from './chart-state.ts'
import { dayNames } from './days.ts'
import { type Draft, parkLines } from './draft.ts'
import { type Placed, rowsBetween, spanOf } from './geometry.ts'
import { actToday, barText, spanText } from './labels.ts'
import type { Bar, RoomRow } from './plan.ts'

const CURSOR = 'chart-cursor'
/** The width below which a bar has short words for what it needs today. */
const SHORT = 110

/** What is drawn: the days, the parked bookings, and the rooms that are seen with their bars. */
export class CanvasView {
  readonly #chart: ChartState
  #lines: Bar[][] = []

  constructor(chart: ChartState) {
    this.#chart = chart
  }

  get parkHeight(): number {
    return Math.max(1, this.#lines.length) * this.#chart.measures.row
  }

  /** Sizes, and the days to the first Saturday, for the style sheet. */
  get style(): string {
    const { measures, from, nights } = this.#chart
    const { day, head, row, type } = measures
    // 1970 began on a Thursday.
    const saturday = (9 - (from % 7)) % 7
    const sizes = { day, head, row, type, days: DAYS_HEIGHT }
    const variables = Object.entries(sizes).map(([name, value]) => `--${name}:${value}px`)
    return [...variables, `--saturday:${saturday}`, `width:${head + nights * day}px`].join(';')
  }

  render(): TemplateResult {
    const chart = this.#chart
    this.#lines = parkLines(chart.parkedBars)
    const { top, bottom } = chart.view
    const height = this.parkHeight
    return html`
      ${guard([chart.from, chart.nights, chart.today, chart.measures], () => this.#days())}
      ${this.#park()}
      ${chart.places.map(place => {
        const isSeen = place.top < bottom && place.top + place.height > top
        return html`<div class="type-of-rooms" role="rowgroup" .style=${`height:${place.height}px`}>
          ${isSeen ? this.#group(place, [top, bottom], height) : this.#unseenCursor(place)}
        </div>`
      })}
    `
  }

  #days(): TemplateResult {
    const { from, nights, today, measures } = this.#chart
    const all = Array.from({ length: nights }, (_, i) => ({ day: from + i, ...dayNames(from + i) }))
    const months = all.filter(({ isFirstOfMonth }, i) => i === 0 || isFirstOfMonth)
    const left = (day: number) => measures.head + (day - from) * measures.day
    return html`
      <div class="chart-days" role="row" aria-rowindex="1">
        <div class="corner" role="columnheader" aria-colindex="1">${words.room}</div>
        ${months.map(({ day, month }, i) => {
          const end = months[i + 1]?.day ?? from + nights
          return html`<div class="chart-month" aria-hidden="true"
            .style=${`left:${left(day)}px;width:${(end - day) * measures.day}px`}><span>${month}</span></div>`
        })}
        ${all.map(
          ({ day, weekday, number, long }, i) => html`<div role="columnheader" aria-colindex=${i + 2} aria-label=${long}
            class=${day === today ? 'chart-day today' : 'chart-day'} .style=${`left:${left(day)}px`}><small>${weekday}</small>${number}</div>`,
        )}
      </div>
      ${all.map(({ day, isFirstOfMonth }, i) =>
        day === today || (isFirstOfMonth && i > 0)
          ? html`<i class=${day === today ? 'chart-mark today' : 'chart-mark'} aria-hidden="true" .style=${`left:${left(day)}px`}></i>`
          : nothing,
      )}`
  }

  #park(): TemplateResult {
    const chart = this.#chart
    const { cursor, draft, measures } = chart
    const isAtCursor = cursor.roomId === PARK && !draft
    const bar = isAtCursor ? chart.barAtCursor : undefined
    const row = { roomId: PARK, name: words.chart.parked, title: '', typeId: 0, isActive: true }
    return html`<div class="chart-park" role="row" aria-rowindex="2" data-room=${PARK} .style=${`height:${this.parkHeight}px`}>
      <div class="chart-room" role="rowheader" aria-colindex="1">${words.chart.parked}</div>
      ${this.#lines.length ? nothing : html`<div class="chart-hint" role="presentation"><span>${words.chart.parkHint}</span></div>`}
      ${repeat(
        this.#lines.flatMap((line, i) => line.map(each => ({ bar: each, top: i * measures.row }))),
        each => each.bar.key,
        each => this.#bar(each.bar, this.#roomOf(each.bar) ?? row, each.bar === bar, each.top),
      )}
      ${isAtCursor && !bar ? this.#cell(words.chart.parkCell(dayNames(cursor.night).long)) : nothing}
    </div>`
  }

  #roomOf = ({ roomId }: { roomId: number }): RoomRow | undefined =>
    this.#chart.plan.rows[this.#chart.plan.indexOf(roomId)]

  #group(place: Placed, [top, bottom]: [number, number], parkHeight: number) {
    const { plan, measures, from, nights, cursor, draft } = this.#chart
    const { group } = place
    const [first, end] = rowsBetween(place, measures, top, bottom)
    const seen = group.rows.slice(first, end).map((row, i) => ({ row, index: first + i }))
    // The cell at the cursor is drawn wherever it is, because the grid refers to it.
    const active = group.rows.findIndex(({ roomId }) => roomId === (draft ?? cursor).roomId)
    const row = group.rows[active]
    if (row && (active < first || active >= end)) seen.push({ row, index: active })
    const counts = plan.freeRooms(group, from, nights)
    // Lines of the grid: days, parked, and one for each type before.
    const rowIndex = 3 + this.#chart.places.indexOf(place) + place.first
    return html`
      ${guard([counts, measures, rowIndex, parkHeight], () => this.#free(group.name, counts, rowIndex, parkHeight))}
      ${repeat(
        seen,
        each => each.row.roomId,
        each => this.#row(each.row, each.index, rowIndex + 1 + each.index),
      )}`
  }

  /** The line of a type whose rooms are not seen, if the cursor is there. */
  #unseenCursor(place: Placed) {
    const { cursor, draft } = this.#chart
    const index = place.group.rows.findIndex(({ roomId }) => roomId === (draft ?? cursor).roomId)
    const row = place.group.rows[index]
    return row ? this.#row(row, index, 4 + this.#chart.places.indexOf(place) + place.first + index) : nothing
  }

  #free(name: string, counts: readonly number[], rowIndex: number, parkHeight: number): TemplateResult {
    const { measures } = this.#chart
    return html`<div class="chart-free" role="row" aria-rowindex=${rowIndex} .style=${`top:${DAYS_HEIGHT + parkHeight}px`}>
      <div class="chart-room" role="rowheader" aria-colindex="1" aria-label=${words.chart.freeOf(name)} title=${name}>${name}</div>
      ${counts.map(
        (
          count,
          i,
        ) => html`<div role="gridcell" aria-colindex=${i + 2} class=${count > 0 ? 'chart-count' : 'chart-count none'}
          .style=${`left:${measures.head + (i + 0.5) * measures.day}px`}>${count}</div>`,
      )}
    </div>`
  }

  #row(row: RoomRow, index: number, rowIndex: number) {
    const chart = this.#chart
    const { plan, view, from, nights, today, measures, cursor, parked } = chart
    const bars = plan.barsOf(row.roomId)
    const [left, right] = view.days
    const draft = chart.draft?.roomId === row.roomId ? chart.draft : undefined
    const refused = chart.refusal?.draft.roomId === row.roomId ? chart.refusal.draft : undefined
    const night = cursor.roomId === row.roomId && !chart.draft ? cursor.night : undefined
    const moved = chart.draft && chart.draft.kind !== 'draw' ? chart.draft.bar.key : undefined
    const origin = bars.some(({ key }) => key === moved) ? moved : undefined
    const marks = parked.size ? bars.filter(({ key }) => parked.has(key)).length : 0
    return guard(
      [row, bars, left, right, from, nights, today, measures, index, night, draft, refused, origin, marks],
      () => {
        const seen = bars.filter(bar => bar.to >= from + left && bar.from <= from + right)
        const at = night === undefined ? undefined : plan.barAt(row.roomId, night)
        return html`<div class=${row.isActive ? 'chart-row' : 'chart-row unused'} role="row" aria-rowindex=${rowIndex} data-room=${row.roomId}
          .style=${`top:${measures.type + index * measures.row}px`}>
          <div class="chart-room" role="rowheader" aria-colindex="1" title=${row.title}>${row.name}${
            row.isActive ? nothing : html` <small>${words.chart.notInUse}</small>`
          }</div>
          ${repeat(
            at && !seen.includes(at) ? [...seen, at] : seen,
            ({ key }) => key,
            bar => this.#bar(bar, row, bar === at, undefined, bar.key === origin),
          )}
          ${night !== undefined && !at ? this.#cell(words.chart.freeOn(row.name, dayNames(night).long)) : nothing}
          ${draft ? this.#ghost(draft, row) : nothing}
          ${refused ? this.#ghost(refused, row, true) : nothing}
        </div>`
      },
    )
  }

  /** The place of nights: column, width and left edge. */
  #place(nights: { from: number; to: number }) {
    const { from, nights: all, measures } = this.#chart
    const { left, width } = spanOf(nights, from, from + all, measures)
    const first = Math.max(nights.from, from)
    const columns = Math.max(1, Math.min(nights.to, from + all) - first)
    return { style: `left:${measures.head + left}px;width:${width}px`, column: first - from + 2, columns }
  }

  #bar(bar: Bar, row: RoomRow, isAtCursor: boolean, top?: number, isOrigin = false): TemplateResult {
    const chart = this.#chart
    const { style, column, columns } = this.#place(bar)
    const isParked = top === undefined && chart.parked.has(bar.key)
    const act = bar.kind === 'stay' ? actToday(bar, chart.today, chart.plan) : undefined
    const isShort = (bar.to - Math.max(bar.from, chart.from)) * chart.measures.day < SHORT
    const label = act && words.chart[isShort ? 'short' : 'act'][act]
    const states = [
      bar.kind === 'stay' ? bar.status : 'closed',
      isAtCursor && 'at',
      (isOrigin || isParked) && 'left',
      bar.from < chart.from && 'before',
      act && (isShort ? 'short' : 'acts'),
    ]
    const text = barText(bar, row, act, isParked || top !== undefined)
    return html`<div role="gridcell" id=${isAtCursor ? CURSOR : nothing} class=${`held ${states.filter(Boolean).join(' ')}`}
      data-key=${bar.key} data-act=${label ?? nothing} aria-colindex=${column} aria-colspan=${columns} aria-label=${text} title=${text}
      .style=${top === undefined ? style : `${style};top:${top}px`}>${
        bar.kind === 'stay' ? bar.guest : html`<span>${bar.reason || words.chart.closed}</span>`
      }</div>`
  }

  /** A free cell at the cursor. */
  #cell(text: string): TemplateResult {
    const { night } = this.#chart.cursor
    const { style, column } = this.#place({ from: night, to: night + 1 })
    return html`<div role="gridcell" id=${CURSOR} class="chart-cell" aria-colindex=${column} aria-label=${text} .style=${style}></div>`
  }

  /** What is about to be done, or was refused. */
  #ghost(draft: Draft, row: RoomRow, isRefused = false): TemplateResult {
    const { style, column, columns } = this.#place(draft)
    const guest = draft.kind === 'change' ? draft.bar.guest : undefined
    const what = draft.kind === 'open' ? words.chart.openRoom : guest
    const text = [what, words.roomOf(row.name), spanText(draft)].filter(Boolean).join(', ')
    return html`<div role="gridcell" id=${isRefused ? nothing : CURSOR} class=${isRefused ? 'held ghost refused' : 'held ghost'}
      aria-colindex=${column} aria-colspan=${columns} aria-label=${text} .style=${style}>${
        guest ?? (columns > 1 ? words.nights(columns) : '')
      }</div>`
  }
}
