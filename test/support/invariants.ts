/*
 * Invariants of the stored data, true at any time. Each query finds the rows that violate its sentence. The queries are plain
 * SQL, independent of the statements of the service.
 */

const HELD = '(2, 3, 4)'
const OF_STAY = 'customer_id, reservation_id, stay_no'
const NIGHTS = 'CAST(julianday(stay_departure) - julianday(stay_arrival) AS INTEGER)'

/** Each invariant with the query for its violations. */
type Invariants = Readonly<Record<string, string>>

/** Invariants of release 1.0.0 and of all later ones. */
export const INVARIANTS_OF_1_0_0: Invariants = {
  'a night belongs to a stay of a reservation that holds it, in its room and within its dates': `
    SELECT night.* FROM room_night AS night
    LEFT JOIN room_stay AS stay USING (${OF_STAY})
    LEFT JOIN reservation USING (customer_id, reservation_id)
    WHERE night.reservation_id IS NOT NULL AND (status_id IS NULL OR status_id NOT IN ${HELD}
      OR stay.room_id IS NOT night.room_id OR night < stay_arrival OR night >= stay_departure)`,
  'a room on a night is held by one stay': `
    SELECT customer_id, room_id, night, count(*) AS stays FROM room_night
    GROUP BY 1, 2, 3 HAVING stays > 1`,
  'a stay that is held has all of its nights': `
    SELECT stay.*, count(night) AS nights FROM room_stay AS stay
    JOIN reservation USING (customer_id, reservation_id)
    LEFT JOIN room_night USING (${OF_STAY})
    WHERE status_id IN ${HELD}
    GROUP BY stay.customer_id, stay.reservation_id, stay.stay_no HAVING nights <> ${NIGHTS}`,
  'a stay lies within its reservation': `
    SELECT stay.* FROM room_stay AS stay JOIN reservation USING (customer_id, reservation_id)
    WHERE stay_arrival < arrival_date OR stay_departure > departure_date`,
  'a slot counts the participants of the reservations that hold it, and no more than it takes': `
    WITH taken AS (
      SELECT customer_id, activity_id, activity_date AS slot_date, start_time AS slot_time, sum(participants) AS participants
      FROM activity_booking JOIN reservation USING (customer_id, reservation_id)
      WHERE status_id IN ${HELD} GROUP BY 1, 2, 3, 4)
    SELECT customer_id, activity_id, slot_date, slot_time, booked, participants
    FROM activity_slot FULL JOIN taken USING (customer_id, activity_id, slot_date, slot_time)
    WHERE coalesce(booked, 0) <> coalesce(participants, 0) OR booked > slot_capacity`,
  'a slot takes what its activity takes, or what is in it where that is more': `
    SELECT slot.* FROM activity_slot AS slot JOIN activity USING (customer_id, activity_id)
    WHERE slot_capacity IS NOT max(capacity, booked)`,
  'nothing is in stock, to sell or booked below zero': `
    SELECT 'stock' AS what FROM stock WHERE quantity < 0 UNION ALL
    SELECT 'room_day' FROM room_day WHERE rooms_to_sell < 0 UNION ALL
    SELECT 'activity_slot' FROM activity_slot WHERE booked < 0`,
  'a sale is the sum of its lines': `
    SELECT sale.* FROM sale WHERE sale_total <> (
      SELECT sum(amount) FROM sale_item AS line WHERE line.customer_id = sale.customer_id AND line.sale_id = sale.sale_id)`,
  'what lies in stock is what the last sale left': `
    SELECT * FROM (
      SELECT stock.quantity AS lies, line.quantity_left, row_number() OVER (
        PARTITION BY stock.customer_id, inventory_id, inventory_location_id ORDER BY sale_id DESC, line_no DESC) AS latest
      FROM stock JOIN sale_item AS line USING (customer_id, inventory_id, inventory_location_id))
    WHERE latest = 1 AND lies <> quantity_left`,
  'every change of a customer has one number, and none is left out': `
    SELECT customer_id, count(DISTINCT change_seq) AS numbers, count(*) AS reservations, max(change_seq) AS latest,
      sum(version) AS changes
    FROM reservation GROUP BY customer_id HAVING numbers <> reservations OR latest <> changes`,
  'changes are dated in their order': `
    SELECT * FROM (
      SELECT updated_at, lag(updated_at) OVER (PARTITION BY customer_id ORDER BY change_seq) AS before FROM reservation)
    WHERE updated_at < before`,
  'ids of reservations and messages count up without a gap': `
    SELECT 'reservation' AS what FROM reservation GROUP BY customer_id HAVING max(reservation_id) <> count(*) UNION ALL
    SELECT 'fetch_message' FROM fetch_message GROUP BY customer_id HAVING max(message_id) <> count(*)`,
  'the queue tells of a stay first that it is new, last that it is cancelled, and nothing in between': `
    SELECT * FROM (
      SELECT message_id, reservation_id, room_id, status_type, sum(CASE status_type WHEN 'New' THEN 1 WHEN 'Cancelled' THEN -1 ELSE 0 END) OVER (
        PARTITION BY customer_id, reservation_id, room_id ORDER BY message_id) AS open
      FROM fetch_message)
    WHERE open < 0 OR (open = 0 AND status_type <> 'Cancelled')`,
  // A stay that ended as StatusChanged is New again when that is taken back: such ends are before the last New.
  'what the queue told last is what is held': `
    WITH told AS (
      SELECT customer_id, reservation_id, room_id,
        sum(CASE status_type WHEN 'New' THEN 1 WHEN 'Cancelled' THEN -1 ELSE 0 END) AS open,
        sum(status_type = 'StatusChanged' AND message_id < last_new) AS taken_back
      FROM (SELECT *, max(iif(status_type = 'New', message_id, NULL)) OVER (
        PARTITION BY customer_id, reservation_id, room_id) AS last_new FROM fetch_message) GROUP BY 1, 2, 3),
    known AS (
      SELECT customer_id, reservation_id, room_id, status_id, count(*) AS stays
      FROM room_stay JOIN reservation USING (customer_id, reservation_id) GROUP BY 1, 2, 3)
    SELECT * FROM told FULL JOIN known USING (customer_id, reservation_id, room_id)
    WHERE coalesce(open, 0) < iif(status_id IN ${HELD}, stays, 0)
      OR coalesce(open - taken_back, 0) > iif(status_id IN (2, 3, 4, 5, 7), stays, 0)`,
  'an identity that a reservation bears leads to it': `
    SELECT used.* FROM idempotency AS used LEFT JOIN reservation USING (customer_id, reservation_id)
    WHERE status_id IS NULL UNION ALL
    SELECT used.* FROM reservation JOIN idempotency AS used USING (customer_id, identity)
    WHERE used.reservation_id <> reservation.reservation_id`,
  'a reservation, its number and its guest count together': `
    SELECT * FROM reservation WHERE reservation_number <> 10000000 + reservation_id OR guest_id <> reservation_id`,
  'every guest is somebody’s, and every reservation has its guest': `
    SELECT guest_id FROM guest LEFT JOIN reservation USING (customer_id, guest_id) WHERE reservation_id IS NULL`,
  'an external payment counts once on an account': `
    SELECT payment_ext_id FROM payment WHERE payment_ext_id <> ''
    GROUP BY customer_id, reservation_id, payment_ext_id HAVING count(*) > 1`,
  'no row refers to one that is not there': 'SELECT * FROM pragma_foreign_key_check',
}

