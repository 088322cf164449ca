/*
 * A stay's dates and times are local to the hotel. Both are kept as UTC milliseconds and always formatted in UTC, so that the
 * browser's time zone does not shift them.
 */

const DAY = 86_400_000

/** A calendar date, as the UTC milliseconds of its midnight. */
export type Day = number

/** Parses the date of `2026-11-20T00:00:00` or `2026-11-20`; undefined if it is not a valid date. */
export function dayOf(text: unknown): Day | undefined {
  const [, date] = /^(\d{4}-\d\d-\d\d)(?:$|T)/.exec(String(text)) ?? []
  const day = Date.parse(`${date}T00:00:00Z`)
  return date && isoDay(day) === date ? day : undefined
}

/** `YYYY-MM-DD`. */
export const isoDay = (day: Day) => (Number.isNaN(day) ? '' : new Date(day).toISOString().slice(0, 10))

/** Nights between two days, at least 0. */
export const nightsBetween = (arrival: Day, departure: Day) => Math.max(0, (departure - arrival) / DAY)

/** A weekday and a date in the order of the locale. `separator` stands between them where they share a line. */
export interface DayHeading {
  separator: string
  /** `Friday` and `20 November`, the first of them with a capital letter */
  parts: { kind: 'weekday' | 'date'; text: string }[]
}

/** Dates, times and numbers in one locale. */
export interface Formats {
  /** Friday */
  weekday(day: Day): string
  /** Friday, 20 November; with the year if it is not the current year */
  heading(day: Day): DayHeading
  /** 20 November; with the year if it is not the current year */
  date(day: Day): string
  /** 20 Nov, or 20/11 if that is longer than so many characters; with the year if it is not the current year */
  shortDate(day: Day, length: number): string
  /** 20 – 22 November */
  range(from: Day, to: Day): string
  /** Fri 20 */
  shortDay(day: Day): string
  /** Tomorrow, or In 3 days, with a capital letter */
  inDays(days: number): string
  /** 6 days, 16 plans */
  list(texts: string[]): string
  /** 1 hr 20 min */
  duration(minutes: number): string
  /** 15:00 or 3:00 PM, from `15:00`; other text is returned unchanged */
  time(text: string): string
  /** 4, or ٤: a whole number */
  number(number: number): string
  /** Portugal, from PT */
  country(code: string): string
}

/** `locale` must be a locale that Intl supports. */
export function formatsFor(locale: string): Formats {
  const formats = new Map<string, Intl.DateTimeFormat>()
  /** Made when it is first needed: making one takes a phone as long as laying out a part of the stay. */
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options)
    const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    formats.set(key, known)
    return known
  }
  const { hour12, numberingSystem } = format({ hour: 'numeric', minute: '2-digit' }).resolvedOptions()
  const time = () => format({ hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' })
  const thisYear = new Date().getFullYear()
  const yearOf = (day: Day) => (new Date(day).getUTCFullYear() === thisYear ? {} : ({ year: 'numeric' } as const))
  const dateFormat = (day: Day) => format({ day: 'numeric', month: 'long', ...yearOf(day) })
  /** Some languages write weekdays with a small letter, except at the beginning. */
  const capitalized = (text: string) => text.replace(/^./u, first => first.toLocaleUpperCase(locale))

  let countries: Intl.DisplayNames | undefined
  const countryNames = () => {
    countries ??= new Intl.DisplayNames(locale, { type: 'region' })
    return countries
  }

  return {
    country: code => countryNames().of(code) ?? code,
    // Small numbers in Latin digits are the same in every locale. On a phone a NumberFormat costs as much as all date formats.
    number: number => (numberingSystem === 'latn' && number < 1000 ? String(number) : number.toLocaleString(locale)),
    weekday: day => format({ weekday: 'long' }).format(day),
    heading: day =>
      headingOf(
        format({ weekday: 'long', day: 'numeric', month: 'long', ...yearOf(day) }).formatToParts(day),
        capitalized,
      ),
    date: day => dateFormat(day).format(day),
    shortDate(day, length) {
      const inMonth = (month: 'short' | 'numeric') => format({ day: 'numeric', month, ...yearOf(day) }).format(day)
      const short = inMonth('short')
      return short.length > length ? inMonth('numeric') : short
    },
    list: texts => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(texts),
    shortDay: day => format({ weekday: 'short', day: 'numeric' }).format(day),
    inDays: days => capitalized(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')),
    duration: minutes => durationIn(locale, minutes),
    range: (from, to) => (from <= to ? dateFormat(to).formatRange(from, to) : dateFormat(from).format(from)),
    time(text) {
      const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(text) ?? []
      return hours ? time().format(Date.UTC(2000, 0, 1, Number(hours), Number(minutes))) : text
    },
  }
}

/** Splits a date with its weekday. A weekday is the first or the last part of it; in between it stays a part of the date. */
function headingOf(all: Intl.DateTimeFormatPart[], capitalized: (text: string) => string): DayHeading {
  const at = all.findIndex(({ type }) => type === 'weekday')
  const textOf = (parts: Intl.DateTimeFormatPart[]) => parts.map(({ value }) => value).join('')
  const weekday = { kind: 'weekday' as const, text: all[at]?.value ?? '' }
  if (at === 0) {
    const [, separator, ...date] = all
    const first = { ...weekday, text: capitalized(weekday.text) }
    return { separator: separator?.value ?? '', parts: [first, { kind: 'date', text: textOf(date) }] }
  }
  if (at === all.length - 1) {
    // Any other literal, such as the sign for "day" in Japanese, belongs to the date.
    const separator = /^[\s,]+$/.exec(all[at - 1]?.value ?? '')?.[0] ?? ''
    const date = { kind: 'date' as const, text: textOf(all.slice(0, separator ? at - 1 : at)) }
    return { separator, parts: [date, weekday] }
  }
  return { separator: '', parts: [{ kind: 'date', text: textOf(all) }] }
}

/** Whole hours and minutes; either is left out if it is 0. */
function durationIn(locale: string, minutes: number): string {
  const amounts = [
    { unit: 'hour', amount: Math.floor(minutes / 60) },
    { unit: 'minute', amount: minutes % 60 },
  ].filter(({ amount }) => amount)
  const parts = amounts.map(({ unit, amount }) => amount.toLocaleString(locale, { style: 'unit', unit }))
  return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts)
}
