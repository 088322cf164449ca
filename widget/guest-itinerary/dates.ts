/*
 * A stay's dates are the hotel's days of the calendar, and its times the hotel's clock. Both are kept as UTC milliseconds and
 * always formatted in UTC, so that the zone of the browser has no say in them.
 */

const DAY = 86_400_000

/** A day of the calendar: the UTC milliseconds of its midnight. */
export type Day = number

/** Reads the date of `2026-11-20T00:00:00` or `2026-11-20` as it is written; undefined if that is no day of the calendar. */
export function dayOf(written: unknown): Day | undefined {
  const [, date] = /^(\d{4}-\d\d-\d\d)(?:$|T)/.exec(String(written)) ?? []
  const day = Date.parse(`${date}T00:00:00Z`)
  return date && isoDay(day) === date ? day : undefined
}

/** `YYYY-MM-DD`. */
export const isoDay = (day: Day) => (Number.isNaN(day) ? '' : new Date(day).toISOString().slice(0, 10))

/** Nights between two days; never fewer than none. */
export const nightsBetween = (arrival: Day, departure: Day) => Math.max(0, (departure - arrival) / DAY)

/** The day that the guest's own calendar shows. */
export function today(now = new Date()): Day {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
}

/** How days and times read in one language. */
export interface Formats {
  /** Friday */
  weekday(day: Day): string
  /** 20 November; with the year when it is not this one */
  date(day: Day): string
  /** 20 – 22 November */
  range(from: Day, to: Day): string
  /** 15:00 or 3:00 PM, from `15:00`; what is no time of day stays as it is written */
  time(written: string): string
  /** 20 Nov 2026, 14:05: an instant (ms) on the guest's own clock */
  instant(at: number): string
  /** 4, or ٤: a whole number */
  number(number: number): string
}

/** `locale` must be one that Intl knows. */
export function formatsFor(locale: string): Formats {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const weekday = format({ weekday: 'long' })
  const date = format({ day: 'numeric', month: 'long' })
  const dateAndYear = format({ day: 'numeric', month: 'long', year: 'numeric' })
  const clock = format({ hour: 'numeric', minute: '2-digit' })
  const { hour12, numberingSystem } = clock.resolvedOptions()
  const hour = hour12 ? 'numeric' : '2-digit'
  const time = format({ hour, minute: '2-digit' })
  const thisYear = new Date(today()).getUTCFullYear()
  const dated = (day: Day) => (new Date(day).getUTCFullYear() === thisYear ? date : dateAndYear)

  return {
    // Small numbers in Latin digits are written alike everywhere; a NumberFormat takes a phone as long as all that is said of dates.
    number: number => (numberingSystem === 'latn' && number < 1000 ? String(number) : number.toLocaleString(locale)),
    instant: at => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at),
    weekday: day => weekday.format(day),
    date: day => dated(day).format(day),
    range: (from, to) => (from <= to ? dated(to).formatRange(from, to) : dated(from).format(from)),
    time(written) {
      const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(written) ?? []
      return hours ? time.format(Date.UTC(2000, 0, 1, Number(hours), Number(minutes))) : written
    },
  }
}
