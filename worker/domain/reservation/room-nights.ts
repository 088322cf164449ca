import { statusName } from '../../../schema/wire/reservation-status'
import type { RoomHolder } from '../../../schema/wire/room-nights'
import type { HeldRoom } from '../../store/closure/columns'

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
