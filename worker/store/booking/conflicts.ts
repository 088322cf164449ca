import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import type { Conflicts } from '../../domain/booking/conflicts'
import type { BookingChange, CurrentBooking } from '../../domain/booking/state'
import { newestSequence } from '../event/insert-event'
import { fullSlotColumns, takenRoomColumns, unusedRoomColumns } from './columns'

/**
 * The rooms and slots for which the database refused a change. The number of the last event is read too, for
 * `retryOnConflict`: nights and places that were released in between, and perhaps taken again, leave no other trace.
 */
export async function readConflicts(
  db: Database,
  scope: Scope,
  change: BookingChange,
  current: CurrentBooking | undefined,
): Promise<Conflicts> {
  const { customer } = scope
  const ownId = current?.reservationId ?? 0
  const stays = (change.stays ?? current?.stays ?? []).map(({ roomId, stayArrival, stayDeparture }) => ({
    roomId,
    stayArrival,
    stayDeparture,
  }))
  const requestedRooms = sql`json_each(${JSON.stringify(stays)}) AS stay`
  const nights = sql`
    night.customer_id = ${customer} AND night.room_id = stay.value ->> 'roomId'
    AND night.night >= stay.value ->> 'stayArrival' AND night.night < stay.value ->> 'stayDeparture'`
  const [rooms, unused, slots] = await db.batch([
    selectRows(
      takenRoomColumns,
      selected => sql`
        SELECT ${selected} FROM ${requestedRooms} JOIN room_night AS night ON ${nights}
        WHERE night.reservation_id IS NOT ${ownId}
        GROUP BY stay.key ORDER BY stay.key`,
    ),
    selectRows(
      unusedRoomColumns,
      selected => sql`
        SELECT ${selected} FROM ${requestedRooms}
        JOIN room ON room.customer_id = ${customer} AND room.room_id = stay.value ->> 'roomId' AND NOT room.is_active
        WHERE (SELECT count(*) FROM room_night AS night WHERE ${nights} AND night.reservation_id = ${ownId})
          < julianday(stay.value ->> 'stayDeparture') - julianday(stay.value ->> 'stayArrival')
        ORDER BY stay.key`,
    ),
    selectRows(
      {
        ...fullSlotColumns,
        left: sql<number>`iif(slot.booked IS NULL, activity.capacity, slot.slot_capacity) - coalesce(slot.booked, 0)
          + ${ownPlaces(customer, ownId, change)}`,
      },
      selected => sql`
        SELECT ${selected} FROM (${requestedPlaces(customer, ownId, change)}) AS wanted
        JOIN activity ON activity.customer_id = ${customer} AND activity.activity_id = wanted.activity_id
        LEFT JOIN activity_slot AS slot ON slot.customer_id = ${customer} AND slot.activity_id = wanted.activity_id
          AND slot.slot_date = wanted.slot_date AND slot.slot_time = wanted.slot_time
        GROUP BY wanted.activity_id, wanted.slot_date, wanted.slot_time
        HAVING sum(wanted.participants) > "left"
        ORDER BY position`,
    ),
    selectRows({ newest: newestSequence(scope) }, selected => sql`SELECT ${selected}`),
  ])
  return { rooms, unused, slots }
}

/** The activities of the change, or the stored ones if it has none. */
function requestedPlaces(customer: number, ownId: number, { activities }: BookingChange): SQL {
  if (!activities) {
    return sql`
      SELECT activity_no - 1 AS position, activity_id, activity_date AS slot_date, start_time AS slot_time, participants
      FROM activity_booking WHERE customer_id = ${customer} AND reservation_id = ${ownId}`
  }
  const rows = activities.map(({ activityId, activityDate, startTime, participants }) => ({
    activityId,
    activityDate,
    startTime,
    participants,
  }))
  return sql`
    SELECT key AS position, value ->> 'activityId' AS activity_id, value ->> 'activityDate' AS slot_date,
      value ->> 'startTime' AS slot_time, value ->> 'participants' AS participants
    FROM json_each(${JSON.stringify(rows)})`
}

/** Places of a slot that this booking holds already. */
function ownPlaces(customer: number, ownId: number, { roomsHeld }: BookingChange): SQL {
  if (!roomsHeld.before) return sql`0`
  return sql`coalesce((
    SELECT sum(b.participants) FROM activity_booking b
    WHERE b.customer_id = ${customer} AND b.reservation_id = ${ownId} AND b.activity_id = wanted.activity_id
      AND b.activity_date = wanted.slot_date AND b.start_time = wanted.slot_time), 0)`
}
