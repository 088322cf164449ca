import type { fetchMessage } from '../../schema/tables/fetch'
import type { FetchMessage } from '../../schema/wire/fetch'
import { callingCodeOf, countryCodeOf } from './countries'
import { typeName } from './lifecycle'
import { toWire } from './stay-dates'

/** A message of the queue as it is kept. */
export type KeptMessage = Omit<typeof fetchMessage.$inferSelect, 'createdAt' | 'updatedAt'>

/** A message as it travels. `currentPage` is the page that it is read on, `instance` this installation's name. */
export function assembleMessage(kept: KeptMessage, currentPage: number, instance: string): FetchMessage {
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
