import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { StoredChannel } from '../../domain/channel/stored-channel'

/** Days, both ends included. */
export interface DateWindow {
  from: string
  to: string
}

/** Restrictions of a day `d`. */
export const RESTRICTIONS = sql.raw(`d.minimum_stay AS minimumStay, d.maximum_stay AS maximumStay,
        d.closed_on_arrival AS closedOnArrival, d.closed_on_departure AS closedOnDeparture`)

/** A row with the id of its hotel. */
type OfHotel<Row> = Row & { hotelId: string }

/**
 * The channel's records of a hotel, or of all hotels of the customer in the order of their ids, with their days in a window,
 * in one round trip. Empty: there is no such hotel.
 */
export async function readChannel(
  db: Database,
  { customer }: Scope,
  hotelId: string | undefined,
  { from, to }: DateWindow,
): Promise<StoredChannel[]> {
  const hotelCondition = (table: string) =>
    hotelId === undefined ? sql`` : sql` AND ${sql.raw(table)}.hotel_id = ${hotelId}`
  const [hotels, rooms, plans, roomDays, planDays] = await db.batch([
    build.all<StoredChannel['hotel']>(sql`
      SELECT p.hotel_id AS hotelId, p.property_name AS propertyName, p.property_time_zone AS timeZone, c.currency,
        d.document, d.control_ids AS controlIds
      FROM property p
      JOIN customer c ON c.customer_id = p.customer_id
      LEFT JOIN channel_property d ON d.customer_id = p.customer_id AND d.hotel_id = p.hotel_id
      WHERE p.customer_id = ${customer}${hotelCondition('p')} ORDER BY p.hotel_id`),
    build.all<OfHotel<StoredChannel['rooms'][number]>>(sql`
      SELECT r.hotel_id AS hotelId, r.channel_room_id AS id, r.room_type_id AS linkedId, r.is_active AS isActive, r.document,
        r.control_ids AS controlIds, r.availability_ids AS availabilityIds, own.room_id AS ownRoomId
      FROM channel_room r
      LEFT JOIN room own ON own.customer_id = r.customer_id AND own.room_id = r.availability_ids ->> 'roomId'
        AND own.room_type_id = r.room_type_id
      WHERE r.customer_id = ${customer}${hotelCondition('r')} ORDER BY r.hotel_id, r.channel_room_id`),
    build.all<OfHotel<StoredChannel['plans'][number]>>(sql`
      SELECT p.hotel_id AS hotelId, p.channel_rate_plan_id AS id, p.rate_id AS linkedId, p.is_active AS isActive, p.document,
        p.control_ids AS controlIds
      FROM channel_rate_plan p WHERE p.customer_id = ${customer}${hotelCondition('p')}
      ORDER BY p.hotel_id, p.channel_rate_plan_id`),
    build.all<OfHotel<StoredChannel['roomDays'][number]>>(sql`
      SELECT d.hotel_id AS hotelId, d.channel_room_id AS roomId, d.day, d.rooms_to_sell AS roomsToSell, d.room_closed AS closed,
        ${RESTRICTIONS}
      FROM channel_room r
      CROSS JOIN room_day d ON d.customer_id = r.customer_id AND d.hotel_id = r.hotel_id
        AND d.channel_room_id = r.channel_room_id AND d.day BETWEEN ${from} AND ${to}
      WHERE r.customer_id = ${customer}${hotelCondition('r')}`),
    build.all<OfHotel<StoredChannel['planDays'][number]>>(sql`
      SELECT d.hotel_id AS hotelId, d.channel_room_id AS roomId, d.channel_rate_plan_id AS planId, d.day, d.plan_closed AS closed, d.prices,
        ${RESTRICTIONS}
      FROM channel_room r
      CROSS JOIN channel_rate_plan p ON p.customer_id = r.customer_id AND p.hotel_id = r.hotel_id
      CROSS JOIN plan_day d ON d.customer_id = r.customer_id AND d.hotel_id = r.hotel_id
        AND d.channel_room_id = r.channel_room_id AND d.channel_rate_plan_id = p.channel_rate_plan_id
        AND d.day BETWEEN ${from} AND ${to}
      WHERE r.customer_id = ${customer}${hotelCondition('r')}`),
  ])
  const [roomsOf, plansOf, roomDaysOf, planDaysOf] = [
    byHotel(rooms),
    byHotel(plans),
    byHotel(roomDays),
    byHotel(planDays),
  ]
  return hotels.map(hotel => ({
    hotel,
    rooms: roomsOf(hotel),
    plans: plansOf(hotel),
    roomDays: roomDaysOf(hotel),
    planDays: planDaysOf(hotel),
  }))
}

/** Rows by their hotel. */
function byHotel<Row extends { hotelId: string }>(rows: readonly Row[]) {
  const byId = Map.groupBy(rows, ({ hotelId }) => hotelId)
  return ({ hotelId }: { hotelId: string }) => byId.get(hotelId) ?? []
}
