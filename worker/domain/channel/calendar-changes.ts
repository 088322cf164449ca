import { MAX_DAYS_SET } from '../../../schema/wire/channel-message'
import type { Limits } from '../../../schema/wire/limits'
import { dateAfter } from '../stay-dates'

/*
 * Converts the date entries of a message to runs of days with equal settings, for each room and each plan in it. Later
 * entries win over earlier ones, day by day and field by field.
 */

/** The stay restrictions of a date entry. Undefined: not sent. */
export type Restrictions = readonly [
  minimum: number | undefined,
  maximum: number | undefined,
  closedOnArrival: number | undefined,
  closedOnDeparture: number | undefined,
]

/** What one date entry sets for a room, or for a plan in a room. Days are counted from the first day of the message. */
export interface DaySetting {
  first: number
  last: number
  closed: boolean | undefined
  /** Of a room: the number of rooms to sell. Of a plan: prices by number of guests, as canonical JSON. */
  value: number | string | undefined
  /** Undefined: none, as in most entries. */
  restrictions: Restrictions | undefined
  /** Earlier settings of these days are cleared. */
  clears: boolean
}

/**
 * Consecutive days with equal settings. `plan` is null for the room itself; in the other places null means not sent. A run
 * with restrictions has four more places: minimum, maximum, closed on arrival, closed on departure.
 */
export type Run = readonly [
  hotelId: string,
  roomId: string,
  plan: string | null,
  from: string,
  to: string,
  closed: 0 | 1 | null,
  value: number | string | null,
  ...restrictions: (number | null)[],
]

/** Whether a run has restrictions. */
export const isRestricted = ({ length }: Run) => length > 7

/** Days whose settings are all cleared. */
type ClearedDays = readonly [hotelId: string, roomId: string, plan: string | null, from: string, to: string]

/** Changes to the days of rooms, or of plans in rooms. */
export interface DayChanges {
  /** Fields that a run leaves out keep their stored values. */
  set: Run[]
  /** Fields that a run leaves out are cleared. */
  exact: Run[]
  cleared: ClearedDays[]
}

/** The date entries of one room in a message. */
export interface RoomCalendar {
  hotelId: string
  roomId: string
  /** Days that the message does not mention are cleared. */
  isFull: boolean
  own: DaySetting[]
  plans: Map<string, DaySetting[]>
}

export interface CalendarChanges {
  rooms: DayChanges
  plans: DayChanges
  /** Rooms of which every plan is cleared except those listed. */
  otherPlansCleared: [hotelId: string, roomId: string, plans: string[]][]
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
    layers.read(own, isFull, [hotelId, roomId, null], changes.rooms)
    for (const [plan, settings] of plans) layers.read(settings, isFull, [hotelId, roomId, plan], changes.plans)
    if (isFull) changes.otherPlansCleared.push([hotelId, roomId, [...plans.keys()]])
    if (layers.daysSet > MAX_DAYS_SET) return undefined
  }
  return changes
}

type Subject = readonly [hotelId: string, roomId: string, plan: string | null]

/**
 * Applies settings in order to arrays with one element per day, and reads the runs from them. The arrays are reused for each
 * room and plan. The arrays of restrictions are read only for settings that have restrictions, so others cost nothing more.
 */
class DayLayers {
  daysSet = 0
  readonly #dates: string[]
  /** For each day the number, from 1, of the last setting that cleared it, closed or opened it, or gave it a value. */
  readonly #cleared: Int32Array
  readonly #closed: Int32Array
  readonly #valued: Int32Array
  /** The same for each restriction. */
  readonly #restricted: readonly Int32Array[]

  constructor(dates: string[]) {
    this.#dates = dates
    this.#cleared = new Int32Array(dates.length)
    this.#closed = new Int32Array(dates.length)
    this.#valued = new Int32Array(dates.length)
    this.#restricted = Array.from({ length: 4 }, () => new Int32Array(dates.length))
  }