/** Invariants of the event log. A change by release 1.0.0 has no event. */
const OF_EVENTS: Invariants = {
  'events of a customer count up without a gap, to the newest': `
    SELECT customer_id FROM event GROUP BY customer_id HAVING max(sequence) - min(sequence) + 1 <> count(*)`,
  'events are dated in their order': `
    SELECT * FROM (SELECT sequence, at, lag(at) OVER (PARTITION BY customer_id ORDER BY sequence) AS before FROM event)
    WHERE at < before`,
  'an event has an id of its own, and at most 20 kB': `
    SELECT event_id FROM event GROUP BY event_id HAVING count(*) > 1 OR max(length(CAST(data AS BLOB))) > 20000`,
  // Reservations of a release without events have none.
  'every reservation since the first logged one has one event of its creation, before all others': `
    WITH made AS (
      SELECT customer_id, reservation_id, sequence FROM event WHERE event_type = 'reservation.created')
    SELECT r.reservation_id, 'none' AS why FROM reservation AS r
    WHERE r.reservation_id > (SELECT min(reservation_id) FROM made WHERE made.customer_id = r.customer_id)
      AND NOT EXISTS (SELECT 1 FROM made WHERE made.customer_id = r.customer_id AND made.reservation_id = r.reservation_id)
    UNION ALL SELECT reservation_id, 'two' FROM made GROUP BY customer_id, reservation_id HAVING count(*) > 1
    UNION ALL SELECT made.reservation_id, 'late' FROM made JOIN event USING (customer_id, reservation_id)
      WHERE event.sequence < made.sequence`,
  'the log tells of no more changes of a reservation than there were': `
    SELECT reservation_id, version, count(*) AS told
    FROM event JOIN reservation USING (customer_id, reservation_id) WHERE event_type LIKE 'reservation.%'
    GROUP BY customer_id, reservation_id HAVING told > version`,
  'the log tells of a cancellation once, until it is taken back': `
    SELECT * FROM (
      SELECT reservation_id, event_type, data ->> 'status' AS status, lag(data ->> 'status') OVER (
        PARTITION BY customer_id, reservation_id ORDER BY sequence) AS before
      FROM event WHERE event_type LIKE 'reservation.%')
    WHERE event_type = 'reservation.cancelled' AND (status <> 'Cancelled' OR before = 'Cancelled')`,
  'what the log told last of a reservation is what it is': `
    SELECT * FROM (
      SELECT r.*, e.data, row_number() OVER (PARTITION BY r.customer_id, r.reservation_id ORDER BY sequence DESC) AS latest
      FROM event AS e JOIN reservation AS r USING (customer_id, reservation_id) WHERE event_type LIKE 'reservation.%')
    WHERE latest = 1 AND (
      data ->> 'status' IS NOT '["Inquiry","Tentative","Confirmed","InHouse","CheckedOut","Cancelled","NoShow"]' ->> (status_id - 1)
      OR data ->> 'hotelid' IS NOT hotel_id
      OR data ->> 'arrivalDate' IS NOT iif(has_dates, arrival_date || 'T00:00:00', NULL)
      OR data ->> 'departureDate' IS NOT iif(has_dates, departure_date || 'T00:00:00', NULL))`,
  'every sale since the first logged one has one event, and every one on an account another': `
    WITH told AS (SELECT customer_id, data ->> 'saleId' AS sale_id FROM event WHERE event_type = 'sale.created')
    SELECT sale.sale_id FROM sale LEFT JOIN told USING (customer_id, sale_id)
    WHERE sale_id >= (SELECT min(sale_id) FROM told WHERE told.customer_id = sale.customer_id)
    GROUP BY sale.customer_id, sale.sale_id HAVING count(told.sale_id) <> 1
    UNION ALL SELECT data ->> 'saleId' FROM event AS sold WHERE event_type = 'sale.created' AND reservation_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM event AS charged WHERE charged.customer_id = sold.customer_id
        AND charged.sequence = sold.sequence + 1 AND charged.reservation_id = sold.reservation_id
        AND charged.event_type = 'reservation.modified' AND charged.data ->> 'changed' LIKE '%"account"]')`,
  'the log told last of a link that it was issued': `
    SELECT * FROM (
      SELECT link.*, event_type, row_number() OVER (
        PARTITION BY link.customer_id, link.reservation_id ORDER BY sequence DESC) AS latest
      FROM itinerary_link AS link JOIN event USING (customer_id, reservation_id) WHERE event_type LIKE 'link.%')
    WHERE latest = 1 AND event_type <> 'link.issued'`,
  'no event shows the identity of a guest who was erased': `
    SELECT event.data FROM event JOIN reservation USING (customer_id, reservation_id) JOIN guest USING (customer_id, guest_id)
    WHERE is_erased AND event.data ->> 'identity' IS NOT NULL`,
  'a delivery that waits belongs to an endpoint that is enabled': `
    SELECT d.* FROM webhook_delivery AS d JOIN webhook_endpoint USING (customer_id, endpoint_id)
    WHERE delivery_status = 'pending' AND endpoint_status <> 'enabled'`,
  // The clean-up deletes old events before their deliveries.
  'a delivery is of an event that was searched, and of its reservation': `
    SELECT d.* FROM webhook_delivery AS d JOIN webhook_endpoint AS e USING (customer_id, endpoint_id)
    LEFT JOIN event USING (customer_id, sequence)
    WHERE event.reservation_id IS NOT d.reservation_id AND d.sequence >= (
        SELECT min(sequence) FROM event WHERE event.customer_id = d.customer_id)
      OR d.sequence > e.scanned_sequence AND d.is_replay = 0 AND d.delivery_status = 'pending'`,
  'previous events of deliveries make one chain': `
    SELECT * FROM (
      SELECT d.*, lag(d.sequence) OVER (PARTITION BY d.customer_id, d.endpoint_id ORDER BY d.sequence) AS before
      FROM webhook_delivery AS d)
    WHERE previous_sequence >= sequence OR previous_sequence NOT IN (0, before)`,
}

