import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Owner, Scope } from '../../db/scope'
import { type BoundReservation, idOf, type WrittenReservation, type WrittenValues } from '../counter/written'

/*
 * The channel's allotment of a room on a day (`room_day.rooms_to_sell`). Bookings take from it and return to it. Each held night
 * stores the channel room from which it was taken, and returns to that one only. When the channel manager sends a new number
 * for a day, nights taken before are detached: they return nothing, and are not taken again.
 */

/**
 * The rooms left for the rows of `wanted`, numbered by `place` in the order in which they are taken. `wanted` numbers the wanted
 * rooms of a type and night in the same way, with a stay that the channel sold first, and prefers the channel room as which a stay
 * was sold, else the one with the most rooms left. A channel room with n rooms left has up to n rows, so two rooms of a booking
 * never take the same one.
 */
export const roomsLeft = ({ customer }: Owner) => sql`
  SELECT wanted.room_type_id, wanted.night, c.channel_room_id, row_number() OVER (
    PARTITION BY wanted.room_type_id, wanted.night
    ORDER BY c.channel_room_id IS NOT wanted.sold_as, d.rooms_to_sell - wanted.place DESC, c.channel_room_id) AS place
  FROM wanted
  CROSS JOIN channel_room AS c
  CROSS JOIN room_type AS t ON c.customer_id = ${customer} AND c.room_type_id = wanted.room_type_id
    AND t.customer_id = c.customer_id AND t.room_type_id = c.room_type_id AND t.hotel_id = c.hotel_id
  CROSS JOIN room_day AS d ON d.customer_id = c.customer_id AND d.hotel_id = c.hotel_id
    AND d.channel_room_id = c.channel_room_id AND d.day = wanted.night AND d.rooms_to_sell >= wanted.place`

/** `FROM` of the nights `n` of a reservation, by the rooms and dates of its stays `held`. */
export const fromNightsOf = (written: BoundReservation) => sql`
  FROM room_stay AS held
  CROSS JOIN room_night AS n ON held.customer_id = ${written.customer} AND held.reservation_id = ${idOf(written)}
    AND n.customer_id = held.customer_id AND n.room_id = held.room_id
    AND n.night >= held.stay_arrival AND n.night < held.stay_departure AND n.reservation_id = held.reservation_id`

/** What holds nights: a reservation, or a closure of a room. */
export type NightHolder =
  | (WrittenReservation & { closureId?: undefined })
  | { scope: Scope; reservationId?: undefined; closureId: number }

/** Its values in a statement. Without `closureId` it is a reservation. */
export interface HolderValues extends WrittenValues {
  closureId: number | undefined
}
export type BoundHolder = BoundReservation & { closureId: Placeholder | undefined }

/** Nights of a holder. `nights` is a list of `Nights` as JSON. */
export interface NightsValues extends HolderValues {
  nights: string
}

/** The condition that the holder has the night `n`. */
export const holdsNight = (holder: BoundHolder) =>
  holder.closureId === undefined ? sql`n.reservation_id = ${idOf(holder)}` : sql`n.closure_id = ${holder.closureId}`

/** `FROM` of the nights `n` of a holder that are in such a list. `tables` are joined to each element `held`. */
export const nightsIn = (holder: BoundHolder, nights: Placeholder, tables = sql``) => sql`
  FROM json_each(${nights}) AS held ${tables}
  CROSS JOIN room_night AS n ON n.customer_id = ${holder.customer} AND n.room_id = held.value ->> 'roomId'
    AND n.night >= held.value ->> 'stayArrival' AND n.night < held.value ->> 'stayDeparture'
    AND ${holdsNight(holder)}`

/** The stay number of nights that move to another room of their type, while their batch changes the allotment of others. */
export const MOVED = 0

/** The UPDATE compares the customer with the joined rows: otherwise all of the customer's days would be read. */
const changeAllotment = (sign: '-' | '+') =>
  prepareStatement((values: Placeholders<NightsValues>) =>
    build.run(sql`
    UPDATE room_day SET rooms_to_sell = rooms_to_sell ${sql.raw(sign)} moved.rooms
    FROM (
      SELECT n.customer_id, t.hotel_id, n.allot_room_id, n.night, count(*) AS rooms
      ${nightsIn(
        values,
        values.nights,
        sql`
        CROSS JOIN room ON room.customer_id = ${values.customer} AND room.room_id = held.value ->> 'roomId'
        CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id`,
      )}
      WHERE n.allot_room_id IS NOT NULL AND n.stay_no <> ${sql.raw(String(MOVED))}
      GROUP BY n.customer_id, t.hotel_id, n.allot_room_id, n.night
    ) AS moved
    WHERE room_day.customer_id = moved.customer_id AND room_day.hotel_id = moved.hotel_id
      AND room_day.channel_room_id = moved.allot_room_id AND room_day.day = moved.night`),
  )

