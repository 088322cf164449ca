import { type SQL, sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'

/*
 * What the channel may sell of a room on a day (`room_day.rooms_to_sell`), as bookings take from it and give back. Each night
 * that is held says from which of the channel's rooms it was taken, and gives back to that one and no other. What the channel
 * manager says of a day is the last word: nights taken before it are forgotten, and give nothing back.
 */

/**
 * Rooms that the channel has left to sell for the nights that a booking wants, one row for each, counted by `place` in the
 * order in which they are taken: the channel's room that the stay was sold as, then always one of which most are left.
 * `wanted` counts the rooms of a type that are wanted in a night in the same way, a stay that was sold by the channel first.
 * A channel room with n left has a row for each of the first n of them, so that no room of a booking takes what another took.
 */
export const roomsLeft = (customer: number) => sql`
  SELECT wanted.room_type_id, wanted.night, c.channel_room_id, row_number() OVER (
    PARTITION BY wanted.room_type_id, wanted.night
    ORDER BY c.channel_room_id IS NOT wanted.sold_as, d.rooms_to_sell - wanted.place DESC, c.channel_room_id) AS place
  FROM wanted
  CROSS JOIN channel_room AS c ON c.customer_id = ${customer} AND c.room_type_id = wanted.room_type_id
  CROSS JOIN room_type AS t ON t.customer_id = c.customer_id AND t.room_type_id = c.room_type_id
    AND t.hotel_id = c.hotel_id
  CROSS JOIN room_day AS d ON d.customer_id = c.customer_id AND d.hotel_id = c.hotel_id
    AND d.channel_room_id = c.channel_room_id AND d.day = wanted.night AND d.rooms_to_sell >= wanted.place`

/** The UPDATE takes the customer from the rows that it joins: otherwise all of the customer's days would be read. */
const changeAllotment = ({ customer }: Scope, reservationId: SQL<number>, sign: '-' | '+') =>
  build.run(sql`
    UPDATE room_day SET rooms_to_sell = rooms_to_sell ${sql.raw(sign)} moved.rooms
    FROM (
      SELECT n.customer_id, t.hotel_id, n.allot_room_id, n.night, count(*) AS rooms
      FROM room_night n
      JOIN room ON room.customer_id = n.customer_id AND room.room_id = n.room_id
      JOIN room_type t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
      WHERE n.customer_id = ${customer} AND n.reservation_id = ${reservationId} AND n.allot_room_id IS NOT NULL
      GROUP BY n.customer_id, t.hotel_id, n.allot_room_id, n.night
    ) AS moved
    WHERE room_day.customer_id = moved.customer_id AND room_day.hotel_id = moved.hotel_id
      AND room_day.channel_room_id = moved.allot_room_id AND room_day.day = moved.night`)

/** After the nights are held. Refused by `rooms_to_sell_not_negative`, if a night was taken from where nothing was left. */
export const takeAllotment = (scope: Scope, reservationId: SQL<number>) => changeAllotment(scope, reservationId, '-')

/** Before the nights are given up. */
export const releaseAllotment = (scope: Scope, reservationId: SQL<number>) => changeAllotment(scope, reservationId, '+')

/** Refused by `room_night.room_id` where a night was not taken from the channel's room that is sold: it had none left. */
export const requireAllotment = ({ customer }: Scope, reservationId: SQL<number>, channelRoomId: string) =>
  build.run(sql`
    UPDATE room_night SET room_id = NULL
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND allot_room_id IS NOT ${channelRoomId}`)

/** Days of a channel's room, both ends included. */
export type DayRange = [hotelId: string, channelRoomId: string, from: string, to: string]

/** Nights on which the channel manager has said anew how many rooms there are to sell. */
export const detachNights = ({ customer }: Scope, told: readonly DayRange[]): Statement[] =>
  jsonChunks(told).map(json =>
    build.run(sql`
      UPDATE room_night SET allot_room_id = NULL
      WHERE (customer_id, room_id, night) IN (
        SELECT n.customer_id, n.room_id, n.night FROM json_each(${json}) AS told
        CROSS JOIN room_night AS n ON n.customer_id = ${customer} AND n.allot_room_id = told.value ->> 1
          AND n.night BETWEEN told.value ->> 2 AND told.value ->> 3
        CROSS JOIN room ON room.customer_id = n.customer_id AND room.room_id = n.room_id
        CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
          AND t.hotel_id = told.value ->> 0)`),
  )

/**
 * Before rooms are given the types that are sent: nights of a room that gets another type are no longer nights of the type
 * that the channel sold, and give nothing back to it.
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

/** A channel's room, and the room type that a message ties it to. */
export type RoomTypeOfChannelRoom = readonly [hotelId: string, channelRoomId: string, roomTypeId: number]

/** Before the channel's rooms are tied: one that is tied to another type takes nothing back of what it sold as the type before. */
export const detachReassignedRooms = ({ customer }: Scope, tied: readonly RoomTypeOfChannelRoom[]): Statement[] =>
  jsonChunks(tied).map(json =>
    build.run(sql`
      UPDATE room_night SET allot_room_id = NULL
      WHERE (customer_id, room_id, night) IN (
        SELECT n.customer_id, n.room_id, n.night FROM json_each(${json}) AS sent
        CROSS JOIN channel_room AS c ON c.customer_id = ${customer} AND c.hotel_id = sent.value ->> 0
          AND c.channel_room_id = sent.value ->> 1 AND c.room_type_id <> sent.value ->> 2
        CROSS JOIN room_night AS n ON n.customer_id = c.customer_id AND n.allot_room_id = c.channel_room_id
        CROSS JOIN room ON room.customer_id = n.customer_id AND room.room_id = n.room_id
        CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
          AND t.hotel_id = c.hotel_id)`),
  )
