/*
 * Calendar dates are text, `YYYY-MM-DD`. Arithmetic goes through days of UTC, which all have 24 hours.
 */

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000

/** How many days lie between two dates; negative where the second is earlier. */
export const daysBetween = (first: string, second: string): number => (Date.parse(second) - Date.parse(first)) / DAY_MS

/** The number of days of a month, `YYYY-MM`; 0 if there is no such month. */
export function daysOfMonth(month: string): number {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  if (number === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (number < 1 || number > 12) return 0
  return [4, 6, 9, 11].includes(number) ? 30 : 31
}

/** Whether a text of the form `YYYY-MM-DD` is a day of the calendar. */
export function isDay(text: string): boolean {
  const day = Number(text.slice(8))
  return day >= 1 && day <= daysOfMonth(text.slice(0, 7))
}

/** The first and the last stay date. A year before and after them still has four digits. */
export const FIRST_STAY_DATE = '1900-01-01'
export const LAST_STAY_DATE = '9998-12-31'

/** Whether a text is an unset date of a language without null: .NET writes `0001-01-01T00:00:00`. */
export const isUnsetDate = (value: unknown) => typeof value === 'string' && /^0001-01-01(?:[T ]|$)/.test(value)
