import { type ChartState, PARK } from './chart-state.ts'
import { type Draft, draw, isUnchanged, moveTo, resizeTo, take, takeEnd } from './draft.ts'
import { nightAt } from './geometry.ts'
import type { Bar } from './plan.ts'

/** Pixels after which a press is a drag. */
const THRESHOLD = 4
/** The width of the end of a bar by which it is pulled, and the pixels from an edge at which a drag scrolls. */
const [HANDLE, EDGE] = [9, 28]

interface Press {
  x: number
  y: number
  roomId: number
  night: number
  bar: Bar | undefined
  isEnd: boolean
  isDrag: boolean
}

/** Mouse and pen: a bar is dragged, its end is pulled, free cells are drawn on. A finger taps, and scrolls. */
export class ChartPointer {
  readonly #chart: ChartState
  #press: Press | undefined

  constructor(chart: ChartState) {
    this.#chart = chart
  }

  down = (event: PointerEvent): void => {
    this.#press = undefined
    if (event.button !== 0 || this.#chart.isBusy) return
    const press = this.#pressAt(event)
    if (!press) return
    this.#press = press
    if (event.pointerType !== 'touch') this.#chart.grid?.setPointerCapture(event.pointerId)
  }

  move = (event: PointerEvent): void => {
    const press = this.#press
    if (!press || event.pointerType === 'touch') return
    press.isDrag ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > THRESHOLD
    if (!press.isDrag) return
    this.#scrollAtEdge(event)
    const draft = this.#draftAt(press, event)
    if (draft) this.#chart.setDraft(draft, true)
  }

  up = (event: PointerEvent): void => {
    const press = this.#press
    if (!press?.isDrag) return
    const chart = this.#chart
    const { draft } = chart
    const isOverPark = this.#roomAt(event) === PARK
    if (isOverPark && press.bar?.kind === 'stay' && !chart.parked.has(press.bar.key)) chart.park(press.bar)
    else chart.setDraft(draft && !isUnchanged(draft) && !isOverPark ? draft : undefined)
  }

  cancel = (): void => {
    if (this.#press?.isDrag) this.#chart.setDraft(undefined)
    this.#press = undefined
  }

  /** A press that was no drag. It also ends the drag. */
  click = (): void => {
    const press = this.#press
    this.#press = undefined
    if (!press || press.isDrag) return
    const chart = this.#chart
    const { bar, roomId, night } = press
    chart.putBack()
    chart.goTo({ roomId, night })
    if (bar?.kind === 'stay') chart.openStay(bar)
    else if (bar) chart.setDraft(take(bar))
    else if (roomId !== PARK) chart.setDraft(draw(roomId, night, night))
  }

  #pressAt(event: PointerEvent): Press | undefined {
    const roomId = this.#roomAt(event)
    const element = event.target as Element
    if (roomId === undefined || element.closest('.chart-room')) return undefined
    const chart = this.#chart
    const key = element.closest<HTMLElement>('[data-key]')?.dataset.key
    const bars = roomId === PARK ? chart.parkedBars : chart.plan.barsOf(roomId)
    const bar = key ? bars.find(each => each.key === key) : undefined
    const box = element.closest('[data-key]')?.getBoundingClientRect()
    const isEnd = bar !== undefined && roomId !== PARK && box !== undefined && event.clientX > box.right - HANDLE
    return { x: event.clientX, y: event.clientY, roomId, night: this.#nightAt(event), bar, isEnd, isDrag: false }
  }

  #draftAt(press: Press, event: PointerEvent): Draft | undefined {
    const night = this.#nightAt(event)
    const { bar } = press
    if (!bar) return press.roomId === PARK ? undefined : draw(press.roomId, press.night, night)
    const taken = take(bar)
    if (press.isEnd) return resizeTo(takeEnd(bar), night)
    if (taken.kind === 'open') return undefined
    return moveTo(taken, this.#roomAt(event) || taken.roomId, night - press.night, this.#chart.today)
  }

  #roomAt({ clientX, clientY }: PointerEvent): number | undefined {
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-room]')
    return row && this.#chart.grid?.contains(row) ? Number(row.dataset.room) : undefined
  }

  #nightAt({ clientX }: PointerEvent): number {
    const { grid, measures, from } = this.#chart
    return nightAt(clientX - (grid?.getBoundingClientRect().left ?? 0) - measures.head, from, measures)
  }

  #scrollAtEdge({ clientX, clientY }: PointerEvent): void {
    const { scroller, headHeight, measures } = this.#chart
    if (!scroller) return
    const { left, right, top, bottom } = scroller.getBoundingClientRect()
    const step = (value: number, low: number, high: number) =>
      value < low + EDGE ? -EDGE : value > high - EDGE ? EDGE : 0
    const [x, y] = [step(clientX, left + measures.head, right), step(clientY, top + headHeight, bottom)]
    // Over the days and the parked bookings nothing scrolls: that is where a booking is dropped.
    if (x || (y && clientY > top + headHeight)) scroller.scrollBy(x, clientY > top + headHeight ? y : 0)
  }
}
