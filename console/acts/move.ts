import { html, nothing } from 'lit'
import type { Act } from '../act.ts'
import { dateIn, day } from '../format.ts'
import { freeRooms, typeName } from '../free-rooms.ts'
import { movedRooms, nightsToMove, roomAsItIs } from '../moved-rooms.ts'
import { words } from '../words.ts'
import { numberIn, type Subject } from './booking-acts.ts'
import { options } from './fields.ts'

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
          ? movedRooms(reservation, each, roomID, today)
          : [roomAsItIs(each)],
      )
      return subject.change({ roomsBooked }, key)
    },
  })
}
