import { hotelDayIn } from '../../../schema/stay-dates'
import { OnlineReservation, OnlineReservationMade } from '../../../schema/wire/online-booking'
import { statusName } from '../../../schema/wire/reservation-status'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { shardClaim } from '../../db/scope'
import { decimalsExpected, fromMinor, toMinor } from '../../domain/money'
import { countedGuestsOf, decideOnline } from '../../domain/online-booking/decide'
import { cheapestOffer, offerTotal, refuseOtherTotal } from '../../domain/online-booking/offers'
import { endedUnused } from '../../domain/reservation/status'
import { Refusal, refuse, refuseAll } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { bookingConflict } from '../../http/idempotency'
import { linkUrl, type StoredLink } from '../../links/link-addresses'
import { newLink } from '../../links/new-link'
import { insertReservation, type ReservationIds, STALE_BOOKING_CONSTRAINTS } from '../../store/booking/write-booking'
import { putLink } from '../../store/itinerary/link'
import { type OfferContext, readOffers, requireOffer } from '../../store/online-booking/read-offers'

const RESERVATION = {
  reservationId: 9,
  reservationNumber: '10000009',
  reservationStatus: 'Confirmed',
  roomId: 201,
  total: 474,
  currency: 'EUR',
  holdUntil: null,
  itineraryUrl: 'https://innlet.example/itinerary/eyJ…',
}

export const postReservation = endpoint(
  {
    method: 'POST',
    path: '/api/OnlineBooking/postreservation',
    operationId: 'postReservation',
    summary: 'Books a free room of a type at the price of each night.',
    description:
      'Books the plan of `rateID`, or the cheapest plan. The plan must be open on every night, and its restrictions must ' +
      'allow the stay. The number of rooms that the channel may sell decreases by one. The price is that of the number of ' +
      'guests, otherwise of the next higher number listed. For more guests than are listed there is no price, unless the list ' +
      'is one price for two guests or more: that is the price of the room. A price of 0 is no price. Infants count neither ' +
      'for the price nor for the maximum of guests.\n\n' +
      "The past is not for sale: a hotel's day ends at 04:00 of its clock. An earlier arrival is NOT_FOR_SALE, which names " +
      "the hotel's day.\n\n" +
      'With `holdMinutes` the room is [held until the guest has paid](/docs/guides/online-booking#hold-a-room-while-the-guest-pays): ' +
      'the booking is Tentative, and cancelled at `holdUntil` unless it is confirmed before.\n\n' +
      'With `expectedTotal`, a stay that costs something else is refused, and NOT_FOR_SALE names the new total.\n\n' +
      'The minimum and maximum stay are those of the day of arrival. NOT_FOR_SALE names the night that is not sold and why, ' +
      'or each restriction with its day.\n\n' +
      'The same request again, by `identity`, has the first response and issues no new link. Once its booking is Cancelled or ' +
      'NoShow, it is IDENTITY_CONFLICT.',
    auth: 'reservations:write',
    idempotency: 'body-identity',
    body: OnlineReservation,
    response: OnlineReservationMade,
    example: {
      name: 'New',
      body: {
        identity: 'booking-page-1',
        arrivalDate: '2027-05-10',
        departureDate: '2027-05-13',
        roomTypeID: 10,
        guests: { guestCount: 2, adultCount: 2 },
        primaryGuestDetails: { firstName: 'Mina', lastName: 'Okabe', email: 'mina@example.com' },
        arrivalTime: '21:30',
        notes: 'We come by the late ferry.',
      },
      response: RESERVATION,
    },
    moreExamples: [
      {
        name: 'At an expected price',
        body: {
          identity: 'booking-page-2',
          arrivalDate: '2027-05-17',
          departureDate: '2027-05-19',
          roomTypeID: 10,
          rateID: 1,
          guests: { guestCount: 2 },
          primaryGuestDetails: { firstName: 'Luc', lastName: 'Moreau' },
          expectedTotal: 316,
        },
        response: { ...RESERVATION, reservationId: 10, reservationNumber: '10000010', total: 316 },
      },
      {
        name: 'Retry',
        isRepeated: true,
        body: {
          identity: 'booking-page-3',
          arrivalDate: '2027-05-24',
          departureDate: '2027-05-26',
          roomTypeID: 10,
          guests: { guestCount: 2 },
          primaryGuestDetails: { firstName: 'Petra', lastName: 'Novák' },
        },
        response: { ...RESERVATION, reservationId: 11, reservationNumber: '10000011', total: 316 },
      },
      {
        name: 'Held until it is paid',
        body: {
          identity: 'booking-page-4',
          arrivalDate: '2027-05-28',
          departureDate: '2027-05-30',
          roomTypeID: 10,
          guests: { guestCount: 2 },
          primaryGuestDetails: { firstName: 'Ada', lastName: 'Okafor' },
          holdMinutes: 20,
        },
        response: {
          ...RESERVATION,
          reservationId: 12,
          reservationNumber: '10000012',
          reservationStatus: 'Tentative',
          total: 316,
          holdUntil: '2026-11-22T08:50:00.000Z',
        },
      },
    ],
    errors: ['UNKNOWN_REFERENCE', 'NOT_FOR_SALE', 'ROOM_NOT_AVAILABLE', 'IDENTITY_CONFLICT'],
  },
  async call => {
    const { db, scope, body, settings } = call
    const { identity } = body
    const bodyHash = await call.hashRequest()
    const part = await partOf(identity)

    /** The response of the first request, with the link that was issued then. */
    const reservationResponse = async (
      { reservationId, reservationNumber }: ReservationIds,
      stored: StoredResponse,
    ) => {
      const { link, holdUntil = null, ...sold } = stored
      const itineraryUrl = await linkUrl(call, link, reservationId)
      return success({ reservationId, reservationNumber: String(reservationNumber), ...sold, holdUntil, itineraryUrl })
    }

    // At once, requests find the same room best. After a conflict each takes one by its hash, and few collide again.
    let byFit: true | undefined = true
    return retryOnConflict(db, AVAILABILITY_CONSTRAINTS, async () => {
      const choice = { part, byFit }
      byFit = undefined
      const { context, firstUse, identityStatus, roomDays, planMonths } = await readOffers(
        db,
        scope,
        { key: identity, ...choice },
        {
          roomTypeId: body.roomTypeID,
          hotelId: body.hotelid,
          rateId: body.rateID,
          arrivalDate: body.arrivalDate,
          departureDate: body.departureDate,
        },
      )
      if (firstUse?.bodyHash === bodyHash && !endedUnused(identityStatus))
        return reservationResponse(firstUse, firstUse.answer as StoredResponse)
      const invalid = refuseInvalid(body, context)
      if (invalid) return invalid
      if (firstUse || identityStatus !== null) return bookingConflict(identityStatus)

      const { arrivalDate, departureDate } = body
      const hotelDay = hotelDayIn(context.timeZone, call.now)
      if (arrivalDate < hotelDay)
        return refuse('NOT_FOR_SALE', `arrivalDate: ${arrivalDate} is past; the hotel's day is ${hotelDay}`)

      const roomId = context.freeRoomId
      if (!roomId) return refuse('ROOM_NOT_AVAILABLE', `roomTypeID: no room of type ${body.roomTypeID} is free`)
      const stay = { arrivalDate, departureDate, guests: countedGuestsOf(body.guests) }
      const offer = cheapestOffer(stay, roomDays, planMonths)
      if (offer instanceof Refusal) return offer

      const changed = refuseOtherTotal(body.expectedTotal, offerTotal(offer), context.currency)
      if (changed) return changed

      const change = decideOnline(body, offer, roomId, call.now)
      const link = await newLink(settings, call.now)
      const stored: StoredResponse = {
        reservationStatus: statusName(change.columns.statusId as number),
        roomId,
        total: fromMinor(offerTotal(offer), context.currency),
        currency: context.currency,
        ...(change.holdUntil && { holdUntil: new Date(change.holdUntil).toISOString() }),
        link: link && { ...link, ...shardClaim(scope), urlTemplate: context.urlTemplate },
      }
      const entry = { key: identity, byIdentity: false, bodyHash, answer: stored }
      const made = await insertReservation(db, scope, change, {
        entry,
        currency: context.currency,
        also: written => [requireOffer(written, offer, context), ...(link ? putLink(written, link) : [])],
      })
      return reservationResponse(made, stored)
    })
  },
)

