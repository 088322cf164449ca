import { and, eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { channelProperty, channelRatePlan, channelRoom } from '../../../schema/tables/channel'
import { customer as customerTable } from '../../../schema/tables/control'
import { property, room } from '../../../schema/tables/hotel'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { hotelColumns, planColumns, planDayColumns, roomColumns, roomDayColumns, type StoredChannel } from './columns'

/** Days, both ends included. */
export interface DateWindow {
  from: string
  to: string
}

/** A hotel, or all hotels of the customer. */
type Requested = Placeholders<{ customer: number; hotelId: string | undefined }>

const isRequested = (table: { customerId: SQLiteColumn; hotelId: SQLiteColumn }, { customer, hotelId }: Requested) =>
  and(eq(table.customerId, customer), hotelId === undefined ? undefined : eq(table.hotelId, hotelId))

const selectHotels = prepareStatement((requested: Requested) =>
  build
    .select(hotelColumns)
    .from(property)
    .innerJoin(customerTable, eq(customerTable.customerId, property.customerId))
    .leftJoin(
      channelProperty,
      and(eq(channelProperty.customerId, property.customerId), eq(channelProperty.hotelId, property.hotelId)),
    )
    .where(isRequested(property, requested))
    .orderBy(property.hotelId),
)

const selectRooms = prepareStatement((requested: Requested) =>
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
    .where(isRequested(channelRoom, requested))
    .orderBy(channelRoom.hotelId, channelRoom.channelRoomId),
)

const selectPlans = prepareStatement((requested: Requested) =>
  build
    .select(planColumns)
    .from(channelRatePlan)
    .where(isRequested(channelRatePlan, requested))
    .orderBy(channelRatePlan.hotelId, channelRatePlan.channelRatePlanId),
)

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
  const isRequestedRoom = sql`r.customer_id = ${customer}${hotelId === undefined ? sql`` : sql` AND r.hotel_id = ${hotelId}`}`
  const requested = { customer, hotelId }
  const [hotels, rooms, plans, roomDays, planDays] = await db.batch([
    selectHotels(requested),
    selectRooms(requested),
    selectPlans(requested),
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
