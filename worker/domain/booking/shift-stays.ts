import { dateAfter, nightsBetween } from '../../../schema/stay-dates'
import { type BookingValidator, LINE_TOO_LARGE, lineTotal, MAX_LINE_TOTAL } from './parts'
import type { CurrentBooking, RoomRateLine, Stay } from './state'

interface Dates {
  arrivalDate: string
  departureDate: string
}

type Span = Pick<Stay, 'stayArrival' | 'stayDeparture'>

/**
 * The stays of a booking whose dates change without its rooms being sent. If both dates move by equally many days, all stays do.
 * Otherwise a stay that had the arrival of the booking gets the new one, and so for the departure. Stays outside the new dates
 * are issues. Undefined: no dates change.
 */
export function shiftStays(validator: BookingValidator, current: CurrentBooking, dates: Dates): Stay[] | undefined {
  if (dates.arrivalDate === current.arrivalDate && dates.departureDate === current.departureDate) return undefined
  if (dates.arrivalDate >= dates.departureDate) return undefined
  const days = nightsBetween(current.arrivalDate, dates.arrivalDate)
  const isMoved = days === nightsBetween(current.departureDate, dates.departureDate)
  const spans = current.stays.map(({ stayArrival, stayDeparture }) =>
    isMoved
      ? { stayArrival: dateAfter(stayArrival, days), stayDeparture: dateAfter(stayDeparture, days) }
      : {
          stayArrival: stayArrival === current.arrivalDate ? dates.arrivalDate : stayArrival,
          stayDeparture: stayDeparture === current.departureDate ? dates.departureDate : stayDeparture,
        },
  )
  const isOutside = ({ stayArrival, stayDeparture }: Span) =>
    stayArrival < dates.arrivalDate || stayDeparture > dates.departureDate || stayArrival >= stayDeparture
  if (spans.some(isOutside)) {
    validator.invalid(
      'roomsBooked',
      'expected the rooms with dates of their own, because these lie outside the new dates',
    )
    return undefined
  }
  return current.stays.map((stay, i) => {
    const span = { ...stay, ...spans[i] }
    return { ...span, rates: moveLines(validator, stay, span, `roomsBooked[${i}]`) }
  })
}

/**
 * The rate lines of a stay at its new dates, so that a night keeps its price. A line that grows must be within the limit of a
 * line.
 */
export function moveLines(
  validator: BookingValidator,
  before: Stay | undefined,
  after: Span,
  path: string,
): RoomRateLine[] {
  if (!before) return []
  const days = nightsBetween(before.stayArrival, after.stayArrival)
  const isMoved = days === nightsBetween(before.stayDeparture, after.stayDeparture)
  if (days === 0 && isMoved) return before.rates
  return before.rates.flatMap((line, i) => {
    if (isMoved) return { ...line, fromDate: dateAfter(line.fromDate, days), toDate: dateAfter(line.toDate, days) }
    const fitted = fitLine(line, before, after)
    if (!fitted) return []
    const total = lineTotal(fitted)
    if (total > MAX_LINE_TOTAL && total > lineTotal(line)) validator.invalid(`${path}.rates[${i}]`, LINE_TOO_LARGE)
    return fitted
  })
}

/**
 * A line of a stay whose length changes: a line of the first or the last night grows with it, and each is cut to it. Its nights
 * and its tax follow, if it is charged by the night. Undefined: no night of it is left.
 */
function fitLine(line: RoomRateLine, before: Span, after: Span): RoomRateLine | undefined {
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
function nightsOfLine({ fromDate, toDate }: RoomRateLine, { stayDeparture }: Span) {
  if (fromDate !== toDate) return { fromDate, toDate }
  const night = fromDate === stayDeparture ? dateAfter(fromDate, -1) : fromDate
  return { fromDate: night, toDate: dateAfter(night, 1) }
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)
