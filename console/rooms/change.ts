import type { Booking, Reservation } from '../../client/types.ts'
import { type DatedLine, lineAfter, lineTotal, type Span } from '../../schema/rate-lines.ts'
import { dateIn, money } from '../format.ts'
import { movedRooms, roomAsItIs } from '../moved-rooms.ts'
import { words } from '../words.ts'
import { dateOf, dayNames, daysSince1970 } from './days.ts'
import { type Change, isSplit } from './draft.ts'
import type { RoomPlan } from './plan.ts'

/** What a change of a booking does, for people, and the request that does it. */
export interface Quote {
  lines: string[]
  body: Booking
  /** Why it was not done, if the same may succeed later. */
  refusal?: string
}

type ReservedRoom = Reservation['rooms'][number]

const spanIn = (room: ReservedRoom): Span => ({
  stayArrival: dateIn(room.arrivalDate),
  stayDeparture: dateIn(room.departureDate),
})

/** The change of a reservation as it is now. Undefined: the booking is not where the chart has it any more. */
export function quoteOf(change: Change, reservation: Reservation, plan: RoomPlan, today: string): Quote | undefined {
  const { bar } = change
  const index = reservation.rooms.findIndex(
    room =>
      room.roomId === bar.roomId &&
      daysSince1970(room.arrivalDate) === bar.from &&
      daysSince1970(room.departureDate) === bar.to,
  )
  const room = reservation.rooms[index]
  if (!room) return undefined
  const after: Span = { stayArrival: dateOf(change.from), stayDeparture: dateOf(change.to) }
  return {
    lines: linesOf(change, reservation, room, after, plan),
    body: bodyOf(change, reservation, index, after, today),
  }
}

function linesOf(change: Change, reservation: Reservation, room: ReservedRoom, after: Span, plan: RoomPlan): string[] {
  const { bar } = change
  const { chart } = words
  const [old, next] = [bar.roomId, change.roomId].map(roomId => plan.rows[plan.indexOf(roomId)])
  const typeName = (typeId: number | undefined) => plan.groups.find(group => group.typeId === typeId)?.name ?? ''
  const nights = [bar, change].map(({ from, to }) => words.nights(to - from)) as [string, string]
  const lines: string[] = []
  if (old !== next) lines.push(chart.roomChange(old?.name ?? room.roomNo, next?.name ?? ''))
  if (old?.typeId !== next?.typeId) lines.push(chart.typeChange(typeName(old?.typeId), typeName(next?.typeId)))
  if (isSplit(change)) lines.push(chart.fromOn(dayNames(change.from).short, old?.name ?? room.roomNo))
  else if (bar.from !== change.from)
    lines.push(chart.datesChange(dayNames(bar.from).short, dayNames(change.from).short))
  if (!isSplit(change) && nights[0] !== nights[1]) lines.push(chart.nightsChange(...nights, dayNames(change.to).short))
  // What each night costs is split with the nights.
  return [...lines, priceLine(reservation, room, isSplit(change) ? spanIn(room) : after)]
}

/** The total of the reservation before and after. A night keeps its price, as the service decides it. */
function priceLine({ total, currency }: Reservation, room: ReservedRoom, after: Span): string {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const unit = 10 ** digits
  const before = spanIn(room)
  let difference = 0
  for (const line of room.rates) {
    const dated: DatedLine = {
      ...line,
      unitCost: Math.round(line.unitCost * unit),
      taxAmount: Math.round(line.taxAmount * unit),
      fromDate: dateIn(line.fromDate),
      toDate: dateIn(line.toDate),
    }
    const moved = lineAfter(dated, before, after)
    difference += (moved ? lineTotal(moved) : 0) - lineTotal(dated)
  }
  const amount = (units: number) => money(units / unit, currency)
  const units = Math.round(total * unit)
  if (!difference) return words.chart.samePrice(amount(units))
  const sign = difference > 0 ? '+' : '−'
  return words.chart.price(amount(units), amount(units + difference), `${sign}${amount(Math.abs(difference))}`)
}

/** The whole list of rooms is sent, because the service replaces it. Rates, notes and guests follow without being sent. */
function bodyOf(change: Change, reservation: Reservation, index: number, after: Span, today: string): Booking {
  const { reservationId, version } = reservation
  const moved = (room: ReservedRoom) =>
    isSplit(change)
      ? movedRooms(reservation, room, change.roomId, today)
      : [{ roomID: change.roomId, arrivalDate: after.stayArrival, departureDate: after.stayDeparture }]
  const roomsBooked = reservation.rooms.flatMap((room, i) => (i === index ? moved(room) : [roomAsItIs(room)]))
  const spans = reservation.rooms.map((room, i) => (i === index ? after : spanIn(room)))
  const dates = isSplit(change) ? {} : datesOf(reservation, spans)
  return { action: 'modify', bookingID: reservationId, expectedVersion: version, ...dates, roomsBooked }
}

/** The dates of the booking: those of its rooms, and what it has before and after them now. */
function datesOf(reservation: Reservation, spans: readonly Span[]) {
  const first = (dates: string[]) => dates.sort().at(0) ?? ''
  const last = (dates: string[]) => dates.sort().at(-1) ?? ''
  const [arrival, departure] = [dateIn(reservation.arrivalDate), dateIn(reservation.departureDate)]
  const held = reservation.rooms.map(spanIn)
  const isArrivalOfRoom = arrival === first(held.map(({ stayArrival }) => stayArrival))
  const isDepartureOfRoom = departure === last(held.map(({ stayDeparture }) => stayDeparture))
  const begins = first(spans.map(({ stayArrival }) => stayArrival))
  const ends = last(spans.map(({ stayDeparture }) => stayDeparture))
  return {
    arrivalDate: isArrivalOfRoom ? begins : first([arrival, begins]),
    departureDate: isDepartureOfRoom ? ends : last([departure, ends]),
  }
}
