import { env } from 'cloudflare:workers'

/*
 * Channel data of the sea hotel, inserted into the tables directly, for tests of reservations.
 */

const days = (from: string, to: string) => {
  const list: string[] = []
  for (let at = Date.parse(from); at < Date.parse(to); at += 86_400_000)
    list.push(new Date(at).toISOString().slice(0, 10))
  return list
}

const room = 'INSERT INTO channel_room (customer_id, hotel_id, channel_room_id, room_type_id, is_active, document)'
const plan = 'INSERT INTO channel_rate_plan (customer_id, hotel_id, channel_rate_plan_id, rate_id, is_active, document)'
const roomDay = 'INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, rooms_to_sell)'
const planDay = 'INSERT INTO plan_day (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, day, prices)'

/** Opens rooms of type 10 for sale on the nights of May 2027, with the plans BAR (rate 1) and HB (rate 2). */
export async function insertChannel({
  customer = 1,
  roomsToSell = 3,
  bar = { 1: 10_000, 2: 12_000 } as Record<number, number>,
  hb = { 1: 13_000, 2: 15_000 } as Record<number, number>,
} = {}) {
  const insert = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(customer, ...values)
  await env.DB.batch([
    insert(`${room} VALUES (?, 'H1', 'DBL', 10, 1, '{}')`),
    insert(`${plan} VALUES (?, 'H1', 'BAR', 1, 1, '{}')`),
    insert(`${plan} VALUES (?, 'H1', 'HB', 2, 1, '{}')`),
    ...days('2027-05-01', '2027-06-01').flatMap(day => [
      insert(`${roomDay} VALUES (?, 'H1', 'DBL', ?, ?)`, day, roomsToSell),
      insert(`${planDay} VALUES (?, 'H1', 'DBL', 'BAR', ?, ?)`, day, JSON.stringify(bar)),
      insert(`${planDay} VALUES (?, 'H1', 'DBL', 'HB', ?, ?)`, day, JSON.stringify(hb)),
    ]),
  ])
}

/** The rooms that the channel may still sell, by day. */
export const allotmentByDay = async (from: string, to: string) =>
  (
    await env.DB.prepare(
      'SELECT rooms_to_sell FROM room_day WHERE customer_id = 1 AND day >= ? AND day < ? ORDER BY day',
    )
      .bind(from, to)
      .all<{ rooms_to_sell: number }>()
  ).results.map(row => row.rooms_to_sell)
