import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { words } from '../words.ts'
import { CanvasView } from './canvas.ts'
import type { Quote } from './change.ts'
import { type ChartState, type Cursor, DAYS_HEIGHT, PARK, type View } from './chart-state.ts'
import { type Draft, draw, isUnchanged, move, resize, take, takeEnd } from './draft.ts'
import { daysBetween, type Measures, measuresOf, type Placed, placeGroups, topOf } from './geometry.ts'
import { actOf, type KeyAct } from './keys.ts'
import { panel } from './panel.ts'
import type { Bar, RoomPlan, Stay } from './plan.ts'
import { ChartPointer } from './pointer.ts'

/** Rows that are drawn beyond what is seen, and the step in which that changes. */
const MARGIN = 3

/**
 * The chart of rooms: rooms by type, and nights. Only what is seen is in the page. Focus stays on the grid, whose
 * `aria-activedescendant` is the cell or the bar at the cursor.
 *
 * @event draft What is about to be done has changed, and is at rest: `Draft`, or undefined.
 * @event confirm `Draft`: it is to be done.
 * @event open-stay `Stay`: its booking is to be opened.
 * @event close-room `Draft` of drawn nights: the room is to be closed.
 */
export class RoomsChart extends LitElement implements ChartState {
  static override properties = {
    plan: { attribute: false },
    from: { type: Number },
    nights: { type: Number },
    today: { type: Number },
    quote: { attribute: false },
    isBusy: { type: Boolean },
    draft: { state: true },
    cursor: { state: true },
    refusal: { state: true },
    said: { state: true },
  }
  declare plan: RoomPlan
  /** The first day. */
  declare from: number
  declare nights: number
  declare today: number
  /** What the draft changes. Undefined: it is being read. */
  declare quote: Quote | undefined
  declare isBusy: boolean
  declare draft: Draft | undefined
  declare cursor: Cursor
  declare refusal: { draft: Draft; text: string } | undefined
  /** What a screen reader says. */
  declare said: string
  /** Keys of parked bookings. They stay in their rooms until they are placed. */
  readonly parked = new Set<string>()
  /** What is dragged, so that it is not at rest. */
  isDragging = false
  measures: Measures = measuresOf(1000, false)
  places: Placed[] = []
  view: View = { top: 0, bottom: 0, days: [0, 0] }
  readonly #canvas = new CanvasView(this)
  readonly #pointer = new ChartPointer(this)
  readonly #resized = new ResizeObserver(() => this.#measure())

  constructor() {
    super()
    this.cursor = { roomId: PARK, night: 0 }
    this.isBusy = false
    this.said = ''
  }

  protected override createRenderRoot() {
    return this
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#resized.disconnect()
  }

  get scroller(): HTMLElement | undefined {
    return this.querySelector<HTMLElement>('.scroller') ?? undefined
  }

  get grid(): HTMLElement | undefined {
    return this.querySelector<HTMLElement>('[role=grid]') ?? undefined
  }

  /** The bookings that are parked. One that ended meanwhile is not. */
  get parkedBars(): Bar[] {
    return this.parked.size ? this.plan.find(({ key }) => this.parked.has(key)) : []
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.view = this.#readView()
    if (changed.has('plan')) this.places = placeGroups(this.plan.groups, this.measures)
    if (changed.has('from') || changed.has('nights') || !this.cursor.night) {
      const night = Math.max(this.from, Math.min(this.from + this.nights - 1, this.cursor.night || this.today))
      this.cursor = { roomId: this.cursor.roomId || (this.plan.rows[0]?.roomId ?? PARK), night }
    }
  }

  protected override firstUpdated(): void {
    this.#measure()
    if (this.scroller) this.#resized.observe(this.scroller)
  }

