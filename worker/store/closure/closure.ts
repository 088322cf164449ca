import { sql } from 'drizzle-orm'
import { dateAfter } from '../../../schema/stay-dates'
import { property, room } from '../../../schema/tables/hotel'
import { roomNight } from '../../../schema/tables/stay'
import { MAX_NIGHTS } from '../../../schema/wire/booking-rules'
import type { CloseRoomRequest } from '../../../schema/wire/room-nights'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { PageRange } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { moveNights } from '../booking/nights'
import { lastNumber } from '../counter/last-number'
import { insertEvent } from '../event/insert-event'
import {
  type ListedClosure,
  listedClosureColumns,
  type MadeClosure,
  madeClosureColumns,
  type RoomToClose,
  type StoredClosure,
  storedClosureColumns,
} from './columns'

/** Constraints that refuse a closure because the data has changed since it was read. */
export const STALE_CLOSURE_CONSTRAINTS = [
  /** The id or the identity has been used since. */
  'closure.customer_id',
  /** Nights have been opened since. */
  'closure.to_date',
  /** A night has been taken since, or the room is no longer in use. */
  'room_night.customer_id',
  'rooms_to_sell_not_negative',
]

interface ClosureLookup extends Pick<CloseRoomRequest, 'roomID' | 'fromDate' | 'toDate'> {
  identity?: string | undefined
}

/** What a closure is decided on. `made`: the closure that the identity made before. `nextId`: the id of the next one. */
export interface ClosureData {
  made: MadeClosure | undefined
  room: RoomToClose | undefined
  nextId: number
}

/** Reads all data to decide a closure, in one round trip. */
export async function readForClosure(
  db: Database,
  scope: Scope,
  { identity, roomID, fromDate, toDate }: ClosureLookup,
): Promise<ClosureData> {
  const { customer } = scope
  const [[made], [found], [counter]] = await db.batch([
    selectRows(
      madeClosureColumns,
      selected =>
        sql`SELECT ${selected} FROM closure WHERE customer_id = ${customer} AND identity = ${identity ?? null}`,
    ),
    selectRows(
      {
        roomId: room.roomId,
        isActive: room.isActive,
        timeZone: property.timeZone,
        takenNight: sql<string | null>`(
          SELECT ${roomNight.night} FROM room_night WHERE room_night.customer_id = ${customer}
            AND room_night.room_id = room.room_id AND night >= ${fromDate} AND night < ${toDate} ORDER BY night LIMIT 1)`,
      },
      selected => sql`
        SELECT ${selected} FROM room
        CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
        CROSS JOIN property ON property.customer_id = t.customer_id AND property.hotel_id = t.hotel_id
        WHERE room.customer_id = ${customer} AND room.room_id = ${roomID}`,
    ),
    selectRows({ nextId: sql<number>`${lastNumber(scope, 'closure')} + 1` }, selected => sql`SELECT ${selected}`),
  ])
  return { made, room: found, nextId: counter?.nextId ?? 1 }
}

/** Closes a room: the closure, its nights and the event in one batch. */
export async function insertClosure(
  db: Database,
  scope: Scope,
  {
    closureId,
    identity,
    bodyHash,
    roomID,
    fromDate,
    toDate,
    reason,
  }: CloseRoomRequest & { closureId: number; bodyHash: string },
): Promise<void> {
  const { customer } = scope
  await db.batch([
    build.run(sql`
      INSERT INTO closure (customer_id, closure_id, room_id, from_date, to_date, reason, identity, body_hash, created_at)
      VALUES (${customer}, ${closureId}, ${roomID}, ${fromDate}, ${toDate}, ${reason}, ${identity ?? null}, ${bodyHash},
        ${DATABASE_NOW})`),
    ...moveNights({ scope, closureId }, [], [nightsOf(roomID, fromDate, toDate)]),
    insertClosureEvent(scope, 'room.closed', closureId, { fromDate, toDate }),
  ])
}

/** Reads a closure; undefined: there is none. */
export async function readClosure(
  db: Database,
  { customer }: Scope,
  closureId: number,
): Promise<StoredClosure | undefined> {
  const [[found]] = await db.batch([
    selectRows(
      storedClosureColumns,
      selected => sql`SELECT ${selected} FROM closure WHERE customer_id = ${customer} AND closure_id = ${closureId}`,
    ),
  ])
  return found
}

/** Opens the last nights of a closure. Refused by `closure.to_date` if its nights are not those that were read. */
export async function openNights(
  db: Database,
  scope: Scope,
  { closureId, roomId, toDate }: StoredClosure,
  opened: { fromDate: string; toDate: string },
): Promise<void> {
  await db.batch([
    build.run(sql`
      UPDATE closure SET to_date = iif(to_date = ${toDate}, ${opened.fromDate}, NULL)
      WHERE customer_id = ${scope.customer} AND closure_id = ${closureId}`),
    ...moveNights({ scope, closureId }, [nightsOf(roomId, opened.fromDate, opened.toDate)], []),
    insertClosureEvent(scope, 'room.opened', closureId, opened),
  ])
}

/** The nights of a closure are those of one stay that the channel did not sell. */
const nightsOf = (roomId: number, stayArrival: string, stayDeparture: string) => ({
  stayNo: 1,
  roomId,
  stayArrival,
  stayDeparture,
  channelRoomId: null,
})

/** Closures with their rooms and the types of these, which have the hotel. */
const FROM_CLOSURES = sql`
  FROM closure
  CROSS JOIN room ON room.customer_id = closure.customer_id AND room.room_id = closure.room_id
  CROSS JOIN room_type ON room_type.customer_id = room.customer_id AND room_type.room_type_id = room.room_type_id`

const insertClosureEvent = (
  scope: Scope,
  type: 'room.closed' | 'room.opened',
  closureId: number,
  { fromDate, toDate }: { fromDate: string; toDate: string },
): Statement =>
  insertEvent(scope, {
    type,
    data: sql`json_object('closureId', closure.closure_id, 'roomId', closure.room_id, 'hotelid', room_type.hotel_id,
      'fromDate', ${fromDate}, 'toDate', ${toDate})`,
    from: sql`
      ${FROM_CLOSURES}
      WHERE closure.customer_id = ${scope.customer} AND closure.closure_id = ${closureId}`,
  })

export interface ClosureFilter {
  from: string
  to: string
  roomId: number | undefined
}

/** Closures that have a night from `from` up to, not including, `to`, by their first night and id. None is longer than `MAX_NIGHTS`. */
export async function readClosures(
  db: Database,
  { customer }: Scope,
  { from, to, roomId }: ClosureFilter,
  { after, rows, offset }: PageRange<{ fromDate: string; closureId: number }>,
): Promise<ListedClosure[]> {
  const [closures] = await db.batch([
    selectRows(
      listedClosureColumns,
      selected => sql`
        SELECT ${selected} ${FROM_CLOSURES}
        WHERE closure.customer_id = ${customer} AND closure.from_date > ${dateAfter(from, -MAX_NIGHTS)} AND closure.from_date < ${to}
          AND closure.to_date > ${from} AND closure.to_date > closure.from_date
          AND (closure.from_date, closure.closure_id) > (${after.fromDate}, ${after.closureId})
          ${roomId ? sql`AND closure.room_id = ${roomId}` : sql``}
        ORDER BY closure.from_date, closure.closure_id LIMIT ${rows} OFFSET ${offset}`,
    ),
  ])
  return closures
}
