import { env } from 'cloudflare:workers'
import { nightsOf } from '../../schema/stay-dates'
import type { StoredPlanDay } from '../../schema/tables/channel'
import { rows } from './service'

/*
 * Channel data of the sea hotel, inserted into the tables directly, for tests of reservations.
 */

const room = 'INSERT INTO channel_room (customer_id, hotel_id, channel_room_id, room_type_id, is_active, document)'
const plan = 'INSERT INTO channel_rate_plan (customer_id, hotel_id, channel_rate_plan_id, rate_id, is_active, document)'
const roomDay = 'INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, rooms_to_sell)'
const planMonth = 'INSERT INTO plan_month (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, month, days)'

/** A month in which every day has the same settings. */
const wholeMonth = (from: string, to: string, settings: StoredPlanDay) =>
  JSON.stringify(Object.fromEntries(nightsOf(from, to).map(day => [day.slice(8), settings])))

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
    ...nightsOf('2027-05-01', '2027-06-01').flatMap(day => [
      insert(`${roomDay} VALUES (?, 'H1', 'DBL', ?, ?)`, day, roomsToSell),
    ]),
    ...Object.entries({ BAR: bar, HB: hb }).map(([plan, prices]) =>
      insert(
        `${planMonth} VALUES (?, 'H1', 'DBL', ?, '2027-05', ?)`,
        plan,
        wholeMonth('2027-05-01', '2027-06-01', { prices: JSON.stringify(prices) }),
      ),
    ),
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

/** The stored days of plans, one row for each, as a table of a SELECT. */
export const PLAN_DAYS = `(
  SELECT customer_id, hotel_id, channel_room_id, channel_rate_plan_id, month || '-' || d.key AS day,
    d.value ->> 'closed' AS plan_closed, d.value ->> 'prices' AS prices, d.value ->> 'minimumStay' AS minimum_stay,
    d.value ->> 'maximumStay' AS maximum_stay, d.value ->> 'closedOnArrival' AS closed_on_arrival,
    d.value ->> 'closedOnDeparture' AS closed_on_departure
  FROM plan_month CROSS JOIN json_each(days) AS d ORDER BY 1, 2, 3, 4, 5)`

/** Changes the stored days of plans directly: fields that are null are cleared. A change of null clears the days. */
export async function changePlanDays(
  change: { [Field in keyof StoredPlanDay]: StoredPlanDay[Field] | null } | null,
  { plan, day }: { plan?: string; day?: string } = {},
) {
  const stored = await rows('SELECT * FROM plan_month')
  const isOf = (row: (typeof stored)[number], key: string) =>
    (!plan || row.channel_rate_plan_id === plan) && (!day || day === `${row.month}-${key}`)
  await env.DB.batch(
    stored.map(row => {
      const keys = Object.keys(JSON.parse(String(row.days))).filter(key => isOf(row, key))
      return env.DB.prepare(
        `UPDATE plan_month SET days = json_patch(days, ?)
        WHERE (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, month) = (?, ?, ?, ?, ?)`,
      ).bind(
        JSON.stringify(Object.fromEntries(keys.map(key => [key, change]))),
        row.customer_id,
        row.hotel_id,
        row.channel_room_id,
        row.channel_rate_plan_id,
        row.month,
      )
    }),
  )
}
