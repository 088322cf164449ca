import { type SQL, sql } from 'drizzle-orm'
import { STATUS } from '../../../schema/wire/reservation-status'
import { DATABASE_NOW } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { FetchEvent } from '../../domain/booking/state'
import { lastNumber } from '../counter/last-number'
import { idOf, valuesOf, type WrittenReservation, type WrittenValues } from '../counter/written'

/**
 * Adds a message for each room stay to the fetch queue. A message shows the stay as it is at this point of the batch:
 * this statement goes before those that delete a stay, and after those that insert one.
 */
export function insertMessages(
  written: WrittenReservation,
  events: readonly { stayNo: number; event: FetchEvent }[],
): Statement[] {
  return events.length ? [insertPlanned({ ...valuesOf(written), events: JSON.stringify(events) })] : []
}

const insertPlanned = prepareStatement(({ events, ...written }: Placeholders<WrittenValues & { events: string }>) =>
  insertEvents(written, sql`${events}`),
)

/** Adds a Modified message for every room stay of a reservation, if it holds its rooms at this point of the batch. */
export const insertModifiedMessages = (written: WrittenReservation): Statement => insertModified(valuesOf(written))

const insertModified = prepareStatement((written: Placeholders<WrittenValues>) =>
  insertEvents(
    written,
    sql`(
      SELECT json_group_array(json_object('stayNo', held.stay_no, 'event', 'Modified') ORDER BY held.stay_no)
      FROM reservation AS holder
      JOIN room_stay AS held ON held.customer_id = holder.customer_id AND held.reservation_id = holder.reservation_id
      WHERE holder.customer_id = ${written.customer} AND holder.reservation_id = ${idOf(written)}
        AND holder.status_id BETWEEN ${STATUS.Tentative} AND ${STATUS.InHouse})`,
  ),
)

/** `events` is JSON: a list of stay numbers, each with its event. */
const insertEvents = (written: Placeholders<WrittenValues>, events: SQL) =>
  build.run(sql`
    INSERT INTO fetch_message (
      customer_id, message_id, reservation_id, status_type, hotel_id, hotel_key,
      guest_id, first_name, last_name, email, phone, country, reservation_number, type_id, booked_at,
      stay_arrival, stay_departure, room_id, room_name, room_no, floor_no, location_name, created_at, updated_at)
    SELECT
      r.customer_id,
      ${lastNumber(written, 'message')} + sent.key + 1,
      r.reservation_id, sent.value ->> 'event', property.hotel_id, property.fetch_hotel_key,
      g.guest_id, g.first_name, g.last_name, g.email, g.phone, g.country, r.reservation_number, r.type_id, r.created_at,
      s.stay_arrival, s.stay_departure, s.room_id, room.room_name, room.room_no, room.floor_no,
      coalesce(location.location_name, ''), ${DATABASE_NOW}, ${DATABASE_NOW}
    FROM json_each(${events}) AS sent
    JOIN reservation r ON r.customer_id = ${written.customer} AND r.reservation_id = ${idOf(written)}
    JOIN guest g ON g.customer_id = r.customer_id AND g.guest_id = r.guest_id
    JOIN room_stay s ON s.customer_id = r.customer_id AND s.reservation_id = r.reservation_id
      AND s.stay_no = sent.value ->> 'stayNo'
    JOIN room ON room.customer_id = s.customer_id AND room.room_id = s.room_id
    JOIN room_type t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
    JOIN property ON property.customer_id = t.customer_id AND property.hotel_id = t.hotel_id
    LEFT JOIN location ON location.customer_id = room.customer_id AND location.location_id = room.location_id`)