/** Runs after the nights are inserted. Refused by `rooms_to_sell_not_negative` if a channel room had no room left. */
export const takeAllotment = changeAllotment('-')

/** Runs before the nights are deleted. */
export const releaseAllotment = changeAllotment('+')

/** Detaches the nights `n` of a FROM: they return nothing. */
const detach = (nights: SQL): Statement =>
  build.run(sql`
    UPDATE room_night SET allot_room_id = NULL
    WHERE (customer_id, room_id, night) IN (SELECT n.customer_id, n.room_id, n.night ${nights})`)

/** Joins the nights `n` that were taken from a channel room `c`: those of rooms of the type that it is tied to. */
const TAKEN_FROM_CHANNEL_ROOM = sql`
  CROSS JOIN room ON room.customer_id = c.customer_id AND room.room_type_id = c.room_type_id
  CROSS JOIN room_night AS n ON n.customer_id = room.customer_id AND n.room_id = room.room_id
    AND n.allot_room_id = c.channel_room_id`

/** Days of a channel room, both ends included. */
export type DayRange = [hotelId: string, channelRoomId: string, from: string, to: string]

/**
 * Detaches nights for which the channel manager has sent a new number of rooms to sell. They are nights of rooms of the type
 * that the channel room is tied to: all others are detached when the type of a room or of a channel room changes.
 */
export const detachNights = ({ customer }: Scope, ranges: readonly DayRange[]): Statement[] =>
  jsonChunks(ranges).map(json =>
    detach(sql`
      FROM json_each(${json}) AS renewed
      CROSS JOIN channel_room AS c ON c.customer_id = ${customer} AND c.hotel_id = renewed.value ->> 0
        AND c.channel_room_id = renewed.value ->> 1
      ${TAKEN_FROM_CHANNEL_ROOM} AND n.night BETWEEN renewed.value ->> 2 AND renewed.value ->> 3`),
  )

/**
 * Runs before rooms get the types that are sent. Nights of a room that gets another type are detached: they return nothing to
 * the type that the channel sold.
 */
export const detachMovedRooms = (
  { customer }: Scope,
  rooms: readonly (readonly [roomId: number, roomTypeId: number])[],
): Statement[] =>
  jsonChunks(rooms).map(json =>
    build.run(sql`
      UPDATE room_night SET allot_room_id = NULL
      WHERE customer_id = ${customer} AND allot_room_id IS NOT NULL AND room_id IN (
        SELECT room.room_id FROM json_each(${json}) AS sent
        CROSS JOIN room ON room.customer_id = ${customer} AND room.room_id = sent.value ->> 0
          AND room.room_type_id <> sent.value ->> 1)`),
  )

/** A channel room, and the room type that a message ties it to. */
export type RoomTypeOfChannelRoom = readonly [hotelId: string, channelRoomId: string, roomTypeId: number]

/**
 * Runs before channel rooms are tied. Nights of one that gets another type are detached: they return nothing to it. One that
 * is not stored may have the id of one that release 1.0.0 removed: its nights are detached too.
 */
export const detachReassignedRooms = ({ customer }: Scope, tied: readonly RoomTypeOfChannelRoom[]): Statement[] =>
  jsonChunks(tied).map(json =>
    detach(sql`
      FROM json_each(${json}) AS sent
      LEFT JOIN channel_room AS c ON c.customer_id = ${customer} AND c.hotel_id = sent.value ->> 0
        AND c.channel_room_id = sent.value ->> 1
      CROSS JOIN room_type AS t ON t.customer_id = ${customer} AND t.hotel_id = sent.value ->> 0
        AND (c.channel_room_id IS NULL OR c.room_type_id <> sent.value ->> 2)
      CROSS JOIN room ON room.customer_id = t.customer_id AND room.room_type_id = t.room_type_id
      CROSS JOIN room_night AS n ON n.customer_id = room.customer_id AND n.room_id = room.room_id
        AND n.allot_room_id = sent.value ->> 1`),
  )

/** Runs before channel rooms are removed. Their nights are detached: they return nothing to a later one with the same id. */
export const detachRemovedRooms = (
  { customer }: Scope,
  removed: readonly (readonly [hotelId: string, channelRoomId?: string])[],
): Statement[] =>
  jsonChunks(removed).map(json =>
    detach(sql`
      FROM json_each(${json}) AS removed
      CROSS JOIN channel_room AS c ON c.customer_id = ${customer} AND c.hotel_id = removed.value ->> 0
        AND c.channel_room_id = coalesce(removed.value ->> 1, c.channel_room_id)
      ${TAKEN_FROM_CHANNEL_ROOM}`),
  )
