import { and, eq, type Placeholder, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { channelRatePlan, channelRoom } from '../../../schema/tables/channel'
import { customer as customerTable } from '../../../schema/tables/control'
import { property, ratePlan, room, roomType } from '../../../schema/tables/hotel'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import type { KnownChannel } from '../../domain/channel/catalog-draft'
import type { HotelScopedId, ReferencedIds } from '../../domain/channel/referenced-ids'

/** The customer, and a list of ids as JSON. */
type IdsOf = Placeholders<{ customer: number; ids: string }>

const selectCustomer = prepareStatement(({ customer }: Placeholders<{ customer: number }>) =>
  build.select({ currency: customerTable.currency }).from(customerTable).where(eq(customerTable.customerId, customer)),
)

const selectHotels = prepareStatement(({ customer, ids }: IdsOf) =>
  build
    .select({ hotelId: property.hotelId })
    .from(property)
    .where(and(eq(property.customerId, customer), isIn(property.hotelId, ids))),
)

const selectRooms = prepareStatement(({ customer, ids }: IdsOf) =>
  build
    .select({ hotelId: channelRoom.hotelId, id: channelRoom.channelRoomId })
    .from(channelRoom)
    .where(and(eq(channelRoom.customerId, customer), isPairIn(channelRoom.hotelId, channelRoom.channelRoomId, ids))),
)

const selectPlans = prepareStatement(({ customer, ids }: IdsOf) =>
  build
    .select({ hotelId: channelRatePlan.hotelId, id: channelRatePlan.channelRatePlanId })
    .from(channelRatePlan)
    .where(
      and(
        eq(channelRatePlan.customerId, customer),
        isPairIn(channelRatePlan.hotelId, channelRatePlan.channelRatePlanId, ids),
      ),
    ),
)

const selectOwnRooms = prepareStatement(({ customer, ids }: IdsOf) =>
  build
    .select({ roomId: room.roomId, roomTypeId: room.roomTypeId })
    .from(room)
    .where(and(eq(room.customerId, customer), isIn(room.roomId, ids))),
)

const selectRates = prepareStatement(({ customer, ids }: IdsOf) =>
  build
    .select({ rateId: ratePlan.rateId, hotelId: ratePlan.hotelId })
    .from(ratePlan)
    .where(and(eq(ratePlan.customerId, customer), isIn(ratePlan.rateId, ids))),
)

/** The room types with these ids, and those of these rooms. */
const selectRoomTypes = prepareStatement(
  ({ customer, ids, ownRooms }: Placeholders<{ customer: number; ids: string; ownRooms: string }>) =>
    build
      .select({ roomTypeId: roomType.roomTypeId, hotelId: roomType.hotelId })
      .from(roomType)
      .where(
        and(
          eq(roomType.customerId, customer),
          sql`${roomType.roomTypeId} IN (
            SELECT value FROM json_each(${ids})
            UNION SELECT room_type_id FROM room
              WHERE customer_id = ${customer} AND room_id IN (SELECT value FROM json_each(${ownRooms})))`,
        ),
      ),
)

/** Whether a column is one of any number of values, bound as one JSON text. */
const isIn = (column: SQLiteColumn, json: Placeholder) => sql`${column} IN (SELECT value FROM json_each(${json}))`

const isPairIn = (one: SQLiteColumn, other: SQLiteColumn, json: Placeholder) =>
  sql`(${one}, ${other}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${json}))`

/** Which of the ids in a message the customer has, in one round trip. */
export async function readKnownChannel(
  db: Database,
  { customer }: Scope,
  referenced: ReferencedIds,
): Promise<KnownChannel> {
  const idsOf = (ids: readonly unknown[]) => ({ customer, ids: JSON.stringify(ids) })
  const [[customerRow], hotels, rooms, plans, ownRooms, rates, roomTypes] = await db.batch([
    selectCustomer({ customer }),
    selectHotels(idsOf(referenced.hotels)),
    selectRooms(idsOf(referenced.rooms)),
    selectPlans(idsOf(referenced.plans)),
    selectOwnRooms(idsOf(referenced.ownRooms)),
    selectRates(idsOf(referenced.rates)),
    selectRoomTypes({ ...idsOf(referenced.roomTypes), ownRooms: JSON.stringify(referenced.ownRooms) }),
  ])
  const pairs = (rows: { hotelId: string; id: string }[]): HotelScopedId[] =>
    rows.map(({ hotelId, id }) => [hotelId, id])
  return {
    currency: customerRow?.currency ?? '',
    hotels: hotels.map(({ hotelId }) => hotelId),
    rooms: pairs(rooms),
    plans: pairs(plans),
    roomTypes: new Map(roomTypes.map(({ roomTypeId, hotelId }) => [roomTypeId, hotelId])),
    rates: new Map(rates.map(({ rateId, hotelId }) => [rateId, hotelId])),
    ownRooms: new Map(ownRooms.map(({ roomId, roomTypeId }) => [roomId, roomTypeId])),
  }
}
