import { hotelDayIn } from '../../../schema/stay-dates'
import type { CloseRoomRequest } from '../../../schema/wire/room-nights'
import { type Refusal, refuse } from '../../errors'
import type { RoomToClose, StoredClosure } from '../../store/closure/columns'
import { roomNotInUse, roomTaken } from '../booking/conflicts'

/** Why a room cannot be closed; undefined: it can. `room` undefined: there is none. */
export function refuseClosing(
  { roomID, toDate }: Pick<CloseRoomRequest, 'roomID' | 'toDate'>,
  room: RoomToClose | undefined,
  now: number,
): Refusal<'UNKNOWN_REFERENCE' | 'INVALID_FIELD' | 'ROOM_NOT_AVAILABLE'> | undefined {
  if (!room) return refuse('UNKNOWN_REFERENCE', `roomID: there is no room ${roomID}`)
  const { isActive, timeZone, takenNight } = room
  const hotelDay = hotelDayIn(timeZone, now)
  if (toDate <= hotelDay) return refuse('INVALID_FIELD', `toDate: expected a day after ${hotelDay}, the hotel's day`)
  if (!isActive) return refuse('ROOM_NOT_AVAILABLE', `roomID: ${roomNotInUse(roomID)}`)
  return takenNight === null ? undefined : refuse('ROOM_NOT_AVAILABLE', `roomID: ${roomTaken(roomID, takenNight)}`)
}

/** Whether none of its nights is left. */
export const hasEnded = ({ fromDate, toDate }: Pick<StoredClosure, 'fromDate' | 'toDate'>) => fromDate === toDate

/** The nights of a closure that are opened from a date on, by default all; undefined: it has none there. */
export function nightsToOpen(
  { fromDate, toDate }: StoredClosure,
  openedFrom = fromDate,
): { fromDate: string; toDate: string } | undefined {
  const first = openedFrom > fromDate ? openedFrom : fromDate
  return first < toDate ? { fromDate: first, toDate } : undefined
}
