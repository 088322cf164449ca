import type { BookingRequest } from '../../../schema/wire/booking'
import { type Refusal, refuseAll } from '../../errors'

/** A room that others hold, from the first night of theirs. */
export interface TakenRoom {
  /** Its place among the rooms of the plan, or of the booking where the plan leaves them. */
  position: number
  roomId: number
  night: string
}

/** A slot with too few places for its participants. */
export interface FullSlot {
  position: number
  activityId: number
  date: string
  time: string
  wanted: number
  left: number
}

export interface Conflicts {
  rooms: TakenRoom[]
  slots: FullSlot[]
}

/** Says what stands in the way of a request, by the field that was sent; undefined when nothing does any more. */
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
