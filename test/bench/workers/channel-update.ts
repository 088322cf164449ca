/** The parts of a message that are written. */
export interface CalendarMessage {
  rateAvailability: {
    data: {
      hotelid: string
      room: {
        roomid: string
        date: {
          from: string
          roomstosell?: string
          closed: string
          rate: { rateplanid: string }[]
          price: { numberOfGuests: string; value: string }[]
        }[]
      }[]
    }[]
  }[]
}

const ROOM_DAYS = `
  INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, rooms_to_sell)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET rooms_to_sell = excluded.rooms_to_sell`

const PLAN_DAYS = `
  INSERT INTO plan_day (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, day, plan_closed, prices)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET plan_closed = excluded.plan_closed, prices = excluded.prices`

/** Rows per bound value, well below the limit of 1 MB of D1. */
const ROWS = 8_000

/** A plain loop over the date entries of a message, which are bound in batches of JSON. Amounts have two decimals. */
export async function writeCalendar(db: D1Database, customer: number, message: CalendarMessage): Promise<void> {
  const roomDays: unknown[][] = []
  const planDays: unknown[][] = []
  for (const { data } of message.rateAvailability) {
    for (const { hotelid, room } of data) {
      for (const { roomid, date } of room) {
        for (const { from, roomstosell, closed, rate, price } of date) {
          if (roomstosell !== undefined) roomDays.push([hotelid, roomid, from, Number(roomstosell)])
          const prices: Record<string, number> = {}
          for (const { numberOfGuests, value } of price) prices[numberOfGuests] = Math.round(Number(value) * 100)
          for (const { rateplanid } of rate) {
            planDays.push([hotelid, roomid, rateplanid, from, Number(closed), JSON.stringify(prices)])
          }
        }
      }
    }
  }
  const write = (sql: string, rows: unknown[][]) =>
    Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, i) =>
      db.prepare(sql).bind(customer, JSON.stringify(rows.slice(i * ROWS, (i + 1) * ROWS))),
    )
  await db.batch([...write(ROOM_DAYS, roomDays), ...write(PLAN_DAYS, planDays)])
}
