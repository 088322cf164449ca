import { rows } from './service'

/**
 * Inserts reservations `first` to `last` of customer 1 into the tables directly: over 700 days from 2026-01-01, one to five
 * nights, in every status, at hotel H1, with one room and one rate line each. The order of their changes differs from the order
 * of their ids, and several share a millisecond.
 */
export async function insertReservations(first: number, last: number): Promise<void> {
  const numbers = `WITH RECURSIVE n (n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM n WHERE n < ${last})`
  await rows("INSERT INTO guest (customer_id, guest_id, last_name) VALUES (1, 1, 'Many') ON CONFLICT DO NOTHING")
  await rows(`
    INSERT INTO reservation (customer_id, reservation_id, reservation_number, identity, hotel_id, status_id, type_id,
      arrival_date, departure_date, guest_id, version, change_seq, created_at, updated_at)
    ${numbers}, made (n, seq, arrival) AS (
      SELECT n, (n * 7919) % 104729 + 1, date('2026-01-01', '+' || ((n * 31) % 700) || ' days') FROM n)
    SELECT 1, n, 10000000 + n, 'many-' || n, 'H1', 1 + n % 7, 1 + n % 4,
      arrival, date(arrival, '+' || (1 + n % 5) || ' days'), 1, 1 + n % 3, seq, 0, 1000 + seq / 4
    FROM made`)
  await rows(`
    INSERT INTO room_stay (customer_id, reservation_id, stay_no, room_id, stay_arrival, stay_departure, guests_in_room, room_notes)
    SELECT 1, reservation_id, 1, CASE reservation_id % 4 WHEN 0 THEN 201 ELSE 100 + reservation_id % 4 END,
      arrival_date, departure_date, 2, '[]'
    FROM reservation WHERE customer_id = 1 AND reservation_id BETWEEN ${first} AND ${last}`)
  await rows(`
    INSERT INTO room_rate (customer_id, reservation_id, stay_no, line_no, unit_cost, quantity, nights, from_date, to_date, is_tax_override, tax_amount)
    SELECT 1, reservation_id, 1, 1, 10000, 1, 1, arrival_date, departure_date, 0, 0
    FROM reservation WHERE customer_id = 1 AND reservation_id BETWEEN ${first} AND ${last}`)
}
