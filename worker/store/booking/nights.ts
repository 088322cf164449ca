import { type Placeholder, sql } from 'drizzle-orm'
import { nightsBetween } from '../../../schema/stay-dates'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Owner } from '../../db/scope'
import { changedNights, type Nights } from '../../domain/booking/changed-nights'
import {
  type HolderValues,
  holdsNight,
  MOVED,
  type NightHolder,
  type NightsValues,
  nightsIn,
  releaseAllotment,
  roomsLeft,
  takeAllotment,
} from '../channel/allotment'
import { idOf } from '../counter/written'

/*
 * The nights of rooms that a reservation or a closure holds. Their primary key refuses a double booking.
 *
 * The order of joins matters: an UPDATE takes the customer from the joined rows, not from a bound value, and CROSS JOIN
 * keeps the order. Otherwise SQLite would read all days or rooms of the customer.
 */

/**
 * Changes the nights that a reservation or a closure holds from those of the stays `before` to those of the stays `after`. Only
 * nights that end, begin or move to another room are written. Those that end or begin change the allotment. The version of the
 * reservation, or the last day of the closure, refuses the batch if `before` is not what is stored.
 */
export function moveNights(holder: NightHolder, before: readonly Nights[], after: readonly Nights[]): Statement[] {
  const { ended, begun, renumbered, movable } = changedNights(before, after)
  const mayMove = movable.length > 0
  const days = daysOfLongest(begun)
  return [
    ...(mayMove
      ? [moveToRooms({ ...holderValues(holder), days, ended: jsonOf(ended), movable: jsonOf(movable) })]
      : []),
    ...forNights(holder, ended, [releaseAllotment, deleteNights]),
    ...forNights(holder, begun, [values => insertNights({ ...values, days }), takeAllotment]),
    ...forNights(holder, mayMove ? [...renumbered, ...begun] : renumbered, [renumberNights]),
  ]
}

/** Statements about nights; none if there are no nights. */
const forNights = (
  holder: NightHolder,
  nights: readonly Nights[],
  statements: readonly ((values: NightsValues) => Statement)[],
): Statement[] =>
  nights.length ? statements.map(statement => statement({ ...holderValues(holder), nights: jsonOf(nights) })) : []

const holderValues = ({ scope: { customer }, reservationId, closureId }: NightHolder): HolderValues => ({
  customer,
  reservationId,
  closureId,
})

const jsonOf = (nights: readonly Nights[]) => JSON.stringify(nights, FIELDS)

/** Not the rate lines and notes of a stay. */
const FIELDS = ['stayNo', 'roomId', 'stayArrival', 'stayDeparture', 'channelRoomId'] satisfies (keyof Nights)[]

const deleteNights = prepareStatement((values: Placeholders<NightsValues>) =>
  build.run(sql`
    DELETE FROM room_night WHERE (customer_id, room_id, night) IN (
      SELECT n.customer_id, n.room_id, n.night ${nightsIn(values, values.nights)})`),
)

/** The numbers of the days of the longest range, from 0 on, as JSON. */
const daysOfLongest = (ranges: readonly Nights[]) => {
  const lengths = ranges.map(({ stayArrival, stayDeparture }) => nightsBetween(stayArrival, stayDeparture))
  return JSON.stringify([...Array(Math.max(0, ...lengths)).keys()])
}

/** The table `stay_night`: the nights of a list of `Nights`, one by one. */
const stayNights = (
  { customer }: Owner,
  nights: Placeholder,
  days: Placeholder,
) => sql`stay_night (room_type_id, room_id, is_active, sold_as, night, stay_no) AS (
      SELECT room.room_type_id, room.room_id, room.is_active, begun.value ->> 'channelRoomId',
          date(begun.value ->> 'stayArrival', day.value || ' days') AS night, begun.value ->> 'stayNo'
        FROM json_each(${nights}) AS begun
        CROSS JOIN room ON room.customer_id = ${customer} AND room.room_id = begun.value ->> 'roomId'
        CROSS JOIN json_each(${days}) AS day
        WHERE night < begun.value ->> 'stayDeparture'
    )`

/**
 * Moves nights that end to rooms of the same type in which they begin: they count against the allotment as before. Where several
 * can move, they do so in the order of their stays, the one that the channel sold first. None moves to a room that is not in use.
 */
