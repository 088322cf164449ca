import type { Booking, Reservation } from '../client/types.ts'
import { nightsBetween } from '../schema/stay-dates.ts'
import { dateIn, rounded } from './format.ts'

type ReservedRoom = Reservation['rooms'][number]
type Rates = Pick<ReservedRoom, 'rates'> & { currency: string }
type SentRooms = NonNullable<Booking['roomsBooked']>

/** The nights that move: all, or those from today on of a guest who has slept here. */
export function nightsToMove(
  { reservationStatus }: Reservation,
  room: ReservedRoom,
  today: string,
): [from: string, to: string] {
  const [arrival, departure] = [dateIn(room.arrivalDate), dateIn(room.departureDate)]
  return [reservationStatus === 'InHouse' && arrival < today && today < departure ? today : arrival, departure]
}

/** A room of a change: what is not sent of it stays. */
export const roomAsItIs = ({ roomId, arrivalDate, departureDate }: ReservedRoom): SentRooms[number] => ({
  roomID: roomId,
  arrivalDate: dateIn(arrivalDate),
  departureDate: dateIn(departureDate),
})

/** The rooms in place of one whose guest moves: two, if past nights stay in the old one. */
export function movedRooms(reservation: Reservation, room: ReservedRoom, roomID: number, today: string): SentRooms {
  const [from, to] = nightsToMove(reservation, room, today)
  const arrival = dateIn(room.arrivalDate)
  if (from === arrival) return [{ ...roomAsItIs(room), roomID }]
  const { guestsInRoom, notes } = room
  const rates = { rates: room.rates, currency: reservation.currency }
  return [
    { ...roomAsItIs(room), departureDate: from, guestsInRoom, rates: ratesWithin(rates, arrival, from, true) },
    {
      roomID,
      arrivalDate: from,
      departureDate: to,
      guestsInRoom,
      roomNotes: notes,
      rates: ratesWithin(rates, from, to, false),
    },
  ]
}

/** The lines of one part of a stay. A charge for the whole stay, and a tax that was set by hand, stay with the first part. */
function ratesWithin(
  { rates, currency }: Rates,
  from: string,
  to: string,
  isFirst: boolean,
): SentRooms[number]['rates'] {
  return rates.flatMap(line => {
    const [begin, end] = [dateIn(line.fromDate), dateIn(line.toDate)]
    const [fromDate, toDate] = [begin > from ? begin : from, end < to ? end : to]
    const isByNight = line.nights === nightsBetween(begin, end)
    if (!isByNight) return isFirst ? [{ ...line, fromDate: from, toDate: to }] : []
    if (fromDate >= toDate) return []
    const nights = nightsBetween(fromDate, toDate)
    // The parts of a tax add up: the second one is what the first has left.
    const nightsOfFirst = isFirst ? nights : line.nights - nights
    const first = line.isTaxOverride
      ? line.taxAmount
      : rounded((line.taxAmount * nightsOfFirst) / line.nights, currency)
    const taxAmount = rounded(isFirst ? first : line.taxAmount - first, currency)
    return [{ ...line, fromDate, toDate, nights, taxAmount }]
  })
}
