import { sql } from 'drizzle-orm'
import { channelRoom } from '../../../schema/tables/channel'
import type { StoredChannelRoomKey } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import { selectRows } from '../../db/select-rows'
import { deletion, isServed, ROWS_PER_STEP } from './clean-up'

/** Channel rooms of one step. No index has the days of all rooms in order, so a step looks into each of its rooms. */
const ROOMS_PER_STEP = 100
/** Statements of one step. */
export const CALENDAR_STATEMENTS = 3

/** Before the first channel room. */
const START: StoredChannelRoomKey = [0, '', '']

interface CalendarStep {
  deleted: number
  /** The room after which the next step continues; null: before the first. Undefined: no past days are left. */
  next: StoredChannelRoomKey | null | undefined
}

/**
 * Deletes days before a date of the next channel rooms after one, in the order of their keys: at most `ROWS_PER_STEP` days of
 * rooms, and as many months of plans. A month goes when its last day is past.
 */
export async function deletePastDays(
  db: Database,
  before: string,
  after: StoredChannelRoomKey | null,
): Promise<CalendarStep> {
  const [customerId, hotelId, channelRoomId] = after ?? START
  const next = sql`
    FROM channel_room WHERE (customer_id, hotel_id, channel_room_id) > (${customerId}, ${hotelId}, ${channelRoomId})
    ORDER BY customer_id, hotel_id, channel_room_id`
  const rooms = sql`(SELECT customer_id, hotel_id, channel_room_id ${next} LIMIT ${ROOMS_PER_STEP}) AS next_room`
  const ofRoom = (alias: 'd' | 'm') => sql`
    ${sql.raw(`(${alias}.customer_id, ${alias}.hotel_id, ${alias}.channel_room_id)`)}
    = (next_room.customer_id, next_room.hotel_id, next_room.channel_room_id)`
  const firstMonth = before.slice(0, 7)
  const ofPlan = sql`CROSS JOIN channel_rate_plan AS p ON p.customer_id = next_room.customer_id AND p.hotel_id = next_room.hotel_id`
  const [roomDays, planMonths, [last]] = await db.batch([
    deletion(
      returned => sql`
      DELETE FROM room_day WHERE (customer_id, hotel_id, channel_room_id, day) IN (
        SELECT d.customer_id, d.hotel_id, d.channel_room_id, d.day FROM ${rooms}
        CROSS JOIN room_day AS d ON ${ofRoom('d')} AND d.day < ${before}
        WHERE ${isServed('next_room')} LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
    deletion(
      returned => sql`
      DELETE FROM plan_month WHERE (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, month) IN (
        SELECT m.customer_id, m.hotel_id, m.channel_room_id, m.channel_rate_plan_id, m.month FROM ${rooms} ${ofPlan}
        CROSS JOIN plan_month AS m ON ${ofRoom('m')} AND m.channel_rate_plan_id = p.channel_rate_plan_id AND m.month < ${firstMonth}
        WHERE ${isServed('next_room')} LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
    selectRows(KEY, selected => sql`SELECT ${selected} ${next} LIMIT 1 OFFSET ${ROOMS_PER_STEP - 1}`),
  ])
  const deleted = roomDays.length + planMonths.length
  // A full step may have left days of its rooms.
  if (roomDays.length === ROWS_PER_STEP || planMonths.length === ROWS_PER_STEP) return { deleted, next: after }
  return { deleted, next: last && [last.customerId, last.hotelId, last.channelRoomId] }
}

const KEY = {
  customerId: channelRoom.customerId,
  hotelId: channelRoom.hotelId,
  channelRoomId: channelRoom.channelRoomId,
}
