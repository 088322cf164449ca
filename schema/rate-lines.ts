import { dateAfter, nightsBetween } from './stay-dates.ts'

/*
 * How the rate lines of a room follow a change of its dates, so that a night keeps its price. Amounts are in minor units. The
 * service decides by these rules, and the console shows with them what a change costs before it is sent.
 */

/** What a rate line is charged by. */
export interface ChargedLine {
  unitCost: number
  quantity: number
  nights: number
  taxAmount: number
}

export interface DatedLine extends ChargedLine {
  fromDate: string
  /** The day after the last night. */
  toDate: string
  isTaxOverride: boolean
}

/** The nights of a room. */
export interface Span {
  stayArrival: string
  stayDeparture: string
}

/** The amount that a line adds to the total of its booking. */
export const lineTotal = ({ unitCost, quantity, nights, taxAmount }: ChargedLine): number =>
  unitCost * quantity * nights + taxAmount

/** A line of a stay whose dates change. Undefined: no night of it is left. */
export function lineAfter<Line extends DatedLine>(line: Line, before: Span, after: Span): Line | undefined {
  const days = nightsBetween(before.stayArrival, after.stayArrival)
  if (days !== nightsBetween(before.stayDeparture, after.stayDeparture)) return fitLine(line, before, after)
  return days ? { ...line, fromDate: dateAfter(line.fromDate, days), toDate: dateAfter(line.toDate, days) } : line
}

/**
 * A line of a stay whose length changes: a line of the first or the last night grows with it, and each is cut to it. Its nights
 * and its tax follow, if it is charged by the night.
 */
function fitLine<Line extends DatedLine>(line: Line, before: Span, after: Span): Line | undefined {
  const stored = nightsOfLine(line, before)
  const fromDate =
    stored.fromDate === before.stayArrival ? after.stayArrival : later(stored.fromDate, after.stayArrival)
  const toDate =
    stored.toDate === before.stayDeparture ? after.stayDeparture : earlier(stored.toDate, after.stayDeparture)
  if (fromDate >= toDate) return undefined
  const nightsBefore = nightsBetween(stored.fromDate, stored.toDate)
  if (line.nights !== nightsBefore) return { ...line, fromDate, toDate }
  const nights = nightsBetween(fromDate, toDate)
  const taxAmount = line.isTaxOverride ? line.taxAmount : Math.round((line.taxAmount * nights) / nightsBefore)
  return { ...line, fromDate, toDate, nights, taxAmount }
}

/** The dates of a line. Releases up to 1.1.0 stored a line from a day to the same day, which is that night, or the last one. */
function nightsOfLine({ fromDate, toDate }: DatedLine, { stayDeparture }: Span) {
  if (fromDate !== toDate) return { fromDate, toDate }
  const night = fromDate === stayDeparture ? dateAfter(fromDate, -1) : fromDate
  return { fromDate: night, toDate: dateAfter(night, 1) }
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)
