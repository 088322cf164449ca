import { sql } from 'drizzle-orm'
import type { Scope } from '../auth/scope'
import type { KeptChannel } from '../domain/channel-content'
import { build, type Database } from './database'

/** Days, both ends included. */
export interface Window {
  from: string
  to: string
}

/** Restrictions of a day `d`. */
const RESTRICTIONS = sql.raw(`d.minimum_stay AS minimumStay, d.maximum_stay AS maximumStay,
        d.closed_on_arrival AS closedOnArrival, d.closed_on_departure AS closedOnDeparture`)

/** What the channel keeps of a hotel, and of its days in a window, in one trip. Undefined: there is no such hotel. */
export async function readChannel(
  db: Database,
  { customer }: Scope,
  hotelId: string,
  { from, to }: Window,
): Promise<KeptChannel | undefined> {
  const [[hotel], rooms, plans, roomDays, planDays] = await db.batch([
    build.all<KeptChannel['hotel']>(sql`
      SELECT p.hotel_id AS hotelId, p.property_name AS propertyName, p.property_time_zone AS timeZone, c.currency,
        d.document, d.control_ids AS controlIds
      FROM property p
      JOIN customer c ON c.customer_id = p.customer_id
      LEFT JOIN channel_property d ON d.customer_id = p.customer_id AND d.hotel_id = p.hotel_id
      WHERE p.customer_id = ${customer} AND p.hotel_id = ${hotelId}`),
    build.all<KeptChannel['rooms'][number]>(sql`
      SELECT r.channel_room_id AS id, r.room_type_id AS tie, r.is_active AS isActive, r.document,
        r.control_ids AS controlIds, r.availability_ids AS availabilityIds, own.room_id AS ownRoomId
      FROM channel_room r
      LEFT JOIN room own ON own.customer_id = r.customer_id AND own.room_id = r.availability_ids ->> 'roomId'
        AND own.room_type_id = r.room_type_id
      WHERE r.customer_id = ${customer} AND r.hotel_id = ${hotelId} ORDER BY r.channel_room_id`),
    build.all<KeptChannel['plans'][number]>(sql`
      SELECT channel_rate_plan_id AS id, rate_id AS tie, is_active AS isActive, document, control_ids AS controlIds
      FROM channel_rate_plan WHERE customer_id = ${customer} AND hotel_id = ${hotelId} ORDER BY channel_rate_plan_id`),
    build.all<KeptChannel['roomDays'][number]>(sql`
      SELECT d.channel_room_id AS roomId, d.day, d.rooms_to_sell AS roomsToSell, d.room_closed AS closed,
        ${RESTRICTIONS}
      FROM channel_room r
      CROSS JOIN room_day d ON d.customer_id = r.customer_id AND d.hotel_id = r.hotel_id
        AND d.channel_room_id = r.channel_room_id AND d.day BETWEEN ${from} AND ${to}
      WHERE r.customer_id = ${customer} AND r.hotel_id = ${hotelId}`),
    build.all<KeptChannel['planDays'][number]>(sql`
      SELECT d.channel_room_id AS roomId, d.channel_rate_plan_id AS planId, d.day, d.plan_closed AS closed, d.prices,
        ${RESTRICTIONS}
      FROM channel_room r
      CROSS JOIN channel_rate_plan p ON p.customer_id = r.customer_id AND p.hotel_id = r.hotel_id
      CROSS JOIN plan_day d ON d.customer_id = r.customer_id AND d.hotel_id = r.hotel_id
        AND d.channel_room_id = r.channel_room_id AND d.channel_rate_plan_id = p.channel_rate_plan_id
        AND d.day BETWEEN ${from} AND ${to}
      WHERE r.customer_id = ${customer} AND r.hotel_id = ${hotelId}`),
  ])
  return hotel && { hotel, rooms, plans, roomDays, planDays }
}