  /** Read before the page is changed, so that reading it needs no layout. */
  #readView(): View {
    const { scrollTop = 0, scrollLeft = 0, clientHeight = 0, clientWidth = 0 } = this.scroller ?? {}
    const step = this.measures.row * MARGIN
    const top = Math.floor(scrollTop / step) * step - step
    const days = daysBetween(scrollLeft, clientWidth - this.measures.head, this.measures, this.nights)
    return { top, bottom: top + Math.ceil(clientHeight / step) * step + 3 * step, days }
  }

  #measure(): void {
    const width = this.scroller?.clientWidth ?? 0
    const measures = measuresOf(width, matchMedia('(pointer: coarse)').matches)
    if (JSON.stringify(measures) !== JSON.stringify(this.measures)) {
      this.measures = measures
      this.places = placeGroups(this.plan.groups, measures)
      this.requestUpdate()
    } else this.#scrolled()
  }

  #scrolled(): void {
    if (JSON.stringify(this.#readView()) !== JSON.stringify(this.view)) this.requestUpdate()
  }

  /** The bar at the cursor. */
  get barAtCursor(): Bar | undefined {
    const { roomId, night } = this.cursor
    if (roomId !== PARK) return this.plan.barAt(roomId, night)
    return this.parkedBars.find(({ from, to }) => from <= night && night < to)
  }

  #keyed(event: KeyboardEvent): void {
    if (event.target !== this.grid || this.isBusy) return
    const act = actOf(event)
    if (!act) return
    event.preventDefault()
    this.#do(act)
  }

  #do(key: KeyAct): void {
    const { draft, cursor } = this
    if (key.act !== 'put-back') this.refusal = undefined
    switch (key.act) {
      case 'go':
        if (!draft) this.#go(key.nights, key.rooms)
        break
      case 'edge':
        if (!draft) this.#goToEdge(key.to)
        break
      case 'today':
        this.goTo({ ...cursor, night: this.today })
        break
      case 'move':
        this.#move(key.nights, key.rooms)
        break
      case 'resize':
        this.#resize(key.nights)
        break
      case 'confirm':
        this.confirm()
        break
      case 'put-back':
        this.putBack()
        break
      case 'park':
        this.park(draft?.kind === 'change' ? draft.bar : this.barAtCursor)
        break
      case 'close':
        this.closeRoom()
        break
    }
  }

  #move(nights: number, rooms: number): void {
    const { draft, cursor, barAtCursor } = this
    const taken = draft ?? (barAtCursor?.kind === 'stay' ? take(barAtCursor) : undefined)
    // A parked booking is first taken where it still is.
    if (taken) this.setDraft(move(taken, this.plan, nights, cursor.roomId === PARK ? 0 : rooms, this.today))
  }

  #resize(nights: number): void {
    const { draft, cursor, barAtCursor } = this
    if (!draft && !barAtCursor && cursor.roomId === PARK) return
    const taken = draft ?? (barAtCursor ? takeEnd(barAtCursor) : draw(cursor.roomId, cursor.night, cursor.night))
    this.setDraft(resize(taken, nights))
  }

  #go(nights: number, rooms: number): void {
    const { rows } = this.plan
    const bar = this.barAtCursor
    const night = bar && nights ? (nights > 0 ? bar.to : bar.from - 1) : this.cursor.night + nights
    const index = this.cursor.roomId === PARK ? -1 : this.plan.indexOf(this.cursor.roomId)
    const next = Math.max(-1, Math.min(rows.length - 1, index + rooms))
    this.goTo({ roomId: rows[next]?.roomId ?? PARK, night })
  }

  #goToEdge(to: string): void {
    const { rows } = this.plan
    const { roomId, night } = this.cursor
    const room = to === 'first-room' ? rows[0]?.roomId : to === 'last-room' ? rows.at(-1)?.roomId : undefined
    const day = to === 'first-day' ? this.from : to === 'last-day' ? this.from + this.nights - 1 : night
    this.goTo({ roomId: room ?? roomId, night: day })
  }

  /** Puts the cursor on a cell, and shows it. */
  goTo({ roomId, night }: Cursor): void {
    this.cursor = { roomId, night: Math.max(this.from, Math.min(this.from + this.nights - 1, night)) }
    this.#reveal()
  }

  /** Scrolls so that the cursor is seen, below the head and beside the names. */
  #reveal(): void {
    const { scroller, measures } = this
    if (!scroller) return
    const { roomId, night } = this.cursor
    const left = (night - this.from + 0.5) * measures.day
    const seen = scroller.clientWidth - measures.head
    if (left < scroller.scrollLeft) scroller.scrollLeft = Math.max(0, left - measures.day)
    else if (left + measures.day > scroller.scrollLeft + seen) scroller.scrollLeft = left + measures.day * 2 - seen
    if (roomId === PARK) return
    const top = topOf(this.places, measures, this.plan.indexOf(roomId))
    const height = scroller.clientHeight - this.headHeight
    if (top - measures.type < scroller.scrollTop) scroller.scrollTop = top - measures.type
    else if (top + measures.row * 2 > scroller.scrollTop + height) scroller.scrollTop = top + measures.row * 2 - height
  }

  /** The height of what stays above the rooms: days and parked bookings. */
  get headHeight(): number {
    return DAYS_HEIGHT + this.#canvas.parkHeight
  }

  /** Sets what is about to be done. The cursor follows it. */
  setDraft(draft: Draft | undefined, isDragging = false): void {
    this.draft = draft
    this.isDragging = isDragging
    if (draft && !isDragging) this.goTo({ roomId: draft.roomId, night: draft.from })
    if (isDragging) return
    this.quote = undefined
    this.#dispatch('draft', draft && !isUnchanged(draft) ? draft : undefined)
  }

  /** Puts back what is about to be done, and takes a refusal away. */
  putBack(): void {
    this.refusal = undefined
    if (!this.draft) return
    const { draft } = this
    this.setDraft(undefined)
    if (draft.kind !== 'draw') this.goTo({ roomId: draft.bar.roomId, night: Math.max(draft.bar.from, this.from) })
  }

  /** Shows what was refused where it happened, and puts it back. */
  refuse(draft: Draft, text: string): void {
    this.refusal = { draft, text }
    if (this.draft === draft) this.setDraft(undefined)
  }

  /** Does the draft; without one, opens what is at the cursor. */
  confirm(): void {
    const { draft } = this
    if (!draft) this.#openAtCursor()
    else if (isUnchanged(draft)) this.putBack()
    else if (draft.kind !== 'change' || this.quote) this.#dispatch('confirm', draft)
  }

  #openAtCursor(): void {
    const { roomId, night } = this.cursor
    const bar = this.barAtCursor
    if (bar?.kind === 'stay') this.#dispatch('open-stay', bar)
    else if (bar) this.setDraft(take(bar))
    else if (roomId !== PARK) this.#dispatch('confirm', draw(roomId, night, night))
  }

  openStay(stay: Stay): void {
    this.#dispatch('open-stay', stay)
  }

  closeRoom(): void {
    const { draft, cursor } = this
    if (draft ? draft.kind !== 'draw' : this.barAtCursor || cursor.roomId === PARK) return
    this.#dispatch('close-room', draft ?? draw(cursor.roomId, cursor.night, cursor.night))
  }

  /** Parks a booking, or ends that. */
  park(bar: Bar | undefined): void {
    if (bar?.kind !== 'stay') return
    if (!this.parked.delete(bar.key)) {
      this.parked.add(bar.key)
      this.said = words.chart.stillParked(bar.guest)
    }
    this.setDraft(undefined)
    this.requestUpdate()
  }

  #dispatch(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }

  protected override render() {
    return html`
      <div class="scroller" @scroll=${this.#scrolled}>
        <div role="grid" tabindex="0" aria-label=${words.chart.label} aria-describedby="chart-keys"
          aria-rowcount=${this.plan.rows.length + this.plan.groups.length + 2} aria-colcount=${this.nights + 1}
          aria-activedescendant="chart-cursor" .style=${this.#canvas.style}
          @keydown=${this.#keyed} @pointerdown=${this.#pointer.down} @pointermove=${this.#pointer.move}
          @pointerup=${this.#pointer.up} @pointercancel=${this.#pointer.cancel} @click=${this.#pointer.click}>
          ${this.#canvas.render()}
        </div>
        ${this.isDragging ? nothing : panel(this)}
      </div>
      <div class="unseen" role="status">${this.said}</div>
    `
  }
}

customElements.define('rooms-chart', RoomsChart)
