import type { ChannelReservation } from '../../../schema/wire/channel-reservation'
import { fromMinor } from '../money'
import { STATUS, type StatusId } from '../reservation/status'
import { roomRateLine, type StoredReservation, type StoredRoom, totalOf } from '../reservation/view'

/** A room with the channel's name for its type; null: the channel has none. */
export interface StoredChannelRoom extends StoredRoom {
  channelRoomId: string | null
}

/** How a channel manager tells reservations apart. */
const CHANNEL_STATUS = { New: 1, Modified: 2, Cancelled: 3 } as const

/** One that was made cancelled does not exist, so that the first version of a reservation is never a cancelled one. */
const channelStatusOf = ({ statusId, version }: StoredReservation): number => {
  if (statusId === STATUS.Cancelled) return CHANNEL_STATUS.Cancelled
  return version === 1 ? CHANNEL_STATUS.New : CHANNEL_STATUS.Modified
}

const { Cancelled, CheckedOut, NoShow, ...FIRST } = STATUS

/** What a channel's status says of the books: the statuses it can have there, and whether it is as it was made. */
export function statusesOf(channelStatus: number): { statusIds: readonly StatusId[]; unchanged?: boolean } {
  if (channelStatus === CHANNEL_STATUS.Cancelled) return { statusIds: [Cancelled] }
  const first = Object.values(FIRST)
  if (channelStatus === CHANNEL_STATUS.New) return { statusIds: first, unchanged: true }
  return { statusIds: [...first, CheckedOut, NoShow], unchanged: false }
}

/** A reservation as a channel manager reads it. */
export function channelReservation(kept: StoredReservation<StoredChannelRoom>): ChannelReservation {
  return {
    bookingID: kept.identity ?? String(kept.reservationId),
    reservationId: kept.reservationId,
    reservationNumber: String(kept.reservationNumber),
    clientID: kept.customerId,
    reservationCMStatusTypeID: channelStatusOf(kept),
    guest: kept.guest,
    roomInfo: kept.rooms.map(room => ({
      roomTypeID: room.roomTypeId,
      roomid: room.channelRoomId ?? '',
      arrivalDate: room.stayArrival,
      departureDate: room.stayDeparture,
      guests: room.guestsInRoom,
      rates: room.rates.map(line => roomRateLine(line, kept.currency, date => date)),
    })),
    total: fromMinor(totalOf(kept), kept.currency),
    currency: kept.currency,
    createdAt: new Date(kept.createdAt).toISOString(),
    updatedAt: new Date(kept.updatedAt).toISOString(),
  }
}
