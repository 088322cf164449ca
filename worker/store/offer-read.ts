import { sql } from 'drizzle-orm'
import type { Scope } from '../auth/scope'
import type { Offer, PlanDay, RoomDay } from '../domain/offers'
import { build, type Database } from './database'
import { type Repetition, selectRepetition, selectTwin } from './repetition'
import { lastChange } from './reservation-change'

/** A stay that is asked for. */
export interface Wish {
  roomTypeId: number
  hotelId: string | undefined
  rateId: number | undefined
  arrivalDate: string
  departureDate: string
}

/** The customer, and the records that the request names as far as they are its. */
export interface Door {
  currency: string
  /** The property of the room type; null: there is no such type. */
  hotelId: string | null
  maxOccupancy: number
  hasHotel: number
  hasRate: number
  urlTemplate: string
  /** Rooms and allotment that others took and gave back meanwhile leave no other trace. */
  lastChange: number
}

export interface Market {
  door: Door
  repetition: Repetition | undefined
  taken: boolean
  /** Rooms of the type that nobody holds on any of the nights. */
  freeRooms: number[]
  roomDays: RoomDay[]
  planDays: PlanDay[]
}

/** All that selling a stay takes, in one trip. */
export async function readMarket(db: Database, scope: Scope, key: string | undefined, wish: Wish): Promise<Market> {
  const { customer } = scope
  const { roomTypeId, arrivalDate, departureDate } = wish
  const within = (day: string) => sql`${sql.raw(day)} >= ${arrivalDate} AND ${sql.raw(day)} < ${departureDate}`
  const hotel = wish.hotelId ? sql`AND c.hotel_id = ${wish.hotelId}` : sql``
  const rate = wish.rateId ? sql`AND plan.rate_id = ${wish.rateId}` : sql``
  const [[door], [repetition], [twin], rooms, roomDays, planDays] = await db.batch([
    build.all<Door>(sql`
      SELECT c.currency, t.hotel_id AS hotelId, coalesce(t.max_occupancy, 0) AS maxOccupancy,
        EXISTS (SELECT 1 FROM property WHERE customer_id = ${customer} AND hotel_id = ${wish.hotelId ?? ''}) AS hasHotel,
        EXISTS (SELECT 1 FROM rate_plan WHERE customer_id = ${customer} AND rate_id = ${wish.rateId ?? 0}) AS hasRate,
        c.itinerary_url_template AS urlTemplate, ${lastChange(scope)} AS lastChange
      FROM customer c LEFT JOIN room_type t ON t.customer_id = c.customer_id AND t.room_type_id = ${roomTypeId}
      WHERE c.customer_id = ${customer}`),
    selectRepetition(scope, key),
    selectTwin(scope, key),
    build.all<{ roomId: number }>(sql`
      SELECT room_id AS roomId FROM room
      WHERE customer_id = ${customer} AND room_type_id = ${roomTypeId} AND NOT EXISTS (
        SELECT 1 FROM room_night n
        WHERE n.customer_id = ${customer} AND n.room_id = room.room_id AND ${within('n.night')})`),
    build.all<RoomDay>(sql`
      SELECT d.hotel_id AS hotelId, d.channel_room_id AS channelRoomId, d.day, d.rooms_to_sell AS roomsToSell,
        coalesce(d.room_closed, 0) AS isClosed
      FROM channel_room c
      JOIN room_day d ON d.customer_id = c.customer_id AND d.hotel_id = c.hotel_id
        AND d.channel_room_id = c.channel_room_id AND ${within('d.day')}
      WHERE c.customer_id = ${customer} AND c.room_type_id = ${roomTypeId} AND c.is_active = 1 ${hotel}`),
    build.all<PlanDay>(sql`
      SELECT d.hotel_id AS hotelId, d.channel_room_id AS channelRoomId, d.channel_rate_plan_id AS planId,
        plan.rate_id AS rateId, d.day, coalesce(d.plan_closed, 0) AS isClosed, d.prices
      FROM channel_room c
      JOIN channel_rate_plan plan ON plan.customer_id = c.customer_id AND plan.hotel_id = c.hotel_id
        AND plan.is_active = 1 ${rate}
      JOIN plan_day d ON d.customer_id = c.customer_id AND d.hotel_id = c.hotel_id
        AND d.channel_room_id = c.channel_room_id AND d.channel_rate_plan_id = plan.channel_rate_plan_id
        AND ${within('d.day')}
      WHERE c.customer_id = ${customer} AND c.room_type_id = ${roomTypeId} AND c.is_active = 1 ${hotel}
      ORDER BY d.day`),
  ])
  return {
    door: door as Door,
    repetition,
    taken: twin !== undefined,
    freeRooms: rooms.map(({ roomId }) => roomId),
    roomDays,
    planDays,
  }
}

/** Refused by `reservation.version` when the offer is no longer what was read. */
export const requireOffer = (
  { customer }: Scope,
  reservationId: unknown,
  { hotelId, channelRoomId, planId, nights }: Offer,
) =>
  build.run(sql`
    UPDATE reservation SET version = NULL
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND ${nights.length} <> (
      SELECT count(*) FROM json_each(${JSON.stringify(nights)}) AS offered
      JOIN plan_day p ON p.customer_id = ${customer} AND p.hotel_id = ${hotelId} AND p.channel_room_id = ${channelRoomId}
        AND p.channel_rate_plan_id = ${planId} AND p.day = offered.value ->> 'day'
      JOIN room_day r ON r.customer_id = p.customer_id AND r.hotel_id = p.hotel_id
        AND r.channel_room_id = p.channel_room_id AND r.day = p.day
      WHERE p.prices = offered.value ->> 'prices' AND p.plan_closed IS NOT 1 AND r.room_closed IS NOT 1)`)
