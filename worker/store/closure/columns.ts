import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { pick } from '../../../schema/pick'
import { guest } from '../../../schema/tables/guest'
import { room, roomType } from '../../../schema/tables/hotel'
import { reservation } from '../../../schema/tables/reservation'
import { closure, roomStay } from '../../../schema/tables/stay'
import { jsonRowsInOrder } from '../../db/select-json'
import type { RowOf } from '../../db/select-rows'

/** A closure as the request that changes it sees it. */
export const storedClosureColumns = pick(closure, 'closureId', 'roomId', 'fromDate', 'toDate')
export type StoredClosure = RowOf<typeof storedClosureColumns>

/** A closure that the same identity made. */
export const madeClosureColumns = pick(closure, 'closureId', 'bodyHash', 'fromDate', 'toDate')
export type MadeClosure = RowOf<typeof madeClosureColumns>

/** A closure of a list. */
export const listedClosureColumns = {
  ...storedClosureColumns,
  hotelid: roomType.hotelid,
  ...pick(closure, 'reason', 'createdAt'),
}
export type ListedClosure = RowOf<typeof listedClosureColumns>

/** What a closure of a room needs to know of it. `takenNight`: the first of its nights that is taken. */
export interface RoomToClose {
  roomId: number
  isActive: boolean
  /** Of its hotel. */
  timeZone: string
  takenNight: string | null
}

const stay = alias(roomStay, 's')
const r = alias(reservation, 'r')
const g = alias(guest, 'g')
const c = alias(closure, 'c')

/** The room of the row of `room`, with the stays and closures that hold it on a night of the range, by their first night. */
export const heldRoomColumns = (from: string, to: string) => ({
  roomId: room.roomId,
  holders: jsonRowsInOrder(
    {
      arrivalDate: sql<string>`coalesce(${stay.stayArrival}, ${c.fromDate})`,
      departureDate: sql<string>`coalesce(${stay.stayDeparture}, ${c.toDate})`,
      reservationId: sql<number | null>`${stay.reservationId}`,
      closureId: sql<number | null>`${c.closureId}`,
      reason: sql<string | null>`${c.reason}`,
      ...pick(stay, 'guestsInRoom'),
      ...pick(r, 'reservationNumber', 'statusId', 'version'),
      ...pick(g, 'firstName', 'lastName'),
    },
    holder => sql`
      SELECT ${holder} AS part FROM (
        SELECT n.customer_id, n.reservation_id, n.closure_id, n.stay_no, min(n.night) AS first_night FROM room_night AS n
        WHERE n.customer_id = room.customer_id AND n.room_id = room.room_id AND n.night >= ${from} AND n.night < ${to}
        GROUP BY n.reservation_id, n.closure_id, n.stay_no) AS held
      LEFT JOIN room_stay AS s ON s.customer_id = held.customer_id AND s.reservation_id = held.reservation_id
        AND s.stay_no = held.stay_no
      LEFT JOIN reservation AS r ON r.customer_id = s.customer_id AND r.reservation_id = s.reservation_id
      LEFT JOIN guest AS g ON g.customer_id = r.customer_id AND g.guest_id = r.guest_id
      LEFT JOIN closure AS c ON c.customer_id = held.customer_id AND c.closure_id = held.closure_id
      ORDER BY held.first_night`,
  ),
})
export type HeldRoom = RowOf<ReturnType<typeof heldRoomColumns>>
