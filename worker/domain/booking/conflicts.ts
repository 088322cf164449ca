import type { BookingRequest } from '../../../schema/wire/booking'
import { type Refusal, refuseAll } from '../../errors'
import type { FullSlot, TakenRoom, UnusedRoom } from '../../store/booking/columns'

export interface Conflicts {
  rooms: TakenRoom[]
  unused: UnusedRoom[]
  slots: FullSlot[]
}

export const roomTaken = (roomId: number, night: string) => `room ${roomId} is taken on the night of ${night}`
export const roomNotInUse = (roomId: number) => `room ${roomId} is not in use`

/** The refusal for conflicts, by the fields of the request; undefined: there are none any more. */
export function conflictsRefusal(
  { rooms, unused, slots }: Conflicts,
  request: Pick<BookingRequest, 'roomsBooked' | 'activitiesBooked'>,
): Refusal<'ROOM_NOT_AVAILABLE' | 'ACTIVITY_FULL'> | undefined {
  const roomPath = (position: number) => (request.roomsBooked ? `roomsBooked[${position}].roomID` : 'roomsBooked')
  const slotPath = (position: number) =>
    request.activitiesBooked ? `activitiesBooked[${position}].participants` : 'activitiesBooked'
  return refuseAll([
    ...rooms.map(({ position, roomId, night }) => ({
      code: 'ROOM_NOT_AVAILABLE' as const,
      description: `${roomPath(position)}: ${roomTaken(roomId, night)}`,
    })),
    ...unused.map(({ position, roomId }) => ({
      code: 'ROOM_NOT_AVAILABLE' as const,
      description: `${roomPath(position)}: ${roomNotInUse(roomId)}`,
    })),
    ...slots.map(({ position, activityId, date, time, wanted, left }) => ({
      code: 'ACTIVITY_FULL' as const,
      description:
        `${slotPath(position)}: activity ${activityId} on ${date}${time && ` at ${time}`} ` +
        `has ${Math.max(left, 0)} places left, not ${wanted}`,
    })),
  ])
}
