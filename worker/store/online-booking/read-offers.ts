import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { Offer, PlanDay, RoomDay } from '../../domain/online-booking/offers'
import { dateAfter } from '../../domain/stay-dates'
import { type IdempotentReplay, selectByIdentity, selectReplay } from '../booking/idempotency'
import { RESTRICTIONS } from '../channel/read-content'
import { lastChange } from '../reservation/change'

/** A requested stay. */
export interface OfferQuery {
  roomTypeId: number
  hotelId: string | undefined
  rateId: number | undefined
  arrivalDate: string
  departureDate: string
}

/** The customer, and which of the records in the request belong to it. */
export interface OfferContext {
  currency: string
  /** The property of the room type; null: there is no such type. */
  hotelId: string | null
  maxOccupancy: number
  hasHotel: number
  hasRate: number
  urlTemplate: string
  /** Rooms and allotment that were taken and released in between leave no other trace. */
  lastChange: number
}

export interface OfferData {
  context: OfferContext
  replay: IdempotentReplay | undefined
  identityTaken: boolean
  /** Rooms of the type that are free on all nights. */
  freeRooms: number[]
  /** From the day of arrival to that of departure. */
  roomDays: RoomDay[]
  planDays: PlanDay[]
}

/** Reads all data for offers, in one round trip. */
export async function readOffers(
  db: Database,
  scope: Scope,
  key: string | undefined,
  query: OfferQuery,
): Promise<OfferData> {
  const { customer } = scope
  const { roomTypeId, arrivalDate, departureDate } = query
  const days = sql`d.day BETWEEN ${arrivalDate} AND ${departureDate}`
  const hotel = query.hotelId ? sql`AND c.hotel_id = ${query.hotelId}` : sql``
  const rate = query.rateId ? sql`AND plan.rate_id = ${query.rateId}` : sql``
  const [[context], [replay], [sameIdentity], rooms, roomDays, planDays] = await db.batch([
    build.all<OfferContext>(sql`
      SELECT c.currency, t.hotel_id AS hotelId, coalesce(t.max_occupancy, 0) AS maxOccupancy,
        EXISTS (SELECT 1 FROM property WHERE customer_id = ${customer} AND hotel_id = ${query.hotelId ?? ''}) AS hasHotel,
        EXISTS (SELECT 1 FROM rate_plan WHERE customer_id = ${customer} AND rate_id = ${query.rateId ?? 0}) AS hasRate,
        c.itinerary_url_template AS urlTemplate, ${lastChange(scope)} AS lastChange
      FROM customer c LEFT JOIN room_type t ON t.customer_id = c.customer_id AND t.room_type_id = ${roomTypeId}
      WHERE c.customer_id = ${customer}`),
    selectReplay(scope, key),
    selectByIdentity(scope, key),
    build.all<{ roomId: number }>(sql`
      SELECT room_id AS roomId FROM room
      WHERE customer_id = ${customer} AND room_type_id = ${roomTypeId} AND NOT EXISTS (
        SELECT 1 FROM room_night n
        WHERE n.customer_id = ${customer} AND n.room_id = room.room_id AND n.night >= ${arrivalDate} AND n.night < ${departureDate})`),
    build.all<RoomDay>(sql`
      SELECT d.hotel_id AS hotelId, d.channel_room_id AS channelRoomId, d.day, d.rooms_to_sell AS roomsToSell,
        coalesce(d.room_closed, 0) AS isClosed, ${RESTRICTIONS}
      FROM channel_room c
      JOIN room_type t ON t.customer_id = c.customer_id AND t.room_type_id = c.room_type_id AND t.hotel_id = c.hotel_id
      JOIN room_day d ON d.customer_id = c.customer_id AND d.hotel_id = c.hotel_id
        AND d.channel_room_id = c.channel_room_id AND ${days}
      WHERE c.customer_id = ${customer} AND c.room_type_id = ${roomTypeId} AND c.is_active = 1 ${hotel}`),
    build.all<PlanDay>(sql`
      SELECT d.hotel_id AS hotelId, d.channel_room_id AS channelRoomId, d.channel_rate_plan_id AS planId,
        plan.rate_id AS rateId, d.day, coalesce(d.plan_closed, 0) AS isClosed, d.prices,
        ${RESTRICTIONS}
      FROM channel_room c
      JOIN room_type t ON t.customer_id = c.customer_id AND t.room_type_id = c.room_type_id AND t.hotel_id = c.hotel_id
      JOIN channel_rate_plan plan ON plan.customer_id = c.customer_id AND plan.hotel_id = c.hotel_id
        AND plan.is_active = 1 ${rate}
      JOIN plan_day d ON d.customer_id = c.customer_id AND d.hotel_id = c.hotel_id
        AND d.channel_room_id = c.channel_room_id AND d.channel_rate_plan_id = plan.channel_rate_plan_id
        AND ${days}
      WHERE c.customer_id = ${customer} AND c.room_type_id = ${roomTypeId} AND c.is_active = 1 ${hotel}
      ORDER BY d.day`),
  ])
  return {
    context: context as OfferContext,
    replay,
    identityTaken: sameIdentity !== undefined,
    freeRooms: rooms.map(({ roomId }) => roomId),
    roomDays,
    planDays,
  }
}

/** Refused by `reservation.version` when the offer is no longer what was read, or a restriction now forbids the stay. */
export const requireOffer = (
  { customer }: Scope,
  reservationId: unknown,
  { hotelId, channelRoomId, planId, nights }: Offer,
) => {
  const stay = nights.length
  const allowsArrival = (day: string) => {
    const of = sql.raw(day)
    return sql`ifnull(${of}.minimum_stay, 0) <= ${stay} AND ifnull(nullif(${of}.maximum_stay, 0), ${stay}) >= ${stay}
        AND ${of}.closed_on_arrival IS NOT 1`
  }
  const departure = dateAfter(nights.at(-1)?.day as string, 1)
  const ofRoom = sql`customer_id = ${customer} AND hotel_id = ${hotelId} AND channel_room_id = ${channelRoomId}`
  return build.run(sql`
    UPDATE reservation SET version = NULL
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND (${stay} <> (
      SELECT count(*) FROM json_each(${JSON.stringify(nights)}) AS offered
      JOIN plan_day p ON p.customer_id = ${customer} AND p.hotel_id = ${hotelId} AND p.channel_room_id = ${channelRoomId}
        AND p.channel_rate_plan_id = ${planId} AND p.day = offered.value ->> 'day'
      JOIN room_day r ON r.customer_id = p.customer_id AND r.hotel_id = p.hotel_id
        AND r.channel_room_id = p.channel_room_id AND r.day = p.day
      WHERE p.prices = offered.value ->> 'prices' AND p.plan_closed IS NOT 1 AND r.room_closed IS NOT 1
        AND (offered.key > 0 OR (${allowsArrival('p')} AND ${allowsArrival('r')})))
    OR EXISTS (SELECT 1 FROM room_day WHERE ${ofRoom} AND day = ${departure} AND closed_on_departure = 1)
    OR EXISTS (
      SELECT 1 FROM plan_day
      WHERE ${ofRoom} AND channel_rate_plan_id = ${planId} AND day = ${departure} AND closed_on_departure = 1))`)
}
