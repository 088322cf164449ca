import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../auth/scope'
import { build } from './database'

/*
 * What a reservation holds: its rooms' nights and its places in activities. Both are taken from its own rows, so that they
 * cannot say anything else; the key of the nights and the CHECK of the slots decide whether they may be.
 *
 * What is looked up follows what it is looked up for: an UPDATE takes the customer from the rows that it joins, not from a
 * value beside them, and CROSS JOIN keeps the order. Otherwise all of the customer's days, slots or rooms would be read.
 */

/**
 * Takes every night of every room. Refused by `room_night.customer_id` where one is taken. A night is allotted while the
 * channel has a room of its type left to sell.
 */
export const holdNights = ({ customer }: Scope, reservationId: SQL<number>) =>
  build.run(sql`
    INSERT INTO room_night (customer_id, room_id, night, reservation_id, stay_no, allotted)
    WITH RECURSIVE stay_night (room_id, night, stay_departure, reservation_id, stay_no) AS (
      SELECT room_id, stay_arrival, stay_departure, reservation_id, stay_no FROM room_stay
        WHERE customer_id = ${customer} AND reservation_id = ${reservationId}
      UNION ALL
      SELECT room_id, date(night, '+1 day'), stay_departure, reservation_id, stay_no FROM stay_night
        WHERE date(night, '+1 day') < stay_departure
    )
    SELECT ${customer}, stay_night.room_id, night, reservation_id, stay_no,
      coalesce(row_number() OVER (PARTITION BY room.room_type_id, night ORDER BY stay_no) <= (
        SELECT max(d.rooms_to_sell) FROM channel_room c
        JOIN room_day d ON d.customer_id = c.customer_id AND d.hotel_id = c.hotel_id
          AND d.channel_room_id = c.channel_room_id AND d.day = night
        WHERE c.customer_id = ${customer} AND c.room_type_id = room.room_type_id), 0)
    FROM stay_night CROSS JOIN room ON room.customer_id = ${customer} AND room.room_id = stay_night.room_id`)

/** Takes the allotted nights off what the channel may sell, or gives them back. */
const moveAllotment = ({ customer }: Scope, reservationId: SQL<number>, sign: '-' | '+') =>
  build.run(sql`
    UPDATE room_day SET rooms_to_sell = max(rooms_to_sell ${sql.raw(sign)} moved.rooms, 0)
    FROM (
      SELECT c.customer_id, c.hotel_id, c.channel_room_id, n.night, count(*) AS rooms
      FROM room_night n
      JOIN room ON room.customer_id = n.customer_id AND room.room_id = n.room_id
      JOIN channel_room c ON c.customer_id = room.customer_id AND c.room_type_id = room.room_type_id
      WHERE n.customer_id = ${customer} AND n.reservation_id = ${reservationId} AND n.allotted = 1
      GROUP BY c.customer_id, c.hotel_id, c.channel_room_id, n.night
    ) AS moved
    WHERE room_day.customer_id = moved.customer_id AND room_day.hotel_id = moved.hotel_id
      AND room_day.channel_room_id = moved.channel_room_id AND room_day.day = moved.night`)

/** After the nights are held. */
export const takeAllotment = (scope: Scope, reservationId: SQL<number>) => moveAllotment(scope, reservationId, '-')

/** Before the nights are given up. */
export const releaseAllotment = (scope: Scope, reservationId: SQL<number>) => moveAllotment(scope, reservationId, '+')

/** Refused by `room_night.allotted` where the channel had no room left to sell. */
export const requireAllotment = ({ customer }: Scope, reservationId: SQL<number>) =>
  build.run(sql`
    UPDATE room_night SET allotted = NULL
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND allotted = 0`)

/** Takes a place for every participant. Refused by `slot_within_capacity` where there are too few. */
export const takeSlots = ({ customer }: Scope, reservationId: SQL<number>) =>
  build.run(sql`
    INSERT INTO activity_slot (customer_id, activity_id, slot_date, slot_time, slot_capacity, booked)
    SELECT b.customer_id, b.activity_id, b.activity_date, b.start_time, a.capacity, sum(b.participants)
    FROM activity_booking b JOIN activity a ON a.customer_id = b.customer_id AND a.activity_id = b.activity_id
    WHERE b.customer_id = ${customer} AND b.reservation_id = ${reservationId}
    GROUP BY b.activity_id, b.activity_date, b.start_time
    ON CONFLICT (customer_id, activity_id, slot_date, slot_time) DO UPDATE SET booked = booked + excluded.booked`)

/** Gives the places back. A capacity that was lowered under what was booked follows as far as it now can. */
export const releaseSlots = ({ customer }: Scope, reservationId: SQL<number>) =>
  build.run(sql`
    UPDATE activity_slot SET booked = booked - own.places, slot_capacity = max(own.capacity, booked - own.places)
    FROM (
      SELECT b.customer_id, b.activity_id, b.activity_date, b.start_time, a.capacity, sum(b.participants) AS places
      FROM activity_booking b JOIN activity a ON a.customer_id = b.customer_id AND a.activity_id = b.activity_id
      WHERE b.customer_id = ${customer} AND b.reservation_id = ${reservationId}
      GROUP BY b.customer_id, b.activity_id, b.activity_date, b.start_time
    ) AS own
    WHERE activity_slot.customer_id = own.customer_id AND activity_slot.activity_id = own.activity_id
      AND activity_slot.slot_date = own.activity_date AND activity_slot.slot_time = own.start_time`)
