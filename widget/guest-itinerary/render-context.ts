import type { Changes } from './changes.ts'
import type { Day } from './dates.ts'
import type { ScheduleItem } from './itinerary.ts'

/** What the templates need besides the stay itself. The server renders without `actions` and `changes`. */
export interface RenderContext {
  /** the URL of the stay's calendar */
  calendar: string
  /** the guest's current date */
  today: Day
  /** the level of the title's heading, 1 to 6; the other headings are below it */
  level: number
  /** without actions, buttons keep their space and are disabled */
  actions?: Actions | undefined
  changes?: Changes | undefined
  /** when the stay was fetched (ms), if it may be out of date */
  asOf?: number | undefined
  /** the result of the last action, for example that the link was copied */
  announcement?: string | undefined
}

export interface Actions {
  /** the button of the action that runs, by its name or its item; it ignores a second press */
  readonly pending?: 'calendar' | 'share' | 'print' | ScheduleItem | undefined
  /** the whole stay, or one item of a day */
  addToCalendar(item?: ScheduleItem, day?: Day): void
  share(): void
  print(): void
}
