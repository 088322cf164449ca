import {
  cents,
  HAS_ENDPOINTS,
  insertEvent,
  NOW,
  next,
  oneLine,
  type Query,
  query,
  SERVED_CUSTOMER,
  type WriteRequest,
} from './program.ts'

/** A stay of a request: one room for all its nights. */
export interface Stay {
  identity: string
  arrival: string
  departure: string
  roomId: number
  guests: number
  /** The channel room that is sold; null: the one with most rooms left, if there is one. */
  channelRoom: string | null
  rate: { rateId: number; unitCost: number; nights: number }
}

/** The reservation of an identity. It is NULL if there is none, which the key of each table refuses. */
export const RESERVATION = '(SELECT reservation_id FROM reservation WHERE customer_id = ?1 AND identity = ?2)'

/** The time of a change: not before that of the previous one. */
export const CHANGED_AT = `max(${NOW}, coalesce(
  (SELECT updated_at FROM reservation WHERE customer_id = ?1 ORDER BY change_seq DESC LIMIT 1), 0))`

const DAY_MS = 86_400_000

/** The nights of a stay as JSON. */
const nightsOf = ({ arrival, departure }: Stay) => {
  const nights: string[] = []
  for (let at = Date.parse(arrival); at < Date.parse(departure); at += DAY_MS)
    nights.push(new Date(at).toISOString().slice(0, 10))
  return JSON.stringify(nights)
}

const INSERT_GUEST = oneLine(`INSERT INTO guest (customer_id, guest_id, first_name, last_name, email)
  VALUES (${SERVED_CUSTOMER}, ${next('guest_id', 'guest')}, ?2, ?3, ?4)`)

const INSERT_RESERVATION =
  oneLine(`INSERT INTO reservation (customer_id, reservation_id, reservation_number, identity, hotel_id,
    status_id, type_id, arrival_date, departure_date, has_dates, guest_id, guest_count, version, change_seq, created_at, updated_at)
  SELECT ?1, id, 10000000 + id, ?2, t.hotel_id, 3, 1, ?4, ?5, 1, (SELECT max(guest_id) FROM guest WHERE customer_id = ?1), ?6, 1,
    ${next('change_seq', 'reservation')}, ${NOW}, ${CHANGED_AT}
  FROM (SELECT ${next('reservation_id', 'reservation')} AS id) CROSS JOIN room CROSS JOIN room_type AS t
  WHERE room.customer_id = ?1 AND room.room_id = ?3 AND t.customer_id = ?1 AND t.room_type_id = room.room_type_id
    AND t.max_occupancy >= ?7 AND EXISTS (SELECT 1 FROM customer WHERE customer_id = ?1 AND currency = ?8)
  RETURNING reservation_id AS id, ${HAS_ENDPOINTS}`)

/** The guest and the reservation. The currency is that of the amounts. */
export function insertReservation({ customer, body }: WriteRequest, stay: Stay, currency: string): Query[] {
  const { firstName, lastName, email } = body.primaryGuestDetails
  return [
    query(INSERT_GUEST, customer, firstName, lastName, email),
    query(
      INSERT_RESERVATION,
      customer,
      stay.identity,
      stay.roomId,
      stay.arrival,
      stay.departure,
      body.guests?.guestCount ?? null,
      stay.guests,
      currency,
    ),
  ]
}

const INSERT_IDENTITY =
  oneLine(`INSERT INTO idempotency (customer_id, identity, body_hash, reservation_id, answer, created_at, is_change)
  VALUES (?1, ?2, ?3, ${RESERVATION}, ?4, ${NOW}, 0)`)

/** Remembers the request that makes a reservation. `answer`: what a repetition returns. */
export const insertIdentity = ({ customer, hash }: WriteRequest, identity: string, answer: string | null = null) =>
  query(INSERT_IDENTITY, customer, identity, hash, answer)

const INSERT_STAY =
  oneLine(`INSERT INTO room_stay (customer_id, reservation_id, stay_no, room_id, stay_arrival, stay_departure,
    guests_in_room, channel_room_id, room_notes)
  VALUES (?1, ${RESERVATION}, 1, ?3, ?4, ?5, ?6, ?7, '[]')`)

