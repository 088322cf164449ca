import { eq, sql } from 'drizzle-orm'
import { customer as customerTable } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { KnownChannel } from '../../domain/channel/catalog-draft'
import type { HotelScopedId, ReferencedIds } from '../../domain/channel/referenced-ids'

/** Which of the ids in a message the customer has, in one round trip. */
export async function readKnownChannel(
  db: Database,
  { customer }: Scope,
  referenced: ReferencedIds,
): Promise<KnownChannel> {
  const ofHotels = (table: string, column: string, ids: readonly HotelScopedId[]) =>
    build.all<{ hotelId: string; id: string }>(sql`
      SELECT hotel_id AS hotelId, ${sql.raw(column)} AS id FROM ${sql.raw(table)}
      WHERE customer_id = ${customer} AND (hotel_id, ${sql.raw(column)}) IN (
        SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(ids)}))`)
  const own = <Also>(table: string, column: string, also: string, ids: readonly number[]) =>
    build.all<{ id: number; also: Also }>(sql`
      SELECT ${sql.raw(column)} AS id, ${sql.raw(also)} AS also FROM ${sql.raw(table)}
      WHERE customer_id = ${customer} AND ${sql.raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)

  const [[customerRow], hotels, rooms, plans, ownRooms, rates, roomTypes] = await db.batch([
    build
      .select({ currency: customerTable.currency })
      .from(customerTable)
      .where(eq(customerTable.customerId, customer)),
    build.all<{ hotelId: string }>(sql`
      SELECT hotel_id AS hotelId FROM property
      WHERE customer_id = ${customer} AND hotel_id IN (SELECT value FROM json_each(${JSON.stringify(referenced.hotels)}))`),
    ofHotels('channel_room', 'channel_room_id', referenced.rooms),
    ofHotels('channel_rate_plan', 'channel_rate_plan_id', referenced.plans),
    own<number>('room', 'room_id', 'room_type_id', referenced.ownRooms),
    own<string>('rate_plan', 'rate_id', 'hotel_id', referenced.rates),
    build.all<{ id: number; also: string }>(sql`
      SELECT room_type_id AS id, hotel_id AS also FROM room_type
      WHERE customer_id = ${customer} AND room_type_id IN (
        SELECT value FROM json_each(${JSON.stringify(referenced.roomTypes)})
        UNION SELECT room_type_id FROM room
          WHERE customer_id = ${customer} AND room_id IN (SELECT value FROM json_each(${JSON.stringify(referenced.ownRooms)})))`),
  ])
  const pairs = (rows: { hotelId: string; id: string }[]): HotelScopedId[] =>
    rows.map(({ hotelId, id }) => [hotelId, id])
  const mapped = <Also>(rows: { id: number; also: Also }[]) => new Map(rows.map(({ id, also }) => [id, also]))
  return {
    currency: customerRow?.currency ?? '',
    hotels: hotels.map(({ hotelId }) => hotelId),
    rooms: pairs(rooms),
    plans: pairs(plans),
    roomTypes: mapped(roomTypes),
    rates: mapped(rates),
    ownRooms: mapped(ownRooms),
  }
}
