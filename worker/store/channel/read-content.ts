import { and, eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { channelProperty, channelRatePlan, channelRoom } from '../../../schema/tables/channel'
import { customer as customerTable } from '../../../schema/tables/control'
import { property, room } from '../../../schema/tables/hotel'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { hotelColumns, planColumns, planDayColumns, roomColumns, roomDayColumns, type StoredChannel } from './columns'

/** Days, both ends included. */
export interface DateWindow {
  from: string
  to: string
}

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
  const isOfHotel = (table: { hotelId: SQLiteColumn }) =>
    hotelId === undefined ? undefined : eq(table.hotelId, hotelId)
  const isRequestedRoom = sql`r.customer_id = ${customer}${hotelId === undefined ? sql`` : sql` AND r.hotel_id = ${hotelId}`}`
  const [hotels, rooms, plans, roomDays, planDays] = await db.batch([
    build
      .select(hotelColumns)
      .from(property)
      .innerJoin(customerTable, eq(customerTable.customerId, property.customerId))
      .leftJoin(
        channelProperty,
        and(eq(channelProperty.customerId, property.customerId), eq(channelProperty.hotelId, property.hotelId)),
      )
      .where(and(eq(property.customerId, customer), isOfHotel(property)))
      .orderBy(property.hotelId),
    build
      .select(roomColumns)
      .from(channelRoom)
      .leftJoin(
        room,
        and(
          eq(room.customerId, channelRoom.customerId),
          eq(room.roomId, sql`${channelRoom.availabilityIds} ->> 'roomId'`),
          eq(room.roomTypeId, channelRoom.roomTypeId),
        ),
      )
      .where(and(eq(channelRoom.customerId, customer), isOfHotel(channelRoom)))
      .orderBy(channelRoom.hotelId, channelRoom.channelRoomId),
    build
      .select(planColumns)
      .from(channelRatePlan)
      .where(and(eq(channelRatePlan.customerId, customer), isOfHotel(channelRatePlan)))
      .orderBy(channelRatePlan.hotelId, channelRatePlan.channelRatePlanId),
    selectRows(
      roomDayColumns,
      selected => sql`
        SELECT ${selected} FROM channel_room AS r
        CROSS JOIN room_day AS d ON d.customer_id = r.customer_id AND d.hotel_id = r.hotel_id
          AND d.channel_room_id = r.channel_room_id AND d.day BETWEEN ${from} AND ${to}
        WHERE ${isRequestedRoom}`,
    ),
    selectRows(
      planDayColumns,
      selected => sql`
        SELECT ${selected} FROM channel_room AS r
        CROSS JOIN channel_rate_plan AS p ON p.customer_id = r.customer_id AND p.hotel_id = r.hotel_id
        CROSS JOIN plan_day AS d ON d.customer_id = r.customer_id AND d.hotel_id = r.hotel_id
          AND d.channel_room_id = r.channel_room_id AND d.channel_rate_plan_id = p.channel_rate_plan_id
          AND d.day BETWEEN ${from} AND ${to}
        WHERE ${isRequestedRoom}`,
    ),
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
