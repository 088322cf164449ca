import { cents, HAS_ENDPOINTS, NOW, next, type Program, query, SERVED, type WriteRequest } from './program.ts'
import {
  deleteStays,
  insertIdentity,
  insertMessages,
  insertReservation,
  insertStay,
  RESERVATION,
  reportCreation,
  reservationEvent,
  type Stay,
} from './reservation.ts'

/** PostBooking, new: everything in one batch. Keys and CHECKs refuse what Innlet looks up before. */
export function* createBooking(request: WriteRequest): Program {
  const { customer, body } = request
  const [room] = body.roomsBooked
  const [rate] = room.rates
  const [activity] = body.activitiesBooked
  const [price] = activity.rates
  const stay: Stay = {
    identity: body.identity,
    arrival: body.arrivalDate,
    departure: body.departureDate,
    roomId: room.roomID,
    guests: room.guestsInRoom,
    channelRoom: null,
    rate: { rateId: rate.rateID, unitCost: rate.unitCost, nights: rate.nights },
  }
  const [, created] = yield [
    ...insertReservation(request, stay, 'EUR'),
    insertIdentity(request, stay.identity),
    ...insertStay(customer, stay),
    query(
      `INSERT INTO activity_booking (customer_id, reservation_id, activity_no, activity_id, activity_date, start_time, end_time,
         participants, hosts, locations, resources, activity_notes)
       VALUES (?1, ${RESERVATION}, 1, ?3, ?4, ?5, '', ?6, '[]', '[]', '[]', '[]')`,
      customer,
      stay.identity,
      activity.activityID,
      activity.activityDate,
      activity.activityStartTime,
      activity.participants,
    ),
    query(
      `INSERT INTO activity_rate (customer_id, reservation_id, activity_no, line_no, unit_cost, quantity, nights, is_tax_override,
         tax_amount) VALUES (?1, ${RESERVATION}, 1, 1, ?3, 1, 1, 0, 0)`,
      customer,
      stay.identity,
      cents(price.unitCost),
    ),
    query(
      `INSERT INTO activity_slot (customer_id, activity_id, slot_date, slot_time, slot_capacity, booked)
       SELECT ?1, activity_id, ?3, ?4, capacity, ?5 FROM activity WHERE customer_id = ?1 AND activity_id = ?2
       ON CONFLICT DO UPDATE SET booked = booked + excluded.booked, slot_capacity = CASE
         WHEN booked + excluded.booked <= slot_capacity THEN max(excluded.slot_capacity, booked + excluded.booked)
         ELSE slot_capacity END`,
      customer,
      activity.activityID,
      activity.activityDate,
      activity.activityStartTime,
      activity.participants,
    ),
    ...reportCreation(request, stay),
  ]
  return { reservationId: created?.[0].id }
}

const TYPE_OF_ROOM = `room CROSS JOIN room_type AS t
  WHERE room.customer_id = ?1 AND room.room_id = ?4 AND t.customer_id = ?1 AND t.room_type_id = room.room_type_id`

/**
 * PostBooking, modify: another room for the same nights, in one batch. A version that becomes NULL is refused: of a reservation
 * that is final or has other nights, or of a room that is too small.
 */
export function* changeRoom(request: WriteRequest): Program {
  const { customer, body, hash, newId } = request
  const [room] = body.roomsBooked
  const [rate] = room.rates
  const stay: Stay = {
    identity: body.identity,
    arrival: body.arrivalDate,
    departure: body.departureDate,
    roomId: room.roomID,
    guests: room.guestsInRoom,
    channelRoom: null,
    rate: { rateId: rate.rateID, unitCost: rate.unitCost, nights: rate.nights },
  }
  const [changed] = yield [
    query(
      `UPDATE reservation SET version = CASE
           WHEN status_id IN (2, 3, 4) AND arrival_date = ?6 AND departure_date = ?7
             AND (SELECT t.max_occupancy >= ?5 FROM ${TYPE_OF_ROOM}) AND ${SERVED} THEN version + 1 END,
         last_change_hash = ?3, change_seq = ${next('change_seq', 'reservation')},
         updated_at = max(${NOW}, coalesce(
           (SELECT updated_at FROM reservation WHERE customer_id = ?1 ORDER BY change_seq DESC LIMIT 1), 0)),
         hotel_id = (SELECT t.hotel_id FROM ${TYPE_OF_ROOM})
       WHERE customer_id = ?1 AND identity = ?2
       RETURNING reservation_id AS id, ${HAS_ENDPOINTS}`,
      customer,
      stay.identity,
      hash,
      stay.roomId,
      stay.guests,
      stay.arrival,
      stay.departure,
    ),
    insertIdentity(request, stay.identity, `\u001f${hash}`),
    query(
      insertMessages(
        `SELECT 'Cancelled' AS status_type, room_id, stay_arrival, stay_departure FROM room_stay
         WHERE customer_id = ?1 AND reservation_id = ${RESERVATION} AND (room_id, stay_arrival, stay_departure) IS NOT (?3, ?4, ?5)
         UNION ALL SELECT iif(EXISTS (
           SELECT 1 FROM room_stay WHERE customer_id = ?1 AND reservation_id = ${RESERVATION} AND room_id = ?3
             AND stay_arrival = ?4 AND stay_departure = ?5), 'Modified', 'New'), ?3, ?4, ?5`,
      ),
      customer,
      stay.identity,
      stay.roomId,
      stay.arrival,
      stay.departure,
    ),
    ...deleteStays(customer, stay.identity),
    ...insertStay(customer, stay),
    query(reservationEvent('reservation.modified', `, 'changed', json('["rooms"]')`), customer, newId(), stay.identity),
  ]
  return { reservationId: changed?.[0].id }
}
