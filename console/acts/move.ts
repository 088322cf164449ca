import { html, nothing } from 'lit'
import type { Booking, Reservation } from '../../client/types.ts'
import { nightsBetween } from '../../schema/stay-dates.ts'
import type { Act } from '../act.ts'
import { dateIn, day, rounded } from '../format.ts'
import { freeRooms, typeName } from '../free-rooms.ts'
import { words } from '../words.ts'
import { numberIn, type Subject } from './booking-acts.ts'
import { options } from './fields.ts'

type ReservedRoom = Reservation['rooms'][number]
type Rates = Pick<ReservedRoom, 'rates'> & { currency: string }
type SentRooms = NonNullable<Booking['roomsBooked']>

/** Moves a guest to another room: those that are free are listed. A guest who is in the house keeps the nights that are past. */
export async function moveAct(subject: Subject): Promise<Act> {
  const { desk, reservation } = subject
  const { hotel, today } = desk
  const movable = reservation.rooms.filter(
    room => dateIn(room.departureDate) > today || reservation.reservationStatus !== 'InHouse',
  )
  const free = new Map(
    await Promise.all(
      movable.map(async room => [room, await freeRooms(desk, ...nightsToMove(reservation, room, today))] as const),
    ),
  )
  const chosen = (form: FormData | undefined) => movable[numberIn(form, 'from') ?? 0] ?? movable[0]
  return subject.act({
    title: words.move,
    fields: form => {
      const room = chosen(form)
      if (!room) return html`<p class="quiet">${words.noRoom}</p>`
      const [from, to] = nightsToMove(reservation, room, today)
      const rooms = free.get(room) ?? []
      return html`
        ${
          movable.length > 1
            ? options(
                'from',
                words.whichRoom,
                movable.map((each, i) => ({ value: i, text: words.roomOf(each.roomNo) })),
                0,
              )
            : nothing
        }
        <p class="quiet">${words.moveFrom(room.roomNo, day(from), day(to))}</p>
        ${
          rooms.length
            ? options(
                'to',
                words.freeRooms,
                rooms.map(({ roomId, roomNo, roomName, roomTypeId }) => ({
                  value: roomId,
                  text: `${roomNo} ${roomName}`,
                  also: typeName(hotel, roomTypeId),
                })),
              )
            : html`<p class="quiet">${words.noFreeRoom}</p>`
        }
      `
    },
    button: form => {
      const to = hotel.rooms.find(({ roomId }) => roomId === numberIn(form, 'to'))
      return to && words.moveTo(to.roomNo)
    },
    send: (form, key) => {
      const [room, roomID] = [chosen(form), numberIn(form, 'to')]
      if (!room || !roomID) return Promise.resolve()
      const roomsBooked = subject.reservation.rooms.flatMap(each =>
        each.roomId === room.roomId && each.arrivalDate === room.arrivalDate
          ? moved(reservation, each, roomID, today)
          : [roomAsItIs(each)],
      )
      return subject.change({ roomsBooked }, key)
    },
  })
}

/** The nights that move: all, or those from today on of a guest who has slept here. */
function nightsToMove(
  { reservationStatus }: Reservation,
  room: ReservedRoom,
  today: string,
): [from: string, to: string] {
  const [arrival, departure] = [dateIn(room.arrivalDate), dateIn(room.departureDate)]
  return [reservationStatus === 'InHouse' && arrival < today && today < departure ? today : arrival, departure]
}

/** A room of a change: what is not sent of it stays. */
const roomAsItIs = ({ roomId, arrivalDate, departureDate }: ReservedRoom): SentRooms[number] => ({
  roomID: roomId,
  arrivalDate: dateIn(arrivalDate),
  departureDate: dateIn(departureDate),
})

function moved(reservation: Reservation, room: ReservedRoom, roomID: number, today: string): SentRooms {
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
