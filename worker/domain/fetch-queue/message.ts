import type { fetchMessage } from '../../../schema/tables/fetch-queue'
import type { FetchMessage } from '../../../schema/wire/fetch-queue'
import { callingCodeOf, countryCodeOf } from '../countries'
import { typeName } from '../reservation/status'
import { toWire } from '../stay-dates'

/** A message of the queue as it is kept. */
export type StoredMessage = Omit<typeof fetchMessage.$inferSelect, 'createdAt' | 'updatedAt'>

/** A message as it travels. `currentPage` is the page that it is read on, `instance` this installation's name. */
export function assembleMessage(kept: StoredMessage, currentPage: number, instance: string): FetchMessage {
  const countryCode = countryCodeOf(kept.country)
  return {
    clientID: kept.customerId,
    reservationID: kept.reservationId,
    guestID: kept.guestId,
    currentPage,
    fetchQueueMessageId: kept.messageId,
    instance,
    reservationNumber: String(kept.reservationNumber),
    firstName: kept.firstName,
    lastName: kept.lastName,
    bookingDate: new Date(kept.bookedAt).toISOString(),
    arrivalDate: toWire(kept.stayArrival),
    departureDate: toWire(kept.stayDeparture),
    statusType: kept.statusType,
    status: kept.messageStatus,
    reservationType: typeName(kept.typeId),
    email: kept.email,
    phoneNumber: kept.phone,
    countryCode,
    countryPhoneCode: callingCodeOf(kept.phone, countryCode),
    notes: kept.messageNotes,
    hotelID: kept.hotelId,
    hotelKey: kept.hotelKey,
    roomID: String(kept.roomId),
    roomName: kept.roomName,
    roomNo: kept.roomNo,
    floorNo: kept.floorNo,
    roomLocationName: kept.locationName,
  }
}
