/*
 * Stay dates are the hotel's calendar dates, `YYYY-MM-DD`. Arithmetic goes through UTC days, where every day has 24 hours.
 */

export const MS_PER_DAY = 86_400_000

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY
const dateOf = (day: number): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10)

/** How many nights lie between arrival and departure. */
export const nightsBetween = (arrival: string, departure: string): number => dayOf(departure) - dayOf(arrival)

/** The dates of the nights from arrival up to, not including, departure. */
export function nightsOf(arrival: string, departure: string): string[] {
  const first = dayOf(arrival)
  return Array.from({ length: nightsBetween(arrival, departure) }, (_, i) => dateOf(first + i))
}

/** The date so many days after another; before it, when there are fewer than none. */
export const dateAfter = (date: string, days: number): string => dateOf(dayOf(date) + days)

/** The calendar date at an instant (milliseconds), where the zone is. */
export const todayIn = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** A stay date as it travels: `YYYY-MM-DDT00:00:00`. */
export const toWire = (date: string): string => `${date}T00:00:00`
