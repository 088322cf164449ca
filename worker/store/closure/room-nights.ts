import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { PageRange } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { type HeldRoom, heldRoomColumns } from './columns'

export interface RoomNightFilter {
  from: string
  to: string
  hotelId: string | undefined
}

/** Rooms in the order of their ids, each with what holds it on a night from `from` up to, not including, `to`. */
export async function readRoomNights(
  db: Database,
  { customer }: Scope,
  { from, to, hotelId }: RoomNightFilter,
  { after, rows, offset }: PageRange,
): Promise<HeldRoom[]> {
  const roomsOf = (hotel: string) => sql`
    SELECT r.room_id FROM room_type AS t
    CROSS JOIN room AS r ON r.customer_id = t.customer_id AND r.room_type_id = t.room_type_id
    WHERE t.customer_id = ${customer} AND t.hotel_id = ${hotel}`
  const [rooms] = await db.batch([
    selectRows(
      heldRoomColumns(from, to),
      selected => sql`
        SELECT ${selected} FROM room
        WHERE room.customer_id = ${customer} AND room.room_id > ${after}
          ${hotelId === undefined ? sql`` : sql`AND room.room_id IN (${roomsOf(hotelId)})`}
        ORDER BY room.room_id LIMIT ${rows} OFFSET ${offset}`,
    ),
  ])
  return rooms
}
