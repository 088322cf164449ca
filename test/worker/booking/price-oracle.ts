import { dateAfter, nightsOf } from '../../../schema/stay-dates'

/*
 * What stays cost, night by night: a rate line is the list of its nights, and each night of it has a price. Amounts are cents.
 */

export interface Dates {
  arrivalDate: string
  departureDate: string
}

/** A rate line as it is sent, in euros. */
export interface SentLine {
  unitCost: number
  quantity?: number
  nights?: number
  fromDate?: string
  toDate?: string
  taxAmount?: number
  isTaxOverride?: boolean
}

export interface Line {
  dates: string[]
  /** How many nights are charged: those of the dates, or another number, which is a charge for the stay. */
  charged: number
  unitCost: number
  quantity: number
  tax: number
  isTaxOverride: boolean
}

const cents = (euros: number) => Math.round(euros * 100)

/** A line as it is stored. Undefined: it is refused. */
export function lineOf(sent: SentLine, stay: Dates): Line | undefined {
  const nights = nightsOf(stay.arrivalDate, stay.departureDate)
  const first = sent.fromDate ?? stay.arrivalDate
  const end = sent.toDate ?? stay.departureDate
  const until = nights.filter(night => night >= first && night < end)
  const through = nights.filter(night => night >= first && night <= end)
  const isLastNight = first === end || (sent.nights === until.length + 1 && through.length > until.length)
  const dates = isLastNight ? through : until
  if (!dates.length) return undefined
  return {
    dates,
    charged: sent.nights ?? dates.length,
    unitCost: cents(sent.unitCost),
    quantity: sent.quantity ?? 1,
    tax: cents(sent.taxAmount ?? 0),
    isTaxOverride: sent.isTaxOverride ?? false,
  }
}

/** The lines of a stay at new dates: a night before the old ones costs what the first did, a night after them what the last did. */
export function linesAt(lines: readonly Line[], before: Dates, after: Dates): Line[] {
  const [old, nights] = [before, after].map(stay => nightsOf(stay.arrivalDate, stay.departureDate)) as [
    string[],
    string[],
  ]
  const nearest = (night: string) => {
    if (old.length === nights.length) return old[nights.indexOf(night)] as string
    return old.findLast(each => each <= night) ?? (old[0] as string)
  }
  return lines.flatMap(line => {
    const dates = nights.filter(night => line.dates.includes(nearest(night)))
    if (!dates.length) return []
    if (line.charged !== line.dates.length) return [{ ...line, dates }]
    const shares = 2 * line.tax * dates.length + line.dates.length
    const tax = line.isTaxOverride ? line.tax : Math.floor(shares / (2 * line.dates.length))
    return [{ ...line, dates, charged: dates.length, tax }]
  })
}

/** The sum of the nights and of the taxes. */
export function totalOf(lines: readonly Line[]): number {
  let total = 0
  for (const { dates, charged, unitCost, quantity, tax } of lines) {
    const counted = charged === dates.length ? dates : Array.from({ length: charged })
    for (const _ of counted) total += unitCost * quantity
    total += tax
  }
  return total
}

/** A line as GetReservations returns it. */
export const returned = ({ dates, charged, unitCost, quantity, tax, isTaxOverride }: Line) => ({
  unitCost: unitCost / 100,
  quantity,
  nights: charged,
  fromDate: `${dates[0]}T00:00:00`,
  toDate: `${dateAfter(dates.at(-1) as string, 1)}T00:00:00`,
  isTaxOverride,
  taxAmount: tax / 100,
})
