import { type SQL, sql } from 'drizzle-orm'
import { STATUS } from '../../../schema/wire/reservation-status'
import type { Setup } from '../../../schema/wire/setup'
import { jsonChunks } from '../../db/insert-rows'

/** D1's maximum of terms in a compound SELECT. */
const MAX_TERMS = 5

/** Ids with what they belong to, as a table with the column `value`, bound in as many parts as necessary. */
function pairs(list: readonly (readonly [number, string | number])[]): SQL {
  let tables = jsonChunks(list).map(json => sql`json_each(${json})`)
  while (tables.length > 1) {
    const groups = Array.from({ length: Math.ceil(tables.length / MAX_TERMS) }, (_, i) =>
      tables.slice(i * MAX_TERMS, (i + 1) * MAX_TERMS).map(table => sql`SELECT value FROM ${table}`),
    )
    tables = groups.map(terms => sql`(${sql.join(terms, sql` UNION ALL `)})`)
  }
  return tables[0] ?? sql`json_each('[]')`
}

/** A reservation that is not final and has a stay in one of the rooms; NULL: there is none. */
const openReservation = (rooms: SQL) => sql`(
  SELECT r.reservation_id FROM room AS own
  CROSS JOIN room_stay AS s ON s.customer_id = own.customer_id AND s.room_id = own.room_id
  CROSS JOIN reservation AS r ON r.customer_id = s.customer_id AND r.reservation_id = s.reservation_id
    AND r.status_id < ${STATUS.CheckedOut}
  WHERE ${rooms} LIMIT 1)`

/**
 * Records in use that a document would move to another hotel, each with what uses it: room types with channel rooms or open
 * reservations, rooms with open reservations, rate plans with channel rate plans. `selected`: `recordInUseColumns`.
 */
export function selectRecordsInUse(
  customer: number,
  setup: Pick<Setup, 'roomTypes' | 'rooms' | 'ratePlans'>,
  selected: SQL,
): SQL {
  const types = pairs(setup.roomTypes.map(({ roomTypeId, hotelid }) => [roomTypeId, hotelid]))
  const rooms = pairs(setup.rooms.map(({ roomId, roomTypeId }) => [roomId, roomTypeId]))
  const plans = pairs(setup.ratePlans.map(({ rateId, hotelid }) => [rateId, hotelid]))

  const movedTypes = sql`
    FROM ${types} AS sent
    CROSS JOIN room_type AS t ON t.customer_id = ${customer} AND t.room_type_id = sent.value ->> 0
      AND t.hotel_id <> sent.value ->> 1`
  const movedRooms = sql`
    FROM ${rooms} AS sent
    CROSS JOIN room ON room.customer_id = ${customer} AND room.room_id = sent.value ->> 0
      AND room.room_type_id <> sent.value ->> 1`
  // The hotel of a room type after the document is written.
  const hotelAfter = sql`coalesce(
    (SELECT type.value ->> 1 FROM ${types} AS type WHERE type.value ->> 0 = sent.value ->> 1),
    (SELECT hotel_id FROM room_type WHERE customer_id = ${customer} AND room_type_id = sent.value ->> 1))`

  return sql`
    SELECT ${selected} ${movedTypes}
    CROSS JOIN channel_room AS c ON c.customer_id = t.customer_id AND c.room_type_id = t.room_type_id
      AND c.hotel_id <> sent.value ->> 1
    UNION ALL
    SELECT 'ratePlans', rate_plan.rate_id, p.hotel_id, 'channel rate plan', p.channel_rate_plan_id
    FROM ${plans} AS sent
    CROSS JOIN rate_plan ON rate_plan.customer_id = ${customer} AND rate_plan.rate_id = sent.value ->> 0
      AND rate_plan.hotel_id <> sent.value ->> 1
    CROSS JOIN channel_rate_plan AS p ON p.customer_id = rate_plan.customer_id AND p.rate_id = rate_plan.rate_id
      AND p.hotel_id <> sent.value ->> 1
    UNION ALL
    SELECT * FROM (
      SELECT 'roomTypes', t.room_type_id, t.hotel_id, 'reservation', ${openReservation(sql`
        own.customer_id = t.customer_id AND own.room_type_id = t.room_type_id
          AND own.room_id NOT IN (SELECT room.room_id ${movedRooms})`)} AS byId
      ${movedTypes}
    ) AS of_types WHERE byId IS NOT NULL
    UNION ALL
    SELECT * FROM (
      SELECT 'rooms', room.room_id, t.hotel_id, 'reservation', ${openReservation(sql`
        own.customer_id = room.customer_id AND own.room_id = room.room_id`)} AS byId
      ${movedRooms}
      CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
        AND t.hotel_id <> ${hotelAfter}
    ) AS of_rooms WHERE byId IS NOT NULL`
}