const INSERT_RATE =
  oneLine(`INSERT INTO room_rate (customer_id, reservation_id, stay_no, line_no, rate_id, unit_cost, quantity,
    nights, from_date, to_date, is_tax_override, tax_amount)
  VALUES (?1, ${RESERVATION}, 1, 1, ?3, ?4, 1, ?5, ?6, ?7, 0, 0)`)

/** The type of the room and the hotel are read once, not once for each night. */
const INSERT_NIGHTS =
  oneLine(`INSERT INTO room_night (customer_id, room_id, night, reservation_id, stay_no, allot_room_id)
  SELECT ?1, ?3, value, ${RESERVATION}, 1, coalesce(?5, (
    SELECT c.channel_room_id FROM channel_room AS c CROSS JOIN room_day AS d
    WHERE c.customer_id = ?1 AND c.room_type_id = (SELECT room_type_id FROM room WHERE customer_id = ?1 AND room_id = ?3)
      AND c.hotel_id = (SELECT hotel_id FROM reservation WHERE customer_id = ?1 AND identity = ?2)
      AND d.customer_id = ?1 AND d.hotel_id = c.hotel_id AND d.channel_room_id = c.channel_room_id AND d.day = value
      AND d.rooms_to_sell > 0
    ORDER BY d.rooms_to_sell DESC, c.channel_room_id LIMIT 1)) FROM json_each(?4)`)

/** A list finds the days by their whole key. With UPDATE FROM, SQLite would compare all days of the customer. */
const TAKE_ALLOTMENT = oneLine(`UPDATE room_day SET rooms_to_sell = rooms_to_sell - 1
  WHERE customer_id = ?1 AND (hotel_id, channel_room_id, day) IN (
    SELECT r.hotel_id, n.allot_room_id, n.night FROM reservation AS r CROSS JOIN room_night AS n
    WHERE r.customer_id = ?1 AND r.identity = ?2 AND n.customer_id = ?1 AND n.room_id = ?3 AND n.night >= ?4 AND n.night < ?5)`)

/** The stay with its rate line and nights. A night that is taken, or an allotment below zero, refuses the batch. */
export const insertStay = (customer: number, stay: Stay): Query[] => [
  query(INSERT_STAY, customer, stay.identity, stay.roomId, stay.arrival, stay.departure, stay.guests, stay.channelRoom),
  query(
    INSERT_RATE,
    customer,
    stay.identity,
    stay.rate.rateId,
    cents(stay.rate.unitCost),
    stay.rate.nights,
    stay.arrival,
    stay.departure,
  ),
  query(INSERT_NIGHTS, customer, stay.identity, stay.roomId, nightsOf(stay), stay.channelRoom),
  query(TAKE_ALLOTMENT, customer, stay.identity, stay.roomId, stay.arrival, stay.departure),
]

/** The nights `n` of the stays `s` of a reservation: they are found by the rooms and dates of its stays. */
const NIGHTS_OF_STAYS = `room_stay AS s CROSS JOIN room_night AS n
  ON s.customer_id = ?1 AND s.reservation_id = ${RESERVATION} AND n.customer_id = ?1 AND n.room_id = s.room_id
    AND n.night >= s.stay_arrival AND n.night < s.stay_departure AND n.reservation_id = s.reservation_id`

/**
 * Stays may share a day of a channel room. UPDATE FROM compares the customer with the joined rows: with a bound value, SQLite
 * would compare all days of the customer.
 */
const RELEASE_ALLOTMENT = oneLine(`UPDATE room_day SET rooms_to_sell = rooms_to_sell + released.rooms
  FROM (
    SELECT n.customer_id, t.hotel_id, n.allot_room_id, n.night, count(*) AS rooms FROM ${NIGHTS_OF_STAYS}
    CROSS JOIN room ON room.customer_id = ?1 AND room.room_id = n.room_id
    CROSS JOIN room_type AS t ON t.customer_id = ?1 AND t.room_type_id = room.room_type_id
    WHERE n.allot_room_id IS NOT NULL GROUP BY 1, 2, 3, 4) AS released
  WHERE room_day.customer_id = released.customer_id AND room_day.hotel_id = released.hotel_id
    AND room_day.channel_room_id = released.allot_room_id AND room_day.day = released.night`)

