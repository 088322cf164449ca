import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { location, room } from '../../../schema/tables/hotel'
import { roomStay } from '../../../schema/tables/stay'
import { build } from '../../../worker/db/drizzle-adapter'
import { jsonList, jsonObject, jsonRows } from '../../../worker/db/select-json'
import { leftJoined, type RowOf } from '../../../worker/db/select-rows'

/*
 * Checked by the type checker, in `npm run check`: the row of a raw SELECT has exactly its columns, with their types. Each line
 * below a comment must be a type error; otherwise the checker reports the comment.
 */

const s = alias(roomStay, 's')
const l = leftJoined(alias(location, 'l'))

const columns = {
  stayNo: s.stayNo,
  notes: s.roomNotes,
  channelRoomId: s.channelRoomId,
  locationName: l.name,
  isFree: sql`EXISTS (SELECT 1)`.mapWith(Boolean),
  room: jsonObject({ roomId: room.roomId, locationId: room.locationId }),
  types: jsonList(room.roomTypeId, type => sql`SELECT json_group_array(${type}) FROM room`),
  rates: jsonRows({ isActive: sql`1`.mapWith(Boolean) }, line => sql`SELECT json_group_array(${line})`),
}

type Row = RowOf<typeof columns>

/** Assigns in both directions: neither type has a column or a value that the other lacks. */
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false

export const inferred: Same<
  Row,
  {
    stayNo: number
    notes: string[]
    channelRoomId: string | null
    locationName: string | null
    isFree: boolean
    room: { roomId: number; locationId: number | null }
    types: number[]
    rates: { isActive: boolean }[]
  }
> = true

const { stayNo: _, ...withoutStayNo } = columns

// @ts-expect-error a column that is not selected is not in the row
export const missing = (row: RowOf<typeof withoutStayNo>): number => row.stayNo

// @ts-expect-error a row without the column cannot stand for one with it
export const incomplete = (row: RowOf<typeof withoutStayNo>): Row => row

// @ts-expect-error a column of a table that may have no row may be null
export const absent = (row: Row): string => row.locationName

// @ts-expect-error a flag is no number
export const flag = (row: Row): number => row.isFree

// @ts-expect-error a JSON column is no text
export const json = (row: Row): string => row.notes

// @ts-expect-error a column that is left out of a JSON object is not in it
export const inside = (row: Row): string => row.room.roomName

// @ts-expect-error raw rows have no type of their own: `selectRows` infers it
export const untyped = build.all<{ roomId: number }>(sql`SELECT room_id AS roomId FROM room`)
