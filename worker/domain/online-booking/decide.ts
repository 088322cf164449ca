import { dateAfter } from '../../../schema/stay-dates'
import { type Guests, newGuest } from '../../../schema/wire/guest'
import type { Inquiry, OnlineReservation } from '../../../schema/wire/online-booking'
import { STATUS } from '../../../schema/wire/reservation-status'
import { guestCounts, holdEnd } from '../booking/decide'
import type { BookingChange } from '../booking/state'
import { type PlanOffer, rateLinesOf } from './offers'

/** The guests who count for the price and the maximum of a room: infants do not, and at least one guest does. */
export const countedGuestsOf = (guests: Guests | undefined): number =>
  Math.max(1, (guests?.guestCount ?? 1) - (guests?.infantCount ?? 0))

/** The booking of a sold stay: one room at the offer's price. `now` (ms) is the begin of its hold, which makes it Tentative. */
export function decideOnline(body: OnlineReservation, offer: PlanOffer, roomId: number, now: number): BookingChange {
  const { arrivalDate, departureDate, holdMinutes } = body
  return {
    columns: {
      label: '',
      hotelId: offer.hotelId,
      statusId: holdMinutes ? STATUS.Tentative : STATUS.Confirmed,
      typeId: 1,
      arrivalDate,
      departureDate,
      arrivalTime: body.arrivalTime ?? '',
      ...guestCounts(body.guests),
      summaryNote: body.notes,
      cancellationFee: 0,
    },
    guest: newGuest(body.primaryGuestDetails),
    stays: [
      {
        stayNo: 1,
        roomId,
        stayArrival: arrivalDate,
        stayDeparture: departureDate,
        // The contract has added up the age groups. Infants are in the room too.
        guestsInRoom: body.guests?.guestCount ?? 1,
        channelRoomId: offer.channelRoomId,
        roomNotes: [],
        rates: rateLinesOf(offer, departureDate),
      },
    ],
    activities: [],
    ...(holdMinutes && { holdUntil: holdEnd(now, holdMinutes) }),
    correspondence: [],
    roomsHeld: { before: false, after: true },
    ended: [],
    events: [{ stayNo: 1, event: 'New' }],
  }
}

/**
 * An inquiry as a reservation that holds no room. Without dates it gets placeholders, and the note says so. The note also names
 * the room type.
 */
export function decideInquiry(
  body: Inquiry,
  context: { hotelId: string | null; roomTypeName: string; today: string },
): BookingChange {
  const arrivalDate = body.arrivalDate ?? (body.departureDate ? dateAfter(body.departureDate, -1) : context.today)
  const hasDates = Boolean(body.arrivalDate || body.departureDate)
  const note = [
    body.message,
    context.roomTypeName && `Room type: ${context.roomTypeName}`,
    !hasDates && 'No dates were given.',
  ]
  return {
    columns: {
      label: '',
      hotelId: context.hotelId,
      statusId: STATUS.Inquiry,
      typeId: 1,
      arrivalDate,
      departureDate: body.departureDate ?? dateAfter(arrivalDate, 1),
      hasDates,
      ...guestCounts(body.guests),
      summaryNote: note.filter(Boolean).join('\n'),
      cancellationFee: 0,
    },
    guest: newGuest(body.primaryGuestDetails),
    stays: [],
    activities: [],
    correspondence: [],
    roomsHeld: { before: false, after: false },
    ended: [],
    events: [],
  }
}
