/*
 * Calendar dates are text, `YYYY-MM-DD`. Arithmetic goes through days of UTC, which all have 24 hours.
 */

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000

/** How many days lie between two dates; negative where the second is earlier. */
export const daysBetween = (first: string, second: string): number => (Date.parse(second) - Date.parse(first)) / DAY_MS

/** Whether a text of the form `YYYY-MM-DD` is a day of the calendar. */
export function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}

/** The first and the last stay date. A year before and after them still has four digits. */
export const FIRST_STAY_DATE = '1900-01-01'
export const LAST_STAY_DATE = '9998-12-31'

/** Whether a text is an unset date of a language without null: .NET writes `0001-01-01T00:00:00`. */
export const isUnsetDate = (value: unknown) => typeof value === 'string' && /^0001-01-01(?:T|$)/.test(value)
