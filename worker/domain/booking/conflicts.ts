import type { BookingRequest } from '../../../schema/wire/booking'
import { type Refusal, refuseAll } from '../../errors'

/** A room that another reservation holds; `night` is the first of these nights. */
export interface TakenRoom {
  /** Its index in the rooms of the plan, or of the booking if the plan does not change them. */
  position: number
  roomId: number
  night: string
}

/** A slot with too few places. */
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
