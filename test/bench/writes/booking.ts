import { cents, HAS_ENDPOINTS, next, oneLine, type Program, query, SERVED, type WriteRequest } from './program.ts'
import {
  CHANGED_AT,
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

const INSERT_ACTIVITY =
  oneLine(`INSERT INTO activity_booking (customer_id, reservation_id, activity_no, activity_id, activity_date,
    start_time, end_time, participants, hosts, locations, resources, activity_notes)
  VALUES (?1, ${RESERVATION}, 1, ?3, ?4, ?5, '', ?6, '[]', '[]', '[]', '[]')`)

const INSERT_ACTIVITY_RATE =
  oneLine(`INSERT INTO activity_rate (customer_id, reservation_id, activity_no, line_no, unit_cost,
    quantity, nights, is_tax_override, tax_amount)
  VALUES (?1, ${RESERVATION}, 1, 1, ?3, 1, 1, 0, 0)`)

const TAKE_SLOT =
  oneLine(`INSERT INTO activity_slot (customer_id, activity_id, slot_date, slot_time, slot_capacity, booked)
  SELECT ?1, activity_id, ?3, ?4, capacity, ?5 FROM activity WHERE customer_id = ?1 AND activity_id = ?2
  ON CONFLICT DO UPDATE SET booked = booked + excluded.booked, slot_capacity = CASE
    WHEN booked + excluded.booked <= slot_capacity THEN max(excluded.slot_capacity, booked + excluded.booked)
    ELSE slot_capacity END`)

/** PostBooking, new: everything in one batch. Keys and CHECKs refuse what Innlet looks up before. */
export function* createBooking(request: WriteRequest): Program {
  const { customer, body } = request
  const [activity] = body.activitiesBooked
  const [price] = activity.rates
  const { activityID, activityDate, activityStartTime, participants } = activity
  const stay = stayOf(request)
  const [, created] = yield [
    ...insertReservation(request, stay, 'EUR'),
    insertIdentity(request, stay.identity),
    ...insertStay(customer, stay),
    query(INSERT_ACTIVITY, customer, stay.identity, activityID, activityDate, activityStartTime, participants),
    query(INSERT_ACTIVITY_RATE, customer, stay.identity, cents(price.unitCost)),
    query(TAKE_SLOT, customer, activityID, activityDate, activityStartTime, participants),
    ...reportCreation(request, stay),
  ]
  return { reservationId: created?.[0].id }
}

const TYPE_OF_ROOM = `room CROSS JOIN room_type AS t
  WHERE room.customer_id = ?1 AND room.room_id = ?4 AND t.customer_id = ?1 AND t.room_type_id = room.room_type_id`

/** A version that becomes NULL is refused: of a reservation that is final or has other nights, or of a room that is too small. */
const UPDATE_RESERVATION = oneLine(`UPDATE reservation SET version = CASE
    WHEN status_id IN (2, 3, 4) AND arrival_date = ?6 AND departure_date = ?7
      AND (SELECT t.max_occupancy >= ?5 FROM ${TYPE_OF_ROOM}) AND ${SERVED} THEN version + 1 END,
    last_change_hash = ?3, change_seq = ${next('change_seq', 'reservation')}, updated_at = ${CHANGED_AT},
    hotel_id = (SELECT t.hotel_id FROM ${TYPE_OF_ROOM})
  WHERE customer_id = ?1 AND identity = ?2
  RETURNING reservation_id AS id, ${HAS_ENDPOINTS}`)

/** The stays of a reservation, before they change: whether each is the one of the request. */
const STAYS = `SELECT *, (room_id, stay_arrival, stay_departure) IS (?3, ?4, ?5) AS is_kept FROM room_stay
  WHERE customer_id = ?1 AND reservation_id = ${RESERVATION}`

/** Messages of the stays that end come before that of the one that remains or is new. */
const INSERT_MESSAGES = insertMessages(`
  SELECT row_number() OVER () - 1 AS no, 'Cancelled' AS status_type, room_id, stay_arrival, stay_departure FROM (${STAYS})
  WHERE NOT is_kept
  UNION ALL
  SELECT count(*) FILTER (WHERE NOT is_kept), iif(max(is_kept), 'Modified', 'New'), ?3, ?4, ?5 FROM (${STAYS})`)

const INSERT_MODIFIED = reservationEvent('reservation.modified', `, 'changed', json('["rooms"]')`)

/** PostBooking, modify: another room for the same nights, in one batch. */
export function* changeRoom(request: WriteRequest): Program {
  const { customer, by, hash, newId } = request
  const stay = stayOf(request)
  const { identity, roomId, arrival, departure } = stay
  const [changed] = yield [
    query(UPDATE_RESERVATION, customer, identity, hash, roomId, stay.guests, arrival, departure),
    query(INSERT_MESSAGES, customer, identity, roomId, arrival, departure),
    ...deleteStays(customer, identity),
    ...insertStay(customer, stay),
    query(INSERT_MODIFIED, customer, newId(), by, identity),
  ]
  return { reservationId: changed?.[0].id }
}

/** The stay of a request for one room. */
function stayOf({ body }: WriteRequest): Stay {
  const [room] = body.roomsBooked
  const [rate] = room.rates
  return {
    identity: body.identity,
    arrival: body.arrivalDate,
    departure: body.departureDate,
    roomId: room.roomID,
    guests: room.guestsInRoom,
    channelRoom: null,
    rate: { rateId: rate.rateID, unitCost: rate.unitCost, nights: rate.nights },
  }
}
