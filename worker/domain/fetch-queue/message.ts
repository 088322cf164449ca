import { toWire } from '../../../schema/stay-dates'
import type { fetchMessage } from '../../../schema/tables/fetch-queue'
import type { FetchMessage } from '../../../schema/wire/fetch-queue'
import { typeName } from '../../../schema/wire/reservation-status'
import { callingCodeOf, countryCodeOf } from '../countries'

/** A stored message of the queue. */
export type StoredMessage = Omit<typeof fetchMessage.$inferSelect, 'createdAt' | 'updatedAt'>

/** The message of a response. `currentPage`: the page on which it is read; `instance`: the name of this installation. */
export function assembleMessage(message: StoredMessage, currentPage: number, instance: string): FetchMessage {
  const countryCode = countryCodeOf(message.country)
  return {
    clientID: message.customerId,
    reservationID: message.reservationId,
    guestID: message.guestId,
    currentPage,
    fetchQueueMessageId: message.messageId,
    instance,
    reservationNumber: String(message.reservationNumber),
    firstName: message.firstName,
    lastName: message.lastName,
    bookingDate: new Date(message.bookedAt).toISOString(),
    arrivalDate: toWire(message.stayArrival),
    departureDate: toWire(message.stayDeparture),
    statusType: message.statusType,
    status: message.messageStatus,
    reservationType: typeName(message.typeId),
    email: message.email,
    phoneNumber: message.phone,
    countryCode,
    countryPhoneCode: callingCodeOf(message.phone, countryCode),
    notes: message.messageNotes,
    hotelID: message.hotelId,
    hotelKey: message.hotelKey,
    roomID: String(message.roomId),
    roomName: message.roomName,
    roomNo: message.roomNo,
    floorNo: message.floorNo,
    roomLocationName: message.locationName,
  }
}