  read(settings: readonly DaySetting[], isFull: boolean, subject: Subject, into: DayChanges) {
    const [hotelId, roomId, plan] = subject
    if (!settings.length) {
      if (isFull) into.cleared.push([hotelId, roomId, plan, MIN_DATE, MAX_DATE])
      return
    }
    const { firstSet, lastSet, areRestricted } = this.#apply(settings)
    if (isFull) into.cleared.push([hotelId, roomId, plan, MIN_DATE, dateAfter(this.#dates[firstSet] as string, -1)])
    for (let day = firstSet, last = day; day <= lastSet; day = last + 1) {
      const closed = this.#closedOn(settings, day)
      const value = this.#valueOn(settings, day)
      const restrictions = areRestricted ? this.#restrictionsOn(settings, day) : undefined
      const isCleared = isFull || this.#isClearedOn(day)
      const isAlike = (other: number) =>
        this.#closedOn(settings, other) === closed &&
        this.#valueOn(settings, other) === value &&
        (isFull || this.#isClearedOn(other)) === isCleared &&
        (!areRestricted || areEqual(this.#restrictionsOn(settings, other), restrictions))
      last = day
      while (last < lastSet && isAlike(last + 1)) last++

      const from = this.#dates[day] as string
      const to = this.#dates[last] as string
      if (closed !== undefined || value !== undefined || restrictions) {
        const flag = closed === undefined ? null : closed ? 1 : 0
        const run: Run = restrictions
          ? [hotelId, roomId, plan, from, to, flag, value ?? null, ...restrictions]
          : [hotelId, roomId, plan, from, to, flag, value ?? null]
        ;(isCleared ? into.exact : into.set).push(run)
        this.daysSet += last - day + 1
      } else if (isCleared) {
        into.cleared.push([hotelId, roomId, plan, from, to])
      }
    }
    if (isFull) into.cleared.push([hotelId, roomId, plan, dateAfter(this.#dates[lastSet] as string, 1), MAX_DATE])
    for (const days of [this.#cleared, this.#closed, this.#valued]) days.fill(0, firstSet, lastSet + 1)
    if (areRestricted) for (const days of this.#restricted) days.fill(0, firstSet, lastSet + 1)
  }

  #apply(settings: readonly DaySetting[]) {
    let firstSet = this.#dates.length - 1
    let lastSet = 0
    let number = 0
    let areRestricted = false
    for (const { first, last, closed, value, restrictions, clears } of settings) {
      number++
      if (clears) this.#cleared.fill(number, first, last + 1)
      if (closed !== undefined) this.#closed.fill(number, first, last + 1)
      if (value !== undefined) this.#valued.fill(number, first, last + 1)
      if (restrictions) {
        areRestricted = true
        for (const [i, restriction] of restrictions.entries()) {
          if (restriction !== undefined) this.#restricted[i]?.fill(number, first, last + 1)
        }
      }
      firstSet = Math.min(firstSet, first)
      lastSet = Math.max(lastSet, last)
    }
    return { firstSet, lastSet, areRestricted }
  }

  #isClearedOn(day: number): boolean {
    return this.#cleared[day] !== 0
  }

  #closedOn(settings: readonly DaySetting[], day: number): boolean | undefined {
    const number = this.#closed[day] as number
    return number > (this.#cleared[day] as number) ? settings[number - 1]?.closed : undefined
  }

  #valueOn(settings: readonly DaySetting[], day: number): number | string | undefined {
    const number = this.#valued[day] as number
    return number > (this.#cleared[day] as number) ? settings[number - 1]?.value : undefined
  }

  /** The restrictions of a day, null for each that is not sent; undefined: none is sent. */
  #restrictionsOn(settings: readonly DaySetting[], day: number): (number | null)[] | undefined {
    const cleared = this.#cleared[day] as number
    let isSent = false
    const restrictions = this.#restricted.map((days, i) => {
      const number = days[day] as number
      if (number <= cleared) return null
      isSent = true
      return settings[number - 1]?.restrictions?.[i] ?? null
    })
    return isSent ? restrictions : undefined
  }
}

const areEqual = (one: readonly unknown[] | undefined, other: readonly unknown[] | undefined) =>
  one === other || (one !== undefined && other !== undefined && one.every((value, i) => value === other[i]))
