import type { html, TemplateResult } from 'lit'
import type { Words } from '../locales/words.ts'
import type { Changes } from './changes.ts'
import type { Day } from './dates.ts'
import type { Hotel } from './hotel.ts'
import type { Itinerary, ScheduleItem } from './itinerary.ts'
import type { Now } from './now.ts'
import type { Translator } from './translator.ts'
import type { wallAt } from './zone.ts'

/** What the templates need besides the stay itself. The server renders without `actions` and `changes`. */
export interface RenderContext {
  /** the URL of the stay's calendar; undefined: a sample, which is neither in a calendar nor shared */
  calendar: string | undefined
  /** the instant (ms) for which the stay is rendered */
  at: number
  /** the level of the title's heading, 1 to 6; the other headings are below it */
  level: number
  /** without actions, buttons keep their space and are disabled */
  actions?: Actions | undefined
  changes?: Changes | undefined
  /** the template with the number of changes and buttons that jump to them */
  changesLine?: unknown
  /** when the stay was fetched (ms), if it may be out of date */
  asOf?: number | undefined
  /** whether the service cannot be reached */
  isOffline?: boolean | undefined
  /** the result of the last action, for example that the link was copied */
  announcement?: Announcement | undefined
  /** the parts that the hotel leaves out */
  without?: ReadonlySet<string> | undefined
  /** by the id of a hotel, the last day of the Wi-Fi that the guest knows or will know */
  wifiUntil?: unknown
  /** the code that shows the Wi-Fi of the hotels */
  showWifi?: ShowWifi | undefined
  /** of the guest's browser; absent on the server */
  userAgent?: string
}

/** The same, with where in the stay that instant is, and the Wi-Fi and the breakfast of the hotels where the guest is then. */
export interface StayContext extends RenderContext {
  now: Now
  wifi?: ReadonlyMap<Hotel, ShownInHotel> | undefined
}

/** What the guest needs in a hotel each day. */
export interface ShownInHotel {
  /** the Wi-Fi in the block of its hotel; undefined if it is not shown */
  section?: TemplateResult | undefined
  /** a button that jumps there; undefined while only the day is known on which the Wi-Fi appears */
  shortcut?: TemplateResult | undefined
  /** the Wi-Fi, and what the hotel says of its breakfast, each as a line of a list */
  line?: TemplateResult | undefined
  breakfast?: TemplateResult | undefined
}

/** The Wi-Fi that is shown, and the breakfast, by hotel. It is loaded on demand, so that it must not import the script that loads it. */
export type ShowWifi = (
  itinerary: Itinerary,
  words: Words['wifi'],
  context: RenderContext,
  tools: {
    /** Lit's `html` */
    write: typeof html
    wallAt: typeof wallAt
  },
) => ReadonlyMap<Hotel, ShownInHotel>

/** What an action was requested on. */
export type ActionSource = 'calendar' | 'share' | 'print' | ScheduleItem | Hotel | SentWifi

/** A Wi-Fi as it was sent. */
type SentWifi = { network: unknown }

/** The result of an action, which is shown beside its button. */
export interface Announcement {
  text: string
  source: ActionSource
}

export interface Actions {
  /** the source of the action that runs; its button ignores a second press */
  readonly pending?: ActionSource | undefined
  /** the whole stay, or one item of a day */
  addToCalendar(item?: ScheduleItem, day?: Day): void
  share(): void
  print(): void
  copyAddress(hotel: Hotel): void
  /** the address alone, in large letters */
  showDriver(hotel: Hotel): void
  /** an action whose code is not known here */
  run<Code>(
    source: ActionSource,
    load: () => Promise<Code>,
    action: (code: Code, root: ShadowRoot, shown: { translator: Translator }) => Promise<unknown>,
  ): void
  /** scrolls to a part of the sheet, by its id */
  jump(id: string): void
}
