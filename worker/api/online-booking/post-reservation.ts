import { OnlineReservation, OnlineReservationMade } from '../../../schema/wire/online-booking'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { shardClaim } from '../../db/scope'
import { fromMinor } from '../../domain/money'
import { cheapestOffer, totalOf } from '../../domain/online-booking/offers'
import { guestsOf, planOnline } from '../../domain/online-booking/plan'
import { statusName } from '../../domain/reservation/status'
import { Refusal, refuse, refuseAll } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { hashOfFields, identityConflict } from '../../http/idempotency'
import { newLink } from '../../links/new-link'
import { linkUrl, type StoredLink } from '../../links/stored-link'
import { insertReservation, type ReservationIds, STALE_BOOKING_CONSTRAINTS } from '../../store/booking/write-booking'
import { requireAllotment } from '../../store/channel/allotment'
import { putLink } from '../../store/itinerary/link'
import { type OfferContext, type OfferData, readOffers, requireOffer } from '../../store/online-booking/read-offers'

export const postReservation = endpoint(
  {
    method: 'POST',
    path: '/api/OnlineBooking/postreservation',
    summary: 'Books a free room of a type at the price of each night.',
    description:
      'Takes the cheapest plan that is open on every night and whose restrictions allow the stay, or that of `rateID`, and one room off what ' +
      'the channel may sell. The price is that of the number of guests: the next higher one listed, else the highest. The minimum and ' +
      'maximum stay are those of the day of arrival; NOT_FOR_SALE names the night that is not sold, or each restriction with its day. The same request again, by `identity`, is answered as ' +
      'the first time and issues no new link.',
    auth: 'reservations:write',
    customerField: 'clientID',
    idempotency: 'body-identity',
    body: OnlineReservation,
    response: OnlineReservationMade,
    example: {
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
    },
    errors: ['UNKNOWN_REFERENCE', 'NOT_FOR_SALE', 'ROOM_NOT_AVAILABLE', 'IDENTITY_CONFLICT'],
  },
  async call => {
    const { db, scope, body, settings } = call
    const { clientID: _, identity, ...asked } = body
    const bodyHash = await hashOfFields(asked)

    /** What was made, with the link that was issued then. */
    const done = async ({ reservationId, reservationNumber }: ReservationIds, kept: StoredAnswer) => {
      const { link, ...sold } = kept
      const itineraryUrl = await linkUrl(call, link, reservationId)
      return success({ reservationId, reservationNumber: String(reservationNumber), ...sold, itineraryUrl })
    }

    return retryOnConflict(db, AVAILABILITY_CONSTRAINTS, async () => {
      const market = await readOffers(db, scope, identity, {
        roomTypeId: body.roomTypeID,
        hotelId: body.hotelid,
        rateId: body.rateID,
        arrivalDate: body.arrivalDate,
        departureDate: body.departureDate,
      })
      const { context, replay, identityTaken, freeRooms, roomDays, planDays } = market
      if (replay?.bodyHash === bodyHash) return done(replay, replay.answer as StoredAnswer)
      const unknown = refuseUnknown(body, context)
      if (unknown) return unknown
      if (replay || identityTaken) return identityConflict()

      const roomId = randomOf(freeRooms)
      if (!roomId) return refuse('ROOM_NOT_AVAILABLE', `roomTypeID: no room of type ${body.roomTypeID} is free`)
      const { arrivalDate, departureDate } = body
      const offer = cheapestOffer({ arrivalDate, departureDate, guests: guestsOf(body.guests) }, roomDays, planDays)
      if (offer instanceof Refusal) return offer

      const plan = planOnline(body, offer, roomId)
      const link = await newLink(settings, call.now)
      const kept: StoredAnswer = {
        reservationStatus: statusName(plan.columns.statusId as number),
        roomId,
        total: fromMinor(totalOf(offer), context.currency),
        currency: context.currency,
        link: link && { ...link, ...shardClaim(scope), urlTemplate: context.urlTemplate },
      }
      const entry = { key: identity, byIdentity: false, bodyHash, answer: kept }
      const made = await insertReservation(db, scope, plan, entry, context.currency, its => [
        requireAllotment(scope, its, offer.channelRoomId),
        requireOffer(scope, its, offer),
        ...(link ? [putLink(scope, its, link)] : []),
      ])
      return done(made, kept)
    })
  },
)

/** Someone else took the room, or the last of the allotment, or the identity: what there is must be looked at again. */
const AVAILABILITY_CONSTRAINTS = [
  ...STALE_BOOKING_CONSTRAINTS,
  'room_night.customer_id',
  'room_night.room_id',
  'rooms_to_sell_not_negative',
]

/** What is kept of an answer; the link's token is made anew, and is the same. */
interface StoredAnswer {
  reservationStatus: string
  roomId: number
  total: number
  currency: string
  link: StoredLink | undefined
}

/** Any one: callers who choose at random seldom meet. */
const randomOf = (rooms: OfferData['freeRooms']) => rooms[Math.floor(Math.random() * rooms.length)]

function refuseUnknown(body: OnlineReservation, door: OfferContext) {
  const { hotelid, roomTypeID, rateID, guests } = body
  const guestCount = guestsOf(guests)
  const unknown = (description: string) => ({ code: 'UNKNOWN_REFERENCE' as const, description })
  return refuseAll([
    ...(hotelid && !door.hasHotel ? [unknown(`hotelid: there is no property ${hotelid}`)] : []),
    ...(door.hotelId === null ? [unknown(`roomTypeID: there is no room type ${roomTypeID}`)] : []),
    ...(rateID && !door.hasRate ? [unknown(`rateID: there is no rate ${rateID}`)] : []),
    ...(door.hotelId !== null && guestCount > door.maxOccupancy
      ? [{ code: 'INVALID_FIELD' as const, description: `guests.guestCount: expected at most ${door.maxOccupancy}` }]
      : []),
  ])
}