const DELETE_NIGHTS = oneLine(`DELETE FROM room_night
  WHERE customer_id = ?1 AND (room_id, night) IN (SELECT n.room_id, n.night FROM ${NIGHTS_OF_STAYS})`)

const DELETE_STAYS = `DELETE FROM room_stay WHERE customer_id = ?1 AND reservation_id = ${RESERVATION}`

/** Deletes the stays of a reservation and their nights, and gives the allotment back. Rates are deleted with their stay. */
export const deleteStays = (customer: number, identity: string): Query[] =>
  [RELEASE_ALLOTMENT, DELETE_NIGHTS, DELETE_STAYS].map(sql => query(sql, customer, identity))

const MESSAGE_COLUMNS = `customer_id, message_id, reservation_id, status_type, hotel_id, hotel_key, guest_id, first_name, last_name,
  email, phone, country, reservation_number, type_id, booked_at, stay_arrival, stay_departure, room_id, room_name, room_no, floor_no,
  location_name, created_at, updated_at`

/** Inserts a message of the queue for each row of `stays`: its place `no`, `status_type`, `room_id` and dates. */
export const insertMessages = (stays: string) =>
  oneLine(`INSERT INTO fetch_message (${MESSAGE_COLUMNS})
  SELECT ?1, ${next('message_id', 'fetch_message')} + s.no, r.reservation_id, s.status_type, p.hotel_id, p.fetch_hotel_key,
    g.guest_id, g.first_name, g.last_name, g.email, g.phone, g.country, r.reservation_number, r.type_id, r.created_at,
    s.stay_arrival, s.stay_departure, room.room_id, room.room_name, room.room_no, room.floor_no, coalesce(l.location_name, ''),
    ${NOW}, ${NOW}
  FROM reservation AS r CROSS JOIN guest AS g ON g.customer_id = ?1 AND g.guest_id = r.guest_id
  CROSS JOIN (${stays}) AS s
  CROSS JOIN room ON room.customer_id = ?1 AND room.room_id = s.room_id
  CROSS JOIN room_type AS t ON t.customer_id = ?1 AND t.room_type_id = room.room_type_id
  CROSS JOIN property AS p ON p.customer_id = ?1 AND p.hotel_id = t.hotel_id
  LEFT JOIN location AS l ON l.customer_id = ?1 AND l.location_id = room.location_id
  WHERE r.customer_id = ?1 AND r.identity = ?2`)

const INSERT_MESSAGE = insertMessages(
  "SELECT 0 AS no, 'New' AS status_type, ?3 AS room_id, ?4 AS stay_arrival, ?5 AS stay_departure",
)

/** The event of a change of the reservation `?4`. `more`: further fields of its data. */
export const reservationEvent = (type: string, more = '') =>
  oneLine(
    insertEvent(
      type,
      'reservation_id',
      `json_object('reservationId', reservation_id, 'reservationNumber', CAST(reservation_number AS TEXT), 'identity', identity,
         'status', CASE status_id WHEN 2 THEN 'Tentative' WHEN 3 THEN 'Confirmed' WHEN 4 THEN 'InHouse' END, 'hotelid', hotel_id, 'hotelids', json_array(hotel_id),
         'arrivalDate', arrival_date || 'T00:00:00', 'departureDate', departure_date || 'T00:00:00'${more})`,
      'reservation WHERE customer_id = ?1 AND identity = ?4',
    ),
  )

const INSERT_CREATED = reservationEvent('reservation.created')

/** The message and the event of a new reservation. */
export const reportCreation = ({ customer, by, newId }: WriteRequest, stay: Stay): Query[] => [
  query(INSERT_MESSAGE, customer, stay.identity, stay.roomId, stay.arrival, stay.departure),
  query(INSERT_CREATED, customer, newId(), by, stay.identity),
]
