import { sql } from 'drizzle-orm'
import type { Scope } from '../auth/scope'
import type { KeptChannel } from '../domain/channel-content'
import { build, type Database } from './database'

/** Days, both ends included. */
export interface Window {
  from: string
  to: string
}

/** What the channel keeps of a hotel, and of its days in a window, in one trip. Undefined: there is no such hotel. */
export async function readChannel(
  db: Database,
  { customer }: Scope,
  hotelId: string,
  { from, to }: Window,
): Promise<KeptChannel | undefined> {
  const ofHotel = sql`customer_id = ${customer} AND hotel_id = ${hotelId}`
  const [[hotel], rooms, plans, roomDays, planDays] = await db.batch([
    build.all<KeptChannel['hotel']>(sql`
      SELECT p.hotel_id AS hotelId, p.property_name AS propertyName, p.property_time_zone AS timeZone, c.currency,
        d.document
      FROM property p
      JOIN customer c ON c.customer_id = p.customer_id
      LEFT JOIN channel_property d ON d.customer_id = p.customer_id AND d.hotel_id = p.hotel_id
      WHERE p.customer_id = ${customer} AND p.hotel_id = ${hotelId}`),
    build.all<KeptChannel['rooms'][number]>(sql`
      SELECT channel_room_id AS id, room_type_id AS tie, is_active AS isActive, document
      FROM channel_room WHERE ${ofHotel} ORDER BY channel_room_id`),
    build.all<KeptChannel['plans'][number]>(sql`
      SELECT channel_rate_plan_id AS id, rate_id AS tie, is_active AS isActive, document
      FROM channel_rate_plan WHERE ${ofHotel} ORDER BY channel_rate_plan_id`),
    build.all<KeptChannel['roomDays'][number]>(sql`
      SELECT d.channel_room_id AS roomId, d.day, d.rooms_to_sell AS roomsToSell, d.room_closed AS closed
      FROM channel_room r
      CROSS JOIN room_day d ON d.customer_id = r.customer_id AND d.hotel_id = r.hotel_id
        AND d.channel_room_id = r.channel_room_id AND d.day BETWEEN ${from} AND ${to}
      WHERE r.customer_id = ${customer} AND r.hotel_id = ${hotelId}`),
    build.all<KeptChannel['planDays'][number]>(sql`
      SELECT d.channel_room_id AS roomId, d.channel_rate_plan_id AS planId, d.day, d.plan_closed AS closed, d.prices
      FROM channel_room r
      CROSS JOIN channel_rate_plan p ON p.customer_id = r.customer_id AND p.hotel_id = r.hotel_id
      CROSS JOIN plan_day d ON d.customer_id = r.customer_id AND d.hotel_id = r.hotel_id
        AND d.channel_room_id = r.channel_room_id AND d.channel_rate_plan_id = p.channel_rate_plan_id
        AND d.day BETWEEN ${from} AND ${to}
      WHERE r.customer_id = ${customer} AND r.hotel_id = ${hotelId}`),
  ])
  return hotel && { hotel, rooms, plans, roomDays, planDays }
}
