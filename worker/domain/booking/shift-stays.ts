import { nightsBetween } from '../stay-dates'
import { type BookingValidator, LINE_TOO_LARGE, lineTotal, MAX_LINE_TOTAL } from './parts'
import type { CurrentBooking, RoomRateLine, Stay } from './state'

interface Dates {
  arrivalDate: string
  departureDate: string
}

/**
 * The rooms of a booking whose dates change while its rooms are not sent. A stay that began with the booking begins with it
 * again, one that ended with it ends with it; a rate line that spanned its stay spans it again, at its price a night. What
 * would then lie outside is a fault, and so is a line that has grown past the limit of a line. Undefined: nothing moves.
 */
export function shiftStays(validator: BookingValidator, booked: CurrentBooking, dates: Dates): Stay[] | undefined {
  if (dates.arrivalDate === booked.arrivalDate && dates.departureDate === booked.departureDate) return undefined
  if (dates.arrivalDate >= dates.departureDate) return undefined
  const moved = booked.stays.map(stay => shiftStay(stay, booked, dates))
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
  for (const [i, stay] of moved.entries()) judgeLines(validator, stay.rates, booked.stays[i]?.rates ?? [], i)
  return moved
}

/** A line that covers more nights is a larger one. It must meet the limit of a line that is sent, unless it has not grown. */
function judgeLines(
  validator: BookingValidator,
  after: readonly RoomRateLine[],
  before: readonly RoomRateLine[],
  room: number,
): void {
  for (const [j, line] of after.entries()) {
    const total = lineTotal(line)
    const was = before[j] ? lineTotal(before[j]) : 0
    if (total > MAX_LINE_TOTAL && total > was) validator.invalid(`roomsBooked[${room}].rates[${j}]`, LINE_TOO_LARGE)
  }
}

function shiftStay(stay: Stay, booked: CurrentBooking, dates: Dates): Stay {
  const stayArrival = stay.stayArrival === booked.arrivalDate ? dates.arrivalDate : stay.stayArrival
  const stayDeparture = stay.stayDeparture === booked.departureDate ? dates.departureDate : stay.stayDeparture
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
