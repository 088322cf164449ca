import { type Placeholder, sql } from 'drizzle-orm'
import { channelRatePlan, channelRoom } from '../../../schema/tables/channel'
import { customer as customerTable } from '../../../schema/tables/control'
import { property, ratePlan, room, roomType } from '../../../schema/tables/hotel'
import type { Database } from '../../db/database'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import type { KnownChannel } from '../../domain/channel/catalog-draft'
import type { HotelScopedId, ReferencedIds } from '../../domain/channel/referenced-ids'

/** The customer, and a list of ids as JSON. */
type IdsOf = Placeholders<{ customer: number; ids: string }>

const selectCustomer = prepareStatement(({ customer }: Placeholders<{ customer: number }>) =>
  selectRows(
    { currency: customerTable.currency },
    selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${customer}`,
  ),
)

const selectHotels = prepareStatement(({ customer, ids }: IdsOf) =>
  selectRows(
    { hotelId: property.hotelid },
    selected => sql`SELECT ${selected} FROM property WHERE customer_id = ${customer} AND hotel_id IN ${valuesIn(ids)}`,
  ),
)

const selectRooms = prepareStatement(({ customer, ids }: IdsOf) =>
  selectRows(
    { hotelId: channelRoom.hotelId, id: channelRoom.channelRoomId },
    selected => sql`
      SELECT ${selected} FROM channel_room
      WHERE customer_id = ${customer} AND (hotel_id, channel_room_id) IN ${pairsIn(ids)}`,
  ),
)

const selectPlans = prepareStatement(({ customer, ids }: IdsOf) =>
  selectRows(
    { hotelId: channelRatePlan.hotelId, id: channelRatePlan.channelRatePlanId },
    selected => sql`
      SELECT ${selected} FROM channel_rate_plan
      WHERE customer_id = ${customer} AND (hotel_id, channel_rate_plan_id) IN ${pairsIn(ids)}`,
  ),
)

const selectOwnRooms = prepareStatement(({ customer, ids }: IdsOf) =>
  selectRows(
    { roomId: room.roomId, roomTypeId: room.roomTypeId },
    selected => sql`SELECT ${selected} FROM room WHERE customer_id = ${customer} AND room_id IN ${valuesIn(ids)}`,
  ),
)

const selectRates = prepareStatement(({ customer, ids }: IdsOf) =>
  selectRows(
    { rateId: ratePlan.rateId, hotelId: ratePlan.hotelid },
    selected => sql`SELECT ${selected} FROM rate_plan WHERE customer_id = ${customer} AND rate_id IN ${valuesIn(ids)}`,
  ),
)

/** The room types with these ids, and those of these rooms. */
const selectRoomTypes = prepareStatement(
  ({ customer, ids, ownRooms }: Placeholders<{ customer: number; ids: string; ownRooms: string }>) =>
    selectRows(
      { roomTypeId: roomType.roomTypeId, hotelId: roomType.hotelid },
      selected => sql`
        SELECT ${selected} FROM room_type
        WHERE customer_id = ${customer} AND room_type_id IN (
          SELECT value FROM json_each(${ids})
          UNION SELECT room_type_id FROM room WHERE customer_id = ${customer} AND room_id IN ${valuesIn(ownRooms)})`,
    ),
)

/** Any number of values, bound as one JSON text. */
const valuesIn = (json: Placeholder) => sql`(SELECT value FROM json_each(${json}))`

const pairsIn = (json: Placeholder) => sql`(SELECT value ->> 0, value ->> 1 FROM json_each(${json}))`

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
  const pairsOf = (rows: { hotelId: string; id: string }[]): HotelScopedId[] =>
    rows.map(({ hotelId, id }) => [hotelId, id])
  return {
    currency: customerRow?.currency ?? '',
    hotels: hotels.map(({ hotelId }) => hotelId),
    rooms: pairsOf(rooms),
    plans: pairsOf(plans),
    roomTypes: new Map(roomTypes.map(({ roomTypeId, hotelId }) => [roomTypeId, hotelId])),
    rates: new Map(rates.map(({ rateId, hotelId }) => [rateId, hotelId])),
    ownRooms: new Map(ownRooms.map(({ roomId, roomTypeId }) => [roomId, roomTypeId])),
  }
}