const OF_CLOSURES: Invariants = {
  'a closed night belongs to a closure of its room, within its dates': `
    SELECT night.* FROM room_night AS night LEFT JOIN closure USING (customer_id, closure_id)
    WHERE night.closure_id IS NOT NULL AND (closure.room_id IS NOT night.room_id OR night < from_date OR night >= to_date)`,
  'a closure has all of its nights': `
    SELECT closure.*, count(night) AS nights FROM closure LEFT JOIN room_night USING (customer_id, closure_id)
    GROUP BY closure.customer_id, closure.closure_id HAVING nights <> julianday(to_date) - julianday(from_date)`,
}

const OF_HOTELS: Invariants = {
  'the further hotels of a reservation are those of its rooms, other than its own': `
    WITH expected AS (
      SELECT DISTINCT r.customer_id, r.reservation_id, t.hotel_id FROM room_stay JOIN reservation AS r USING (customer_id, reservation_id)
      JOIN room USING (customer_id, room_id) JOIN room_type AS t USING (customer_id, room_type_id) WHERE t.hotel_id <> r.hotel_id)
    SELECT * FROM (SELECT * FROM expected EXCEPT SELECT * FROM reservation_hotel)
    UNION ALL SELECT * FROM (SELECT * FROM reservation_hotel EXCEPT SELECT * FROM expected)`,
}

