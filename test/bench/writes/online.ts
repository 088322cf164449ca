import { envelope, insertEvent, NOW, oneLine, type Program, query, type WriteRequest } from './program.ts'
import { insertIdentity, insertReservation, insertStay, reportCreation, type Stay } from './reservation.ts'

const DAY_MS = 86_400_000
const LINK_SECONDS = 14 * 86_400

/**
 * The days `?3` to `?4` of a room type `?2`, each with what was sent for it under each plan. LIMIT keeps SQLite from reading the
 * plan's month once for each comparison.
 */
const DAYS = `
  SELECT c.channel_room_id AS channelRoom, plan.channel_rate_plan_id AS planId, plan.rate_id AS rateId, d.*, (
    SELECT m.days -> ('$."' || substr(d.day, 9) || '"') FROM plan_month AS m
    WHERE m.customer_id = ?1 AND m.hotel_id = c.hotel_id AND m.channel_room_id = c.channel_room_id
      AND m.channel_rate_plan_id = plan.channel_rate_plan_id AND m.month = substr(d.day, 1, 7)) AS sent
  FROM room_type AS t
  CROSS JOIN channel_room AS c ON c.customer_id = ?1 AND c.room_type_id = ?2 AND c.hotel_id = t.hotel_id AND c.is_active
  CROSS JOIN channel_rate_plan AS plan ON plan.customer_id = ?1 AND plan.hotel_id = c.hotel_id AND plan.is_active
  CROSS JOIN room_day AS d ON d.customer_id = ?1 AND d.hotel_id = c.hotel_id AND d.channel_room_id = c.channel_room_id
    AND d.day BETWEEN ?3 AND ?4
  WHERE t.customer_id = ?1 AND t.room_type_id = ?2 LIMIT -1`

/** The cheapest offer for `?5` guests and `?6` nights. Of the day of departure, a row is left if nobody may depart. */
const OFFERS = `
  SELECT channelRoom, planId, rateId, min(price) AS lowest, max(price) AS highest
  FROM (SELECT *, sent ->> '$.prices' ->> ('$."' || ?5 || '"') AS price FROM (${DAYS}))
  WHERE iif(day = ?4, closed_on_departure IS 1 OR sent ->> '$.closedOnDeparture' IS 1,
      rooms_to_sell > 0 AND room_closed IS NOT 1 AND sent ->> '$.closed' IS NOT 1)
    AND (day > ?3 OR (closed_on_arrival IS NOT 1 AND sent ->> '$.closedOnArrival' IS NOT 1
      AND max(ifnull(minimum_stay, 0), ifnull(sent ->> '$.minimumStay', 0)) <= ?6
      AND min(ifnull(nullif(maximum_stay, 0), ?6), ifnull(nullif(sent ->> '$.maximumStay', 0), ?6)) >= ?6))
  GROUP BY channelRoom, planId HAVING count(price) = ?6 AND max(day) < ?4
  ORDER BY sum(price), planId LIMIT 1`

/** All that decides the request, in one statement. */
const READ = oneLine(`SELECT currency, itinerary_url_template AS template, (
    SELECT json_group_array(room_id) FROM (
      SELECT room_id FROM room WHERE customer_id = ?1 AND room_type_id = ?2 AND NOT EXISTS (
        SELECT 1 FROM room_night AS n WHERE n.customer_id = ?1 AND n.room_id = room.room_id AND n.night >= ?3 AND n.night < ?4)
      LIMIT 8)) AS rooms, offer.*
  FROM customer CROSS JOIN (${OFFERS}) AS offer WHERE customer_id = ?1`)

/** An offer that has changed since it was read leaves NULL, which the key refuses. Runs before the allotment is taken. */
const INSERT_LINK =
  oneLine(`INSERT INTO itinerary_link (customer_id, reservation_id, link_id, issued_at, expires_at, made_with)
  VALUES (iif((?10, ?11, ?12, ?12) = (SELECT channelRoom, planId, lowest, highest FROM (${OFFERS})), ?1, NULL), (
    SELECT reservation_id FROM reservation WHERE customer_id = ?1 AND identity = ?7), ?8, ${NOW}, ?9, 'bare')`)

const INSERT_ISSUED = oneLine(
  insertEvent(
    'link.issued',
    'reservation_id',
    `json_object('reservationId', reservation_id)`,
    'reservation WHERE customer_id = ?1 AND identity = ?4',
  ),
)

/** postreservation: reads the offer and a free room, and writes in a second batch that is refused if the offer has changed. */
export function* reserveOnline(request: WriteRequest): Program {
  const { customer, by, body, now, newId } = request
  const { identity, roomTypeID: type, arrivalDate: arrival, departureDate: departure } = body
  const guests = body.guests.guestCount
  const nights = (Date.parse(departure) - Date.parse(arrival)) / DAY_MS
  const wanted = [customer, type, arrival, departure, String(guests), nights]
  const [[offer] = []] = yield [query(READ, ...wanted)]
  // One line is enough where all nights have one price.
  if (!offer || offer.lowest !== offer.highest) throw new Error('there is no offer of one price')
  const { currency, template, channelRoom, planId, rateId, lowest: price } = offer
  const rooms: number[] = JSON.parse(offer.rooms)
  const roomId = rooms[Math.floor(Math.random() * rooms.length)]
  if (!roomId) throw new Error('no room is free')
  const rate = { rateId, unitCost: price / 100, nights }
  const stay: Stay = { identity, arrival, departure, roomId, guests, channelRoom, rate }
  const link = { linkId: newId(), expiresAt: (Math.floor(now / 1000) + LINK_SECONDS) * 1000 }
  const content = { reservationStatus: 'Confirmed', roomId, total: (price * nights) / 100, currency, holdUntil: null }
  const answer = JSON.stringify({ ...content, link: { ...link, kid: 'bare', urlTemplate: template } })
  const [, created] = yield [
    ...insertReservation(request, stay, currency),
    query(INSERT_LINK, ...wanted, identity, link.linkId, link.expiresAt, channelRoom, planId, price),
    insertIdentity(request, identity, answer),
    ...insertStay(customer, stay),
    ...reportCreation(request, stay),
    query(INSERT_ISSUED, customer, newId(), by, identity),
  ]
  const reservationId = created?.[0].id
  return {
    json: envelope({ reservationId, reservationNumber: String(10_000_000 + reservationId), ...content }),
    link: { customer, reservation: reservationId, jti: link.linkId, exp: link.expiresAt / 1000 },
  }
}
