import { dateAfter } from '../../../schema/stay-dates'
import { statusName } from '../../../schema/wire/reservation-status'
import { DEFAULT_NIGHTS, type RoomHolder } from '../../../schema/wire/room-nights'
import type { HeldRoom } from '../../store/closure/columns'

/** The day after the last night of a list. */
export const lastListedDay = ({ from, to }: { from: string; to: string | undefined }) =>
  to ?? dateAfter(from, DEFAULT_NIGHTS)

/** What holds a room, as it is sent. */
export const assembleHolders = ({ roomId, holders }: HeldRoom): RoomHolder[] =>
  holders.map(({ arrivalDate, departureDate, closureId, reason, ...stay }) => {
    const nights = { roomId, arrivalDate, departureDate }
    if (closureId !== null) return { ...nights, closureId, reason: reason ?? '' }
    const { reservationId, reservationNumber, statusId, version, firstName, lastName, guestsInRoom } = stay
    return {
      ...nights,
      reservationId: reservationId as number,
      reservationNumber: String(reservationNumber),
      status: statusName(statusId),
      version,
      guestName: `${firstName} ${lastName}`.trim(),
      guestsInRoom,
    }
  })
