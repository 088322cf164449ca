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

/** Merges the days that are sent into the month that is stored. */
const PLAN_MONTHS = `
  INSERT INTO plan_month (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, month, days)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value -> 4 FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET days = json_patch(days, excluded.days)`

/** Characters per bound value, well below the limit of 1 MB of D1. */
const LENGTH = 500_000

/** A plain loop over the date entries of a message, which are bound in batches of JSON. Amounts have two decimals. */
export async function writeCalendar(db: D1Database, customer: number, message: CalendarMessage): Promise<void> {
  const roomDays: string[] = []
  const months = new Map<string, string>()
  for (const { data } of message.rateAvailability) {
    for (const { hotelid, room } of data) {
      for (const { roomid, date } of room) {
        for (const { from, roomstosell, closed, rate, price } of date) {
          if (roomstosell !== undefined) roomDays.push(JSON.stringify([hotelid, roomid, from, Number(roomstosell)]))
          const prices: Record<string, number> = {}
          for (const { numberOfGuests, value } of price) prices[numberOfGuests] = Math.round(Number(value) * 100)
          const day = `"${from.slice(8)}":${JSON.stringify({ closed: Number(closed), prices: JSON.stringify(prices) })}`
          for (const { rateplanid } of rate) {
            const key = JSON.stringify([hotelid, roomid, rateplanid, from.slice(0, 7)]).slice(0, -1)
            const known = months.get(key)
            months.set(key, known ? `${known},${day}` : day)
          }
        }
      }
    }
  }
  const write = (sql: string, rows: string[]) =>
    chunksOf(rows).map(chunk => db.prepare(sql).bind(customer, `[${chunk.join()}]`))
  const planMonths = Array.from(months, ([key, days]) => `${key},{${days}}]`)
  await db.batch([...write(ROOM_DAYS, roomDays), ...write(PLAN_MONTHS, planMonths)])
}

function chunksOf(rows: string[]): string[][] {
  const chunks: string[][] = []
  let length = LENGTH
  for (const row of rows) {
    if (length + row.length > LENGTH) {
      chunks.push([])
      length = 0
    }
    chunks.at(-1)?.push(row)
    length += row.length
  }
  return chunks
}
