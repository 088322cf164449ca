import type { Quote } from './change.ts'
import type { Draft } from './draft.ts'
import type { Measures, Placed } from './geometry.ts'
import type { Bar, RoomPlan, Stay } from './plan.ts'

/** The height of the days, in CSS pixels. */
export const DAYS_HEIGHT = 46
/** The line of parked bookings, in place of a room. */
export const PARK = 0

/** A room, or `PARK`, and a night. */
export interface Cursor {
  roomId: number
  night: number
}

/** What is seen: heights below the head, and days from the first one. */
export interface View {
  top: number
  bottom: number
  days: [number, number]
}

/** What the parts of the chart read of it, and do to it. */
export interface ChartState {
  readonly plan: RoomPlan
  /** The first day. */
  readonly from: number
  readonly nights: number
  readonly today: number
  readonly measures: Measures
  readonly places: readonly Placed[]
  readonly cursor: Cursor
  readonly draft: Draft | undefined
  /** What the draft changes. Undefined: it is being read. */
  readonly quote: Quote | undefined
  readonly refusal: { draft: Draft; text: string } | undefined
  readonly isBusy: boolean
  /** Keys of parked bookings. They stay in their rooms until they are placed. */
  readonly parked: ReadonlySet<string>
  readonly parkedBars: Bar[]
  readonly barAtCursor: Bar | undefined
  readonly view: View
  readonly scroller: HTMLElement | undefined
  readonly grid: HTMLElement | undefined
  readonly headHeight: number
  goTo(cursor: Cursor): void
  setDraft(draft: Draft | undefined, isDragging?: boolean): void
  putBack(): void
  confirm(): void
  closeRoom(): void
  openStay(stay: Stay): void
  park(bar: Bar | undefined): void
}
