import type { ChannelReservation } from '../../../schema/wire/channel-reservation'
import { STATUS, type StatusId } from '../../../schema/wire/reservation-status'
import type { StoredChannelReservation } from '../../store/reservation/columns'
import { fromMinor } from '../money'
import { roomRateLine, totalOf } from '../reservation/view'

/** The statuses of a channel manager. */
const CHANNEL_STATUS = { New: 1, Modified: 2, Cancelled: 3 } as const

/** No reservation is cancelled when it is made, so its first version is never a cancelled one. */
const channelStatusOf = ({ statusId, version }: StoredChannelReservation): number => {
  if (statusId === STATUS.Cancelled) return CHANNEL_STATUS.Cancelled
  return version === 1 ? CHANNEL_STATUS.New : CHANNEL_STATUS.Modified
}

const { Cancelled, CheckedOut, NoShow, ...OPEN } = STATUS

/** The reservations of a channel status: their statuses, and whether they are unchanged since they were made. */
export function statusesOf(channelStatus: number): { statusIds: readonly StatusId[]; unchanged?: boolean } {
  if (channelStatus === CHANNEL_STATUS.Cancelled) return { statusIds: [Cancelled] }
  const open = Object.values(OPEN)
  if (channelStatus === CHANNEL_STATUS.New) return { statusIds: open, unchanged: true }
  return { statusIds: [...open, CheckedOut, NoShow], unchanged: false }
}

/** A reservation as GetReservation returns it. */
export function channelReservation(stored: StoredChannelReservation): ChannelReservation {
  return {
    bookingID: stored.identity ?? String(stored.reservationId),
    reservationId: stored.reservationId,
    reservationNumber: String(stored.reservationNumber),
    clientID: stored.customerId,
    reservationCMStatusTypeID: channelStatusOf(stored),
    guest: stored.guest,
    roomInfo: stored.rooms.map(room => ({
      roomTypeID: room.roomTypeId,
      roomid: room.channelRoomId ?? '',
      arrivalDate: room.stayArrival,
      departureDate: room.stayDeparture,
      guests: room.guestsInRoom,
      rates: room.rates.map(line => roomRateLine(line, stored.currency, date => date)),
    })),
    total: fromMinor(totalOf(stored), stored.currency),
    currency: stored.currency,
    createdAt: new Date(stored.createdAt).toISOString(),
    updatedAt: new Date(stored.updatedAt).toISOString(),
  }
}
