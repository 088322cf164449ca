import type { Reservation } from '../client/types.ts'
import { nightsBetween } from '../schema/stay-dates.ts'

/* How values are written. Dates are the hotel's, and are never converted to the zone of this PC. */

const LOCALE = 'en-GB'

const clockFormat = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const momentFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const dayFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
const longDayFormat = new Intl.DateTimeFormat(LOCALE, {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** A time of this PC: `14:02:31`. */
export const clock = (instant: number) => clockFormat.format(instant)

/** An instant in the zone of this PC: `12 May, 14:02`. */
export const moment = (instant: string) => momentFormat.format(Date.parse(instant))

/** The date of a wire date, `2027-05-12T00:00:00`. */
export const dateIn = (wire: string | null): string => wire?.slice(0, 10) ?? ''

/** `Wed, 12 May`. */
export const day = (date: string) => (date ? dayFormat.format(Date.parse(date)) : '')

/** `Wednesday 12 May 2027`. */
export const longDay = (date: string) => (date ? longDayFormat.format(Date.parse(date)) : '')

/** The decimals of a currency: 2 for EUR, 0 for JPY. */
export const decimalsOf = (currency: string): number => formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

/** An amount without the remainder of a division. */
export const rounded = (amount: number, currency: string) => Number(amount.toFixed(decimalsOf(currency)))

const amounts = new Map<string, Intl.NumberFormat>()

/** `€1,250.00`. */
export const money = (amount: number, currency: string): string => formatOf(currency).format(amount)

function formatOf(currency: string): Intl.NumberFormat {
  const format = amounts.get(currency) ?? new Intl.NumberFormat(LOCALE, { style: 'currency', currency })
  amounts.set(currency, format)
  return format
}

/** The name of a guest, as a reception looks for it: `Lindqvist, Anna`. */
export const guestName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  [lastName, firstName].filter(Boolean).join(', ')

let countries: Intl.DisplayNames | undefined

/** The name of a country of which a guest has the code: `Portugal` for `PT`. Any other text stays as it is. */
export function countryName(text: string): string {
  if (!/^[a-z]{2}$/i.test(text)) return text
  countries ??= new Intl.DisplayNames(LOCALE, { type: 'region' })
  return countries.of(text.toUpperCase()) ?? text
}

/** The nights of a stay; 0 for an inquiry without dates. */
export const nightsOfStay = ({ arrivalDate, departureDate }: Pick<Reservation, 'arrivalDate' | 'departureDate'>) =>
  arrivalDate && departureDate ? nightsBetween(dateIn(arrivalDate), dateIn(departureDate)) : 0

/** The instant of a time of this PC: `2026-11-28T16:30`. */
export const instantOf = (time: string): string => new Date(time).toISOString()
