import { lineAfter, lineTotal, type Span } from '../../../schema/rate-lines'
import { dateAfter, nightsBetween } from '../../../schema/stay-dates'
import { type BookingValidator, LINE_TOO_LARGE, MAX_LINE_TOTAL } from './parts'
import type { CurrentBooking, RoomRateLine, Stay } from './state'

interface Dates {
  arrivalDate: string
  departureDate: string
}

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
  return before.rates.flatMap((line, i) => {
    const moved = lineAfter(line, before, after)
    if (!moved) return []
    const total = lineTotal(moved)
    if (total > MAX_LINE_TOTAL && total > lineTotal(line)) validator.invalid(`${path}.rates[${i}]`, LINE_TOO_LARGE)
    return moved
  })
}
