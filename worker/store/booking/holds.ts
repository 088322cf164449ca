import { type SQL, sql } from 'drizzle-orm'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Owner } from '../../db/scope'
import type { PlannedActivity } from '../../domain/booking/state'
import { nightsOf, roomLeft, roomsLeft } from '../channel/allotment'
import { idOf, valuesOf, type WrittenReservation, type WrittenValues } from '../reservation/written'

/*
 * What a reservation holds: the nights of its rooms and its places in activities. Both are derived from its stored rows. The
 * primary key of the nights and the CHECK of the slots refuse a double booking.
 *
 * The order of joins matters: an UPDATE takes the customer from the joined rows, not from a bound value, and CROSS JOIN
 * keeps the order. Otherwise SQLite would read all days, slots or rooms of the customer.
 */

/**
 * Takes every night of every room. Refused by `room_night.customer_id` if one is taken. Each night stores the channel's room
 * whose allotment it counts against, NULL if none is left. `isOneStay`: the reservation has one stay, so that its nights share
 * no allotment and need no places. Most bookings have one, and it reads a third of the rows.
 */
export const holdNights = (written: WrittenReservation, isOneStay: boolean) =>
  (isOneStay ? holdOneStay : holdStays)(valuesOf(written))

const insertNights = (nights: (owner: Owner) => SQL) =>
  prepareStatement((written: Placeholders<WrittenValues>) =>
    build.run(sql`
    INSERT INTO room_night (customer_id, room_id, night, reservation_id, stay_no, allot_room_id)
    WITH RECURSIVE stay_night (room_type_id, room_id, sold_as, night, stay_departure, reservation_id, stay_no) AS (
      SELECT room.room_type_id, s.room_id, s.channel_room_id, s.stay_arrival, s.stay_departure, s.reservation_id, s.stay_no
        FROM room_stay AS s CROSS JOIN room ON room.customer_id = s.customer_id AND room.room_id = s.room_id
        WHERE s.customer_id = ${written.customer} AND s.reservation_id = ${idOf(written)}
      UNION ALL
      SELECT room_type_id, room_id, sold_as, date(night, '+1 day'), stay_departure, reservation_id, stay_no
        FROM stay_night WHERE date(night, '+1 day') < stay_departure
    )
    ${nights(written)}`),
  )

const holdOneStay = insertNights(
  owner => sql`
  SELECT ${owner.customer}, room_id, night, reservation_id, stay_no, (${roomLeft(owner)}) FROM stay_night`,
)

/** Rows of `wanted` and `rooms_left` are matched by `place`. */
const holdStays = insertNights(
  owner => sql`,
  wanted (room_type_id, room_id, sold_as, night, reservation_id, stay_no, place) AS (
    SELECT room_type_id, room_id, sold_as, night, reservation_id, stay_no,
      row_number() OVER (PARTITION BY room_type_id, night ORDER BY sold_as IS NULL, stay_no) AS place
    FROM stay_night
  ),
  rooms_left (room_type_id, night, channel_room_id, place) AS (${roomsLeft(owner)})
  SELECT ${owner.customer}, max(room_id), night, max(reservation_id), max(stay_no), max(channel_room_id) FROM (
    SELECT room_type_id, night, place, room_id, reservation_id, stay_no, NULL AS channel_room_id FROM wanted
    UNION ALL
    SELECT room_type_id, night, place, NULL, NULL, NULL, channel_room_id FROM rooms_left
  ) AS placed
  GROUP BY room_type_id, night, place HAVING max(room_id) IS NOT NULL`,
)

/** Releases the nights of a reservation. Runs before its stays are deleted, because they tell which nights they are. */
export const releaseNights = (written: WrittenReservation) => deleteNights(valuesOf(written))

const deleteNights = prepareStatement((written: Placeholders<WrittenValues>) =>
  build.run(sql`
    DELETE FROM room_night WHERE (customer_id, room_id, night) IN (
      SELECT n.customer_id, n.room_id, n.night ${nightsOf(written)})`),
)

/**
 * Takes a place for every participant. Refused by `slot_within_capacity` if there are too few. If the capacity of the
 * activity was lowered below the booked places, the slot keeps as much capacity as is booked. The SELECT computes the final
 * row, because SQLite evaluates the CHECK on the inserted row before it detects the conflict.
 */
export const takeSlots = (written: WrittenReservation) => insertSlots(valuesOf(written))

const insertSlots = prepareStatement((written: Placeholders<WrittenValues>) =>
  build.run(sql`
    INSERT INTO activity_slot (customer_id, activity_id, slot_date, slot_time, slot_capacity, booked)
    SELECT b.customer_id, b.activity_id, b.activity_date, b.start_time,
      CASE WHEN slot.booked IS NULL THEN a.capacity
        WHEN slot.booked + sum(b.participants) <= slot.slot_capacity THEN max(a.capacity, slot.booked + sum(b.participants))
        ELSE slot.slot_capacity END,
      coalesce(slot.booked, 0) + sum(b.participants)
    FROM activity_booking b
    JOIN activity a ON a.customer_id = b.customer_id AND a.activity_id = b.activity_id
    LEFT JOIN activity_slot AS slot ON slot.customer_id = b.customer_id AND slot.activity_id = b.activity_id
      AND slot.slot_date = b.activity_date AND slot.slot_time = b.start_time
    WHERE b.customer_id = ${written.customer} AND b.reservation_id = ${idOf(written)}
    GROUP BY b.activity_id, b.activity_date, b.start_time
    ON CONFLICT (customer_id, activity_id, slot_date, slot_time)
    DO UPDATE SET slot_capacity = excluded.slot_capacity, booked = excluded.booked`),
)

/**
 * Releases the places. If the capacity of the activity was lowered below the booked places, the slot's capacity is lowered
 * too, as far as possible. Slots that `takeSlots` takes again in the same batch keep theirs, so that a booking does not lose
 * its place through another change.
 */
export const releaseSlots = (written: WrittenReservation, retaken: readonly PlannedActivity[]) =>
  subtractPlaces({ ...valuesOf(written), retaken: slotsOf(retaken) })

const subtractPlaces = prepareStatement(({ retaken, ...written }: Placeholders<WrittenValues & { retaken: string }>) =>
  build.run(sql`
    UPDATE activity_slot SET booked = booked - own.places, slot_capacity = CASE
      WHEN (activity_slot.activity_id, slot_date, slot_time) IN (
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${retaken})) THEN slot_capacity
      ELSE max(own.capacity, booked - own.places) END
    FROM (
      SELECT b.customer_id, b.activity_id, b.activity_date, b.start_time, a.capacity, sum(b.participants) AS places
      FROM activity_booking b JOIN activity a ON a.customer_id = b.customer_id AND a.activity_id = b.activity_id
      WHERE b.customer_id = ${written.customer} AND b.reservation_id = ${idOf(written)}
      GROUP BY b.customer_id, b.activity_id, b.activity_date, b.start_time
    ) AS own
    WHERE activity_slot.customer_id = own.customer_id AND activity_slot.activity_id = own.activity_id
      AND activity_slot.slot_date = own.activity_date AND activity_slot.slot_time = own.start_time`),
)

const slotsOf = (activities: readonly PlannedActivity[]) =>
  JSON.stringify(activities.map(({ activityId, activityDate, startTime }) => [activityId, activityDate, startTime]))
