import { cents, envelope, insertEvent, NOW, type Program, query, type WriteRequest } from './program.ts'
import { insertIdentity, insertReservation, insertStay, RESERVATION, reportCreation, type Stay } from './reservation.ts'

const DAY_MS = 86_400_000
const LINK_SECONDS = 14 * 86_400

/** Each night of `?3` to before `?4` of a room type `?2`, with what was sent for it under each plan. */
const NIGHTS = `
  SELECT c.channel_room_id AS channelRoom, plan.channel_rate_plan_id AS planId, plan.rate_id AS rateId, d.day, d.minimum_stay,
    d.maximum_stay, d.closed_on_arrival, m.days -> ('$."' || substr(d.day, 9) || '"') AS sent
  FROM channel_room AS c
  CROSS JOIN channel_rate_plan AS plan ON plan.customer_id = ?1 AND plan.hotel_id = c.hotel_id AND plan.is_active
  CROSS JOIN room_day AS d ON d.customer_id = ?1 AND d.hotel_id = c.hotel_id AND d.channel_room_id = c.channel_room_id
    AND d.day >= ?3 AND d.day < ?4
  CROSS JOIN plan_month AS m ON m.customer_id = ?1 AND m.hotel_id = c.hotel_id AND m.channel_room_id = c.channel_room_id
    AND m.channel_rate_plan_id = plan.channel_rate_plan_id AND m.month = substr(d.day, 1, 7)
  WHERE c.customer_id = ?1 AND c.room_type_id = ?2 AND c.is_active AND d.rooms_to_sell > 0 AND d.room_closed IS NOT 1`

/** The cheapest offer for `?5` guests and `?6` nights. */
const OFFERS = `
  SELECT channelRoom, rateId, min(price) AS lowest, max(price) AS highest, sum(price) AS total
  FROM (SELECT *, sent ->> '$.prices' ->> ('$."' || ?5 || '"') AS price FROM (${NIGHTS}))
  WHERE sent ->> '$.closed' IS NOT 1
    AND max(ifnull(minimum_stay, 0), ifnull(sent ->> '$.minimumStay', 0)) <= ?6
    AND min(ifnull(nullif(maximum_stay, 0), ?6), ifnull(nullif(sent ->> '$.maximumStay', 0), ?6)) >= ?6
    AND (day > ?3 OR (closed_on_arrival IS NOT 1 AND sent ->> '$.closedOnArrival' IS NOT 1))
  GROUP BY channelRoom, planId HAVING count(*) = ?6 AND lowest IS NOT NULL
  ORDER BY total LIMIT 1`

/** postreservation: reads the offer and a free room, and writes in a second batch that is refused if the price has changed. */
export function* reserveOnline(request: WriteRequest): Program {
  const { customer, body, now, newId } = request
  const { identity, roomTypeID: type, arrivalDate: arrival, departureDate: departure } = body
  const guests = body.guests.guestCount
  const nights = (Date.parse(departure) - Date.parse(arrival)) / DAY_MS
  const offered = [customer, type, arrival, departure, String(guests), nights]
  const [[hotel] = [], rooms = [], [offer] = []] = yield [
    query('SELECT currency, itinerary_url_template AS template FROM customer WHERE customer_id = ?1', customer),
    query(
      `SELECT room_id AS id FROM room WHERE customer_id = ?1 AND room_type_id = ?2 AND NOT EXISTS (
         SELECT 1 FROM room_night AS n WHERE n.customer_id = ?1 AND n.room_id = room.room_id AND n.night >= ?3 AND n.night < ?4)
       LIMIT 8`,
      customer,
      type,
      arrival,
      departure,
    ),
    query(OFFERS, ...offered),
  ]
  // One line is enough where all nights have one price.
  if (!offer || offer.lowest !== offer.highest) throw new Error('there is no offer of one price')
  const roomId = rooms[Math.floor(Math.random() * rooms.length)].id
  const { channelRoom, rateId, lowest, total } = offer
  const stay: Stay = {
    identity,
    arrival,
    departure,
    roomId,
    guests,
    channelRoom,
    rate: { rateId, unitCost: lowest / 100, nights },
  }
  const link = { linkId: newId(), expiresAt: (Math.floor(now / 1000) + LINK_SECONDS) * 1000 }
  const content = { reservationStatus: 'Confirmed', roomId, total: total / 100, currency: hotel.currency }
  const answer = JSON.stringify({ ...content, link: { ...link, kid: 'bare', urlTemplate: hotel.template } })
  const [, created] = yield [
    ...insertReservation(request, stay, hotel.currency),
    insertIdentity(request, identity, identity, answer),
    ...insertStay(customer, stay),
    ...reportCreation(request, stay),
    query(
      `UPDATE reservation SET version = NULL WHERE customer_id = ?1 AND identity = ?7 AND ?8 IS NOT (
         SELECT total FROM (${OFFERS.replace('d.rooms_to_sell > 0 AND', '')}))`,
      ...offered,
      identity,
      cents(content.total),
    ),
    query(
      insertEvent(
        'link.issued',
        'reservation_id',
        `json_object('reservationId', reservation_id)`,
        'reservation WHERE customer_id = ?1 AND identity = ?3',
      ),
      customer,
      newId(),
      identity,
    ),
    query(
      `INSERT INTO itinerary_link (customer_id, reservation_id, link_id, issued_at, expires_at)
       VALUES (?1, ${RESERVATION}, ?3, ${NOW}, ?4)`,
      customer,
      identity,
      link.linkId,
      link.expiresAt,
    ),
  ]
  const reservationId = created?.[0].id
  return {
    json: envelope({ reservationId, reservationNumber: String(10_000_000 + reservationId), ...content }),
    link: { customer, reservation: reservationId, jti: link.linkId, exp: link.expiresAt / 1000 },
  }
}
