import { collect } from '../client/pages.ts'
import type { Hotel } from '../client/types.ts'
import type { Desk } from './desk.ts'

export type Room = Hotel['rooms'][number]

/** The rooms of the hotel that nothing holds on some nights, by number. `to` is the day after the last night. */
export async function freeRooms({ innlet, hotel, hotelid }: Desk, from: string, to: string): Promise<Room[]> {
  const holders = await collect(innlet.reservation.roomNights({ from, to, hotelid, pageSize: 200 }))
  const held = new Set(holders.map(({ roomId }) => roomId))
  const types = new Set(hotel.roomTypes.flatMap(type => (type.hotelid === hotelid ? type.roomTypeId : [])))
  return hotel.rooms.filter(
    ({ roomId, roomTypeId, isActive }) => isActive && types.has(roomTypeId) && !held.has(roomId),
  )
}

/** The name of a type of rooms. */
export const typeName = ({ roomTypes }: Hotel, roomTypeId: number) =>
  roomTypes.find(type => type.roomTypeId === roomTypeId)?.name ?? ''