const text = new TextEncoder()

/**
 * A number from 0 to less than 1 that chooses among equal rooms: the same for each attempt at a request, and rarely the same for two
 * requests at once.
 */
async function partOf(identity: string = crypto.randomUUID()): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-256', text.encode(identity))
  return new DataView(digest).getUint32(0) / 2 ** 32
}

/** Constraints that refuse what another request took meanwhile: the room, the last of the allotment, or the identity. */
const AVAILABILITY_CONSTRAINTS = [...STALE_BOOKING_CONSTRAINTS, 'room_night.customer_id', 'rooms_to_sell_not_negative']

/** The stored response. The link's token is not stored: it is signed again, with the same result. */
interface StoredResponse {
  reservationStatus: string
  roomId: number
  total: number
  currency: string
  /** Absent: it is not held. */
  holdUntil?: string
  link: StoredLink | undefined
}

/** What only the records of the customer show: an unknown id, too many guests, an amount with too many decimals. */
function refuseInvalid(body: OnlineReservation, context: OfferContext) {
  const { hotelid, roomTypeID, rateID, guests, expectedTotal } = body
  const { currency, maxOccupancy } = context
  const unknown = (description: string) => ({ code: 'UNKNOWN_REFERENCE' as const, description })
  const invalid = (description: string) => ({ code: 'INVALID_FIELD' as const, description })
  return refuseAll([
    ...(hotelid && !context.hasHotel ? [unknown(`hotelid: there is no property ${hotelid}`)] : []),
    ...(context.hotelId === null ? [unknown(`roomTypeID: there is no room type ${roomTypeID}`)] : []),
    ...(rateID && !context.hasRate ? [unknown(`rateID: there is no rate ${rateID}`)] : []),
    ...(context.hotelId !== null && countedGuestsOf(guests) > (maxOccupancy ?? 0)
      ? [invalid(`guests.guestCount: expected at most ${maxOccupancy}`)]
      : []),
    ...(expectedTotal !== undefined && toMinor(expectedTotal, currency) === undefined
      ? [invalid(`expectedTotal: ${decimalsExpected(currency)}`)]
      : []),
  ])
}
