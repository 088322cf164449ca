import { dateAfter } from '../../../schema/stay-dates'
import { MAX_DAYS_SET } from '../../../schema/wire/channel-message'
import type { Limits } from '../../../schema/wire/limits'
import { areAlike, type DaySettings, type EntrySettings, hasSettings, NO_SETTINGS, SETTINGS } from './day-settings'
import { PriceLists } from './price-lists'

/*
 * Converts the date entries of a message to runs of days with equal settings, for each room and each plan in it. Later
 * entries win over earlier ones, day by day and setting by setting; of prices number of guests by number of guests.
 */

/** A room, or a plan in it. There is one object for each in a message. */
export interface Subject {
  readonly hotelId: string
  readonly roomId: string
  /** Null: the room itself. */
  readonly planId: string | null
}

export interface Days {
  subject: Subject
  from: string
  to: string
}

/** Consecutive days with equal settings. */
export interface Run extends Days {
  settings: DaySettings
}

/** Changes to the days of rooms, or of plans in rooms. */
export interface DayChanges {
  /** Settings that a run does not have keep their stored values. */
  set: Run[]
  /** Settings that a run does not have are cleared. */
  exact: Run[]
  /** Days whose settings are all cleared. */
  cleared: Days[]
}

/** The date entries of one room in a message. */
export interface RoomCalendar {
  hotelId: string
  roomId: string
  /** Days that the message does not mention are cleared. */
  isFull: boolean
  own: EntrySettings[]
  plans: Map<string, EntrySettings[]>
}

export interface CalendarChanges {
  rooms: DayChanges
  plans: DayChanges
  /** Rooms of which every plan is cleared except those listed. */
  otherPlansCleared: { hotelId: string; roomId: string; planIds: string[] }[]
}

/** Earlier and later than any day, as text. */
const MIN_DATE = ''
const MAX_DATE = '~'

const noDayChanges = (): DayChanges => ({ set: [], exact: [], cleared: [] })

/** The changes of calendars; undefined: more days than a message may set. */
export function calendarChanges(
  firstDay: string,
  calendars: Iterable<RoomCalendar>,
  { CHANNEL_DAYS_AHEAD: maxDaysAhead }: Limits,
): CalendarChanges | undefined {
  const changes: CalendarChanges = { rooms: noDayChanges(), plans: noDayChanges(), otherPlansCleared: [] }
  const dates = Array.from({ length: maxDaysAhead + 1 }, (_, i) => dateAfter(firstDay, i))
  const layers = new DayLayers(dates)
  for (const { hotelId, roomId, isFull, own, plans } of calendars) {
    layers.read(own, isFull, { hotelId, roomId, planId: null }, changes.rooms)
    for (const [planId, entries] of plans) layers.read(entries, isFull, { hotelId, roomId, planId }, changes.plans)
    if (isFull) changes.otherPlansCleared.push({ hotelId, roomId, planIds: [...plans.keys()] })
    if (layers.daysSet > MAX_DAYS_SET) return undefined
  }
  return changes
}

/** Days with equal settings, counted from the first day of the message. */
interface Span {
  first: number
  last: number
  settings: DaySettings
  isCleared: boolean
}

/** For each day the number, from 1, of the last entry that has a setting. */
interface Layer {
  name: keyof DaySettings
  days: Int32Array
}

/** Entries of a room or plan that are applied, and the days that they are of. */
interface AppliedEntries {
  entries: readonly EntrySettings[]
  layers: readonly Layer[]
  isFull: boolean
  first: number
  last: number
}

/**
 * Applies entries in order to arrays with one element per day, and reads the runs from them. An entry of two years then costs little
 * more than one of a day. The arrays are reused for each room and plan.
 */
class DayLayers {
  daysSet = 0
  readonly #dates: string[]
  /** For each day the number, from 1, of the last entry that cleared it. */
  readonly #cleared: Int32Array
  readonly #prices: PriceLists
  /** The settings but for the prices. */
  readonly #layers: Layer[]

  constructor(dates: string[]) {
    this.#dates = dates
    this.#cleared = new Int32Array(dates.length)
    this.#prices = new PriceLists(dates.length)
    this.#layers = SETTINGS.filter(name => name !== 'prices').map(name => ({
      name,
      days: new Int32Array(dates.length),
    }))
  }

  read(entries: readonly EntrySettings[], isFull: boolean, subject: Subject, into: DayChanges) {
    const clear = (from: string, to: string) => into.cleared.push({ subject, from, to })
    if (!entries.length) {
      if (isFull) clear(MIN_DATE, MAX_DATE)
      return
    }
    const first = entries.reduce((first, entry) => Math.min(first, entry.first), this.#dates.length)
    const last = entries.reduce((last, entry) => Math.max(last, entry.last), 0)
    const layers = this.#apply(entries)
    if (isFull) clear(MIN_DATE, dateAfter(this.#dates[first] as string, -1))
    for (const span of this.#spans({ entries, layers, isFull, first, last })) {
      const { settings, isCleared } = span
      const from = this.#dates[span.first] as string
      const to = this.#dates[span.last] as string
      if (hasSettings(settings)) {
        ;(isCleared ? into.exact : into.set).push({ subject, from, to, settings })
        this.daysSet += span.last - span.first + 1
      } else if (isCleared) {
        clear(from, to)
      }
    }
    if (isFull) clear(dateAfter(this.#dates[last] as string, 1), MAX_DATE)
    for (const days of [this.#cleared, ...layers.map(({ days }) => days)]) days.fill(0, first, last + 1)
    this.#prices.clear(first, last)
  }

  /** Returns the layers of the settings that the entries have. */
  #apply(entries: readonly EntrySettings[]): Layer[] {
    for (const [i, { first, last, clears }] of entries.entries()) {
      if (clears) this.#cleared.fill(i + 1, first, last + 1)
    }
    this.#prices.apply(entries, this.#cleared)
    return this.#layers.filter(({ name, days }) => {
      let isUsed = false
      for (const [i, { first, last, settings }] of entries.entries()) {
        if (settings[name] === null) continue
        days.fill(i + 1, first, last + 1)
        isUsed = true
      }
      return isUsed
    })
  }

  #spans({ entries, layers, isFull, first, last }: AppliedEntries): Span[] {
    const spans: Span[] = []
    for (let day = first; day <= last; day++) {
      const settings = this.#settingsOn(entries, layers, day)
      const isCleared = isFull || this.#cleared[day] !== 0
      const span = spans.at(-1)
      if (span && span.isCleared === isCleared && areAlike(span.settings, settings)) span.last = day
      else spans.push({ first: day, last: day, settings, isCleared })
    }
    return spans
  }

  /** Each setting of the last entry that has it, unless a later one clears the day. */
  #settingsOn(entries: readonly EntrySettings[], layers: readonly Layer[], day: number): DaySettings {
    const cleared = this.#cleared[day] as number
    const settings: Record<string, unknown> = { ...NO_SETTINGS, prices: this.#prices.on(day) }
    for (const { name, days } of layers) {
      const number = days[day] as number
      if (number > cleared) settings[name] = entries[number - 1]?.settings[name]
    }
    return settings as unknown as DaySettings
  }
}
