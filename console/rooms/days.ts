/* Days as numbers, counted from 1970 in UTC, where every day has 24 hours. No time zone of this PC is asked. */

import { DAY_MS } from '../../schema/wire/dates.ts'

/** The number of a date: `YYYY-MM-DD`, or a wire date that begins with it. */
export const daysSince1970 = (date: string): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS

/** The date of a number: `YYYY-MM-DD`. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** A day for the head of the chart and for texts. Each is made once, because formatting takes most of a frame otherwise. */
export interface DayNames {
  /** `Mo`. */
  weekday: string
  /** `30`. */
  number: string
  /** `Mon, 30 Nov`. */
  short: string
  /** `Monday 30 November 2026`. */
  long: string
  /** `November 2026`. */
  month: string
  isWeekend: boolean
  isFirstOfMonth: boolean
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const weekday = format({ weekday: 'short' })
const short = format({ weekday: 'short', day: 'numeric', month: 'short' })
const long = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const month = format({ month: 'long', year: 'numeric' })

const names = new Map<number, DayNames>()

export function dayNames(day: number): DayNames {
  const known = names.get(day)
  if (known) return known
  const date = new Date(day * DAY_MS)
  const made: DayNames = {
    weekday: weekday.format(date).slice(0, 2),
    number: String(date.getUTCDate()),
    short: short.format(date),
    long: long.format(date),
    month: month.format(date),
    isWeekend: date.getUTCDay() % 6 === 0,
    isFirstOfMonth: date.getUTCDate() === 1,
  }
  names.set(day, made)
  return made
}