const OF_STOCK = 'customer_id, sale_id, inventory_id, inventory_location_id'

const OF_RETURNS: Invariants = {
  'what a sale left in stock is what lay there less what was sold, or with what came back': `
    WITH moved AS (
      SELECT customer_id, inventory_id, inventory_location_id, sale_id, sum(iif(return_of IS NULL, -quantity, quantity)) AS quantity,
        min(quantity_left) AS quantity_left, max(quantity_left) AS same
      FROM sale_item JOIN sale USING (customer_id, sale_id) GROUP BY 1, 2, 3, 4)
    SELECT * FROM (
      SELECT *, lag(quantity_left) OVER (
        PARTITION BY customer_id, inventory_id, inventory_location_id ORDER BY sale_id) AS lay
      FROM moved)
    WHERE lay + quantity <> quantity_left OR same <> quantity_left`,
  'what came back of a sale is what its returns have, at the prices of its lines': `
    WITH counted AS (
      SELECT ${OF_STOCK}, sum(returned) AS quantity, -sum((unit_price * returned + 500) / 1000) AS amount
      FROM sale_item GROUP BY ${OF_STOCK} HAVING sum(returned) > 0),
    returned AS (
      SELECT sale_item.customer_id, return_of, inventory_id, inventory_location_id, sum(quantity), sum(amount)
      FROM sale_item JOIN sale USING (customer_id, sale_id) WHERE return_of IS NOT NULL GROUP BY 1, 2, 3, 4)
    SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM returned)
    UNION ALL SELECT * FROM (SELECT * FROM returned EXCEPT SELECT * FROM counted)`,
  'a return is of a sale, on its account': `
    SELECT back.* FROM sale AS back
    LEFT JOIN sale AS sold ON sold.customer_id = back.customer_id AND sold.sale_id = back.return_of
    WHERE back.return_of IS NOT NULL AND (sold.return_of IS NOT NULL OR sold.sale_id IS NULL
      OR sold.reservation_id IS NOT back.reservation_id OR back.sale_total > 0)`,
}

const OF_HOLDS: Invariants = {
  // Release 1.1.0 leaves the holds of bookings that it confirms or cancels.
  'a hold belongs to a reservation, which has been Tentative': `
    SELECT hold.* FROM hold LEFT JOIN reservation USING (customer_id, reservation_id) WHERE status_id IS NULL OR status_id = 1`,
}

export const INVARIANTS: Invariants = {
  ...INVARIANTS_OF_1_0_0,
  ...OF_EVENTS,
  ...OF_HOTELS,
  ...OF_CLOSURES,
  ...OF_RETURNS,
  ...OF_HOLDS,
}

/**
 * Finds the days on which the rooms to sell and the nights that were taken from them do not make the number that the channel
 * manager sent last. `sent`: that number, as an expression of the row `day` of `room_day`; NULL: it is not known.
 */
export const unlikeSent = (sent: string) => `
  WITH taken AS (
    SELECT customer_id, hotel_id, allot_room_id AS channel_room_id, night AS day, count(*) AS nights
    FROM room_night JOIN room USING (customer_id, room_id) JOIN room_type USING (customer_id, room_type_id)
    WHERE allot_room_id IS NOT NULL GROUP BY 1, 2, 3, 4)
  SELECT day.channel_room_id, day.day, rooms_to_sell, nights, ${sent} AS sent
  FROM room_day AS day LEFT JOIN taken USING (customer_id, hotel_id, channel_room_id, day)
  WHERE rooms_to_sell + coalesce(nights, 0) <> sent`
