import type { Limits } from '../../../schema/wire/limits'
import { dateAfter } from '../stay-dates'

/*
 * What the date entries of a message come to: for each room, and each plan in it, runs of days that are set alike. Later
 * entries win over earlier ones, day by day and field by field.
 */

/** What a date entry says of stays, in the order minimum, maximum, closed on arrival, closed on departure. Undefined: nothing. */
export type Restrictions = readonly [
  minimum: number | undefined,
  maximum: number | undefined,
  closedOnArrival: number | undefined,
  closedOnDeparture: number | undefined,
]

/** What one date entry sets for a room, or for a plan in a room. Days are counted from the message's first. */
export interface DaySetting {
  first: number
  last: number
  closed: boolean | undefined
  /** A room's rooms to sell; a plan's prices by number of guests, as canonical JSON. */
  value: number | string | undefined
  /** Undefined: it has none, as most entries. */
  restrictions: Restrictions | undefined
  /** Everything that was said of these days before is void. */
  clears: boolean
}

/**
 * Days that are set alike. `plan` is null for the room itself; `null` in the others: nothing is said. A run with restrictions
 * has four places more, for minimum, maximum, closed on arrival and closed on departure.
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

/** Whether a run says anything of restrictions. */
export const isRestricted = ({ length }: Run) => length > 7

/** Days of which nothing remains. */
export type ClearedDays = readonly [hotelId: string, roomId: string, plan: string | null, from: string, to: string]

/** What becomes of the days of rooms, or of plans in rooms. */
export interface DayChanges {
  /** What a run does not say stays as it was. */
  set: Run[]
  /** What a run does not say is cleared. */
  exact: Run[]
  cleared: ClearedDays[]
}

/** The days of one room that a message speaks of. */
export interface RoomCalendar {
  hotelId: string
  roomId: string
  /** What the message does not mention is cleared. */
  isFull: boolean
  own: DaySetting[]
  plans: Map<string, DaySetting[]>
}

export interface CalendarChanges {
  rooms: DayChanges
  plans: DayChanges
  /** Rooms of which every plan is cleared but those that are listed. */
  otherPlansCleared: [hotelId: string, roomId: string, plans: string[]][]
}

/** Earlier and later than any day, as text. */
const MIN_DATE = ''
const MAX_DATE = '~'

const noDayChanges = (): DayChanges => ({ set: [], exact: [], cleared: [] })

/** What calendars come to; undefined: more days than a message may set. */
export function calendarChanges(
  firstDay: string,
  calendars: Iterable<RoomCalendar>,
  { CHANNEL_DAYS_AHEAD: maxDaysAhead, CHANNEL_DAYS_SET: maxDaysSet }: Limits,
): CalendarChanges | undefined {
  const changes: CalendarChanges = { rooms: noDayChanges(), plans: noDayChanges(), otherPlansCleared: [] }
  const dates = Array.from({ length: maxDaysAhead + 1 }, (_, i) => dateAfter(firstDay, i))
  const reader = new DayLayers(dates)
  for (const { hotelId, roomId, isFull, own, plans } of calendars) {
    reader.read(own, isFull, [hotelId, roomId, null], changes.rooms)
    for (const [plan, settings] of plans) reader.read(settings, isFull, [hotelId, roomId, plan], changes.plans)
    if (isFull) changes.otherPlansCleared.push([hotelId, roomId, [...plans.keys()]])
    if (reader.daysSet > maxDaysSet) return undefined
  }
  return changes
}

type Subject = readonly [hotelId: string, roomId: string, plan: string | null]

/**
 * Lays settings over each other on one strip of days, and reads the runs off it. The strip is used again and again. Strips of
 * restrictions are looked at only for settings that have some, so that others cost nothing more.
 */
class DayLayers {
  daysSet = 0
  readonly #dates: string[]
  /** For each day the number, from 1, of the last setting that cleared it, shut or opened it, gave it a value. */
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
    const { least, most, areRestricted } = this.#apply(settings)
    if (isFull) into.cleared.push([hotelId, roomId, plan, MIN_DATE, dateAfter(this.#dates[least] as string, -1)])
    for (let day = least, last = day; day <= most; day = last + 1) {
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
      while (last < most && isAlike(last + 1)) last++

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
    if (isFull) into.cleared.push([hotelId, roomId, plan, dateAfter(this.#dates[most] as string, 1), MAX_DATE])
    for (const strip of [this.#cleared, this.#closed, this.#valued]) strip.fill(0, least, most + 1)
    if (areRestricted) for (const strip of this.#restricted) strip.fill(0, least, most + 1)
  }

  #apply(settings: readonly DaySetting[]) {
    let least = this.#dates.length - 1
    let most = 0
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
      least = Math.min(least, first)
      most = Math.max(most, last)
    }
    return { least, most, areRestricted }
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

  /** What is said of stays on a day, null for what is not; undefined: nothing at all. */
  #restrictionsOn(settings: readonly DaySetting[], day: number): (number | null)[] | undefined {
    const cleared = this.#cleared[day] as number
    let isSaid = false
    const restrictions = this.#restricted.map((strip, i) => {
      const number = strip[day] as number
      if (number <= cleared) return null
      isSaid = true
      return settings[number - 1]?.restrictions?.[i] ?? null
    })
    return isSaid ? restrictions : undefined
  }
}

const areEqual = (one: readonly unknown[] | undefined, other: readonly unknown[] | undefined) =>
  one === other || (one !== undefined && other !== undefined && one.every((value, i) => value === other[i]))
