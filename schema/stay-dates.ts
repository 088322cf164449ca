// With its extension, because the demo and its tests run this file in Node.
import { DAY_MS, daysBetween } from './wire/dates.ts'

/*
 * Stay dates are the hotel's calendar dates, `YYYY-MM-DD`. Arithmetic goes through UTC days, where every day has 24 hours.
 */

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The number of nights between arrival and departure. */
export const nightsBetween = daysBetween

/** The dates of the nights from arrival up to, not including, departure. */
export function nightsOf(arrival: string, departure: string): string[] {
  const first = dayOf(arrival)
  return Array.from({ length: nightsBetween(arrival, departure) }, (_, i) => dateOf(first + i))
}

/** The date a number of days after another; a negative number gives an earlier date. */
export const dateAfter = (date: string, days: number): string => dateOf(dayOf(date) + days)

/** Formats of dates and hours by time zone. To make one takes longer than the rest of a sale. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** More than there are zones: a zone has one entry for each spelling. */
const MAX_FORMATS = 1_000

/** The calendar date in a time zone at an instant in milliseconds. */
export const todayIn = (timeZone: string, now: number): string => clockIn(timeZone, now).date

/** The hour of the hotel's clock at which its day ends: a guest who comes after midnight arrives on the day before. */
const DAY_ENDS_AT = 4

/** The day that a hotel has at an instant: the earliest day of arrival that is sold. Its clock decides, also when that is changed. */
export function hotelDayIn(timeZone: string, now: number): string {
  const { date, hour } = clockIn(timeZone, now)
  return hour < DAY_ENDS_AT ? dateAfter(date, -1) : date
}

function clockIn(timeZone: string, now: number): { date: string; hour: number } {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(timeZone, format)
  }
  // Such as `2027-05-10, 03`.
  const written = format.format(now)
  return { date: written.slice(0, 10), hour: Number(written.slice(-2)) }
}

/** A stay date as it is sent: `YYYY-MM-DDT00:00:00`. */
export const toWire = (date: string): string => `${date}T00:00:00`
