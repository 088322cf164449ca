import { nightsBetween } from '../stay-dates'
import { type BookingValidator, LINE_TOO_LARGE, lineTotal, MAX_LINE_TOTAL } from './parts'
import type { CurrentBooking, RoomRateLine, Stay } from './state'

interface Dates {
  arrivalDate: string
  departureDate: string
}

/**
 * The stays of a booking whose dates change without its rooms being sent. A stay that had the arrival date of the booking
 * gets the new one, and so for the departure date. A rate line that covered its stay covers it again, at the same price per
 * night. Stays outside the new dates are issues, and lines that grow beyond the limit of a line. Undefined: no dates change.
 */
export function shiftStays(validator: BookingValidator, current: CurrentBooking, dates: Dates): Stay[] | undefined {
  if (dates.arrivalDate === current.arrivalDate && dates.departureDate === current.departureDate) return undefined
  if (dates.arrivalDate >= dates.departureDate) return undefined
  const moved = current.stays.map(stay => shiftStay(stay, current, dates))
  const outside = moved.some(
    stay =>
      stay.stayArrival < dates.arrivalDate ||
      stay.stayDeparture > dates.departureDate ||
      stay.stayArrival >= stay.stayDeparture ||
      stay.rates.some(({ fromDate, toDate }) => fromDate < stay.stayArrival || toDate > stay.stayDeparture),
  )
  if (outside)
    validator.invalid(
      'roomsBooked',
      'expected the rooms with dates of their own, because these lie outside the new dates',
    )
  for (const [i, stay] of moved.entries()) validateLines(validator, stay.rates, current.stays[i]?.rates ?? [], i)
  return moved
}

/** A line that grows must be within the limit of a line. */
function validateLines(
  validator: BookingValidator,
  after: readonly RoomRateLine[],
  before: readonly RoomRateLine[],
  room: number,
): void {
  for (const [j, line] of after.entries()) {
    const total = lineTotal(line)
    const previous = before[j] ? lineTotal(before[j]) : 0
    if (total > MAX_LINE_TOTAL && total > previous)
      validator.invalid(`roomsBooked[${room}].rates[${j}]`, LINE_TOO_LARGE)
  }
}

function shiftStay(stay: Stay, current: CurrentBooking, dates: Dates): Stay {
  const stayArrival = stay.stayArrival === current.arrivalDate ? dates.arrivalDate : stay.stayArrival
  const stayDeparture = stay.stayDeparture === current.departureDate ? dates.departureDate : stay.stayDeparture
  return {
    ...stay,
    stayArrival,
    stayDeparture,
    rates: stay.rates.map(rate => {
      if (rate.fromDate !== stay.stayArrival || rate.toDate !== stay.stayDeparture) return rate
      const byNight = rate.nights === nightsBetween(stay.stayArrival, stay.stayDeparture)
      const nights = byNight ? Math.max(nightsBetween(stayArrival, stayDeparture), 0) : rate.nights
      return { ...rate, fromDate: stayArrival, toDate: stayDeparture, nights }
    }),
  }
}
