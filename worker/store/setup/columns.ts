import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { channelRoom } from '../../../schema/tables/channel'
import { roomType } from '../../../schema/tables/hotel'
import type { RowOf } from '../../db/select-rows'

const t = alias(roomType, 't')
const c = alias(channelRoom, 'c')

/**
 * A record that would move to another hotel, and the record that prevents it. These are the columns of the first part of a
 * UNION, from `room_type AS t` and `channel_room AS c`; the other parts have theirs in the same order.
 */
export const recordInUseColumns = {
  kind: sql<'roomTypes' | 'rooms' | 'ratePlans'>`'roomTypes'`,
  id: t.roomTypeId,
  /** The current hotel. */
  hotelId: c.hotelId,
  by: sql<'channel room' | 'channel rate plan' | 'reservation'>`'channel room'`,
  byId: sql<string | number>`${c.channelRoomId}`,
}
export type RecordInUse = RowOf<typeof recordInUseColumns>
