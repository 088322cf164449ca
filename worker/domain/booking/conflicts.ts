import type { BookingRequest } from '../../../schema/wire/booking'
import { type Refusal, refuseAll } from '../../errors'
import type { FullSlot, TakenRoom } from '../../store/booking/columns'

export interface Conflicts {
  rooms: TakenRoom[]
  slots: FullSlot[]
}

/** The refusal for conflicts, by the fields of the request; undefined: there are none any more. */
export function conflictsRefusal(
  { rooms, slots }: Conflicts,
  request: Pick<BookingRequest, 'roomsBooked' | 'activitiesBooked'>,
): Refusal<'ROOM_NOT_AVAILABLE' | 'ACTIVITY_FULL'> | undefined {
  const roomPath = (position: number) => (request.roomsBooked ? `roomsBooked[${position}].roomID` : 'roomsBooked')
  const slotPath = (position: number) =>
    request.activitiesBooked ? `activitiesBooked[${position}].participants` : 'activitiesBooked'
  return refuseAll([
    ...rooms.map(({ position, roomId, night }) => ({
      code: 'ROOM_NOT_AVAILABLE' as const,
      description: `${roomPath(position)}: room ${roomId} is taken on the night of ${night}`,
    })),
    ...slots.map(({ position, activityId, date, time, wanted, left }) => ({
      code: 'ACTIVITY_FULL' as const,
      description:
        `${slotPath(position)}: activity ${activityId} on ${date}${time && ` at ${time}`} ` +
        `has ${Math.max(left, 0)} places left, not ${wanted}`,
    })),
  ])
}
