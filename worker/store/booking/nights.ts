import { type SQL, sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Owner } from '../../db/scope'
import { changedNights, type Nights } from '../../domain/booking/changed-nights'
import { type NightsValues, nightsIn, releaseAllotment, roomLeft, roomsLeft, takeAllotment } from '../channel/allotment'
import { idOf, valuesOf, type WrittenReservation } from '../reservation/written'

/*
 * The nights of rooms that a reservation holds. Their primary key refuses a double booking.
 *
 * The order of joins matters: an UPDATE takes the customer from the joined rows, not from a bound value, and CROSS JOIN
 * keeps the order. Otherwise SQLite would read all days or rooms of the customer.
 */

/**
 * Changes the nights that a reservation holds from those of the stays `before` to those of the stays `after`. Only nights that
 * end or begin are written, and change the allotment. The version of the reservation refuses the batch if `before` is not what is
 * stored.
 */
export function moveNights(
  written: WrittenReservation,
  before: readonly Nights[],
  after: readonly Nights[],
): Statement[] {
  const { ended, begun, renumbered } = changedNights(before, after)
  const isOneRange = begun.length === 1
  return [
    ...forNights(written, ended, [releaseAllotment, deleteNights]),
    ...forNights(written, renumbered, [renumberNights]),
    ...forNights(written, begun, [isOneRange ? insertOneRange : insertRanges, takeAllotment]),
  ]
}

/** Statements about nights; none if there are no nights. */
const forNights = (
  written: WrittenReservation,
  nights: readonly Nights[],
  statements: readonly ((values: NightsValues) => Statement)[],
): Statement[] =>
  nights.length
    ? statements.map(statement => statement({ ...valuesOf(written), nights: JSON.stringify(nights, FIELDS) }))
    : []

/** Not the rate lines and notes of a stay. */
const FIELDS = ['stayNo', 'roomId', 'stayArrival', 'stayDeparture', 'channelRoomId'] satisfies (keyof Nights)[]

const deleteNights = prepareStatement((values: Placeholders<NightsValues>) =>
  build.run(sql`
    DELETE FROM room_night WHERE (customer_id, room_id, night) IN (
      SELECT n.customer_id, n.room_id, n.night ${nightsIn(values, values.nights)})`),
)

/** Gives nights that stay the number of their stay after the change. */
const renumberNights = prepareStatement((values: Placeholders<NightsValues>) =>
  build.run(sql`
    UPDATE room_night SET stay_no = kept.stay_no
    FROM (SELECT n.customer_id, n.room_id, n.night, held.value ->> 'stayNo' AS stay_no ${nightsIn(values, values.nights)}) AS kept
    WHERE room_night.customer_id = kept.customer_id AND room_night.room_id = kept.room_id
      AND room_night.night = kept.night AND room_night.stay_no <> kept.stay_no`),
)

/**
 * Takes nights. Refused by `room_night.customer_id` if one is taken. Each night stores the channel's room whose allotment it
 * counts against, NULL if none is left.
 */
const insertNights = (nights: (owner: Owner, reservationId: SQL) => SQL) =>
  prepareStatement(({ nights: begun, ...written }: Placeholders<NightsValues>) =>
    build.run(sql`
    INSERT INTO room_night (customer_id, room_id, night, reservation_id, stay_no, allot_room_id)
    WITH RECURSIVE stay_night (room_type_id, room_id, sold_as, night, stay_departure, stay_no) AS (
      SELECT room.room_type_id, room.room_id, begun.value ->> 'channelRoomId', begun.value ->> 'stayArrival',
          begun.value ->> 'stayDeparture', begun.value ->> 'stayNo'
        FROM json_each(${begun}) AS begun
        CROSS JOIN room ON room.customer_id = ${written.customer} AND room.room_id = begun.value ->> 'roomId'
      UNION ALL
      SELECT room_type_id, room_id, sold_as, date(night, '+1 day'), stay_departure, stay_no
        FROM stay_night WHERE date(night, '+1 day') < stay_departure
    )
    ${nights(written, idOf(written))}`),
  )

/** Nights of one range share no allotment and need no places. Most bookings have one, and it reads a third of the rows. */
const insertOneRange = insertNights(
  (owner, reservationId) => sql`
  SELECT ${owner.customer}, room_id, night, ${reservationId}, stay_no, (${roomLeft(owner)}) FROM stay_night`,
)

/** Rows of `wanted` and `rooms_left` are matched by `place`. */
const insertRanges = insertNights(
  (owner, reservationId) => sql`,
  wanted (room_type_id, room_id, sold_as, night, stay_no, place) AS (
    SELECT room_type_id, room_id, sold_as, night, stay_no,
      row_number() OVER (PARTITION BY room_type_id, night ORDER BY sold_as IS NULL, stay_no) AS place
    FROM stay_night
  ),
  rooms_left (room_type_id, night, channel_room_id, place) AS (${roomsLeft(owner)})
  SELECT ${owner.customer}, max(room_id), night, ${reservationId}, max(stay_no), max(channel_room_id) FROM (
    SELECT room_type_id, night, place, room_id, stay_no, NULL AS channel_room_id FROM wanted
    UNION ALL
    SELECT room_type_id, night, place, NULL, NULL, channel_room_id FROM rooms_left
  ) AS placed
  GROUP BY room_type_id, night, place HAVING max(room_id) IS NOT NULL`,
)