const moveToRooms = prepareStatement(
  ({
    ended,
    movable,
    days,
    ...written
  }: Placeholders<HolderValues & { ended: string; movable: string; days: string }>) => {
    const place = sql`row_number() OVER (PARTITION BY room_type_id, night ORDER BY sold_as IS NULL, stay_no) AS place`
    return build.run(sql`
    UPDATE room_night SET room_id = moved.next_room_id, stay_no = ${sql.raw(String(MOVED))}
    FROM (
      WITH ${stayNights(written, movable, days)},
      ending (room_type_id, room_id, sold_as, night, stay_no) AS (
        SELECT room.room_type_id, n.room_id, held.value ->> 'channelRoomId', n.night, n.stay_no
        ${nightsIn(written, ended)}
        CROSS JOIN room ON room.customer_id = n.customer_id AND room.room_id = n.room_id
      )
      SELECT ${written.customer} AS customer_id, max(room_id) AS room_id, night, max(next_room_id) AS next_room_id FROM (
        SELECT room_type_id, night, ${place}, room_id, sold_as, NULL AS next_room_id, NULL AS next_sold_as FROM ending
        UNION ALL
        SELECT room_type_id, night, ${place}, NULL, NULL, room_id, sold_as FROM stay_night WHERE is_active
      ) AS placed
      GROUP BY room_type_id, night, place
      HAVING max(room_id) IS NOT NULL AND max(next_room_id) IS NOT NULL
        AND (max(next_sold_as) IS NULL OR max(next_sold_as) = max(sold_as))
    ) AS moved
    WHERE room_night.customer_id = moved.customer_id AND room_night.room_id = moved.room_id
      AND room_night.night = moved.night`)
  },
)

/** Gives nights that stay or moved the number of their stay after the change. */
const renumberNights = prepareStatement((values: Placeholders<NightsValues>) =>
  build.run(sql`
    UPDATE room_night SET stay_no = kept.stay_no
    FROM (SELECT n.customer_id, n.room_id, n.night, held.value ->> 'stayNo' AS stay_no ${nightsIn(values, values.nights)}) AS kept
    WHERE room_night.customer_id = kept.customer_id AND room_night.room_id = kept.room_id
      AND room_night.night = kept.night AND room_night.stay_no <> kept.stay_no`),
)

/**
 * Takes the nights that the holder does not have yet, after others have moved. Refused by `room_night.customer_id` if one is
 * taken, or of a room that is not in use: its customer is NULL. Each night stores the channel's room whose allotment it counts
 * against, NULL if none is left: rows of `wanted` and `rooms_left` are matched by `place`.
 */
const insertNights = prepareStatement(({ nights, days, ...holder }: Placeholders<NightsValues & { days: string }>) => {
  const { customer, closureId } = holder
  return build.run(sql`
    INSERT INTO room_night (customer_id, room_id, night, reservation_id, closure_id, stay_no, allot_room_id)
    WITH ${stayNights(holder, nights, days)},
    wanted (room_type_id, room_id, is_active, sold_as, night, stay_no, place) AS (
      SELECT room_type_id, room_id, is_active, sold_as, night, stay_no,
        row_number() OVER (PARTITION BY room_type_id, night ORDER BY sold_as IS NULL, stay_no) AS place
      FROM stay_night
      WHERE NOT EXISTS (
        SELECT 1 FROM room_night AS n WHERE n.customer_id = ${customer} AND n.room_id = stay_night.room_id
          AND n.night = stay_night.night AND ${holdsNight(holder)})
    ),
    rooms_left (room_type_id, night, channel_room_id, place) AS (${roomsLeft(holder)})
    SELECT iif(max(is_active), ${customer}, NULL), max(room_id), night,
      ${closureId ? sql`NULL` : idOf(holder)}, ${closureId ?? sql`NULL`}, max(stay_no), max(channel_room_id)
    FROM (
      SELECT room_type_id, night, place, room_id, is_active, stay_no, NULL AS channel_room_id FROM wanted
      UNION ALL
      SELECT room_type_id, night, place, NULL, NULL, NULL, channel_room_id FROM rooms_left
    ) AS placed
    GROUP BY room_type_id, night, place HAVING max(room_id) IS NOT NULL`)
})
