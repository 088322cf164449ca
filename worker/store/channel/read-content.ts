import { sql } from 'drizzle-orm'
import { nightsBetween } from '../../../schema/stay-dates'
import { MAX_PAGE_CELLS } from '../../../schema/wire/channel-content'
import type { Database } from '../../db/database'
import type { Scope } from '../../db/scope'
import { jsonRows } from '../../db/select-json'
import { selectRows } from '../../db/select-rows'
import { monthOf } from '../../domain/channel/month-changes'
import {
  type ChannelPosition,
  type DateWindow,
  hotelColumns,
  planColumns,
  planMonthColumns,
  roomColumns,
  roomDayColumns,
  type StoredChannelPage,
} from './columns'
import { OF_PLAN_IN_ROOM } from './plan-months'

/** Hotels, and rooms, of one page at most. */
const MAX_RECORDS = 1_000
/** Plans of one page. The hotel that reaches it has all its plans. */
const MAX_PLANS = 10_000
/** Days of the shortest month: so many months have the days of a page, unless they have days outside of the window. */
const DAYS_OF_MONTH = 28

const BEFORE_ALL: ChannelPosition = { hotelId: '', roomId: '', planId: '' }
/** Greater than every id. */
const AFTER_ALL = sql`char(1114111)`

/** What a page contains. */
interface ChannelRange {
  /** Undefined: all hotels of the customer. */
  hotelId: string | undefined
  window: DateWindow
  after: ChannelPosition | undefined
  maxBytes: number
}

/** What the statements of a page need. */
interface PageQuery extends Omit<ChannelRange, 'window' | 'after'>, DateWindow {
  customer: number
  after: ChannelPosition
}

/**
 * The channel's records of a hotel, or of all hotels of the customer, after a position, with their days in a window, in one round
 * trip. They are bounded, and each is flat: however much is stored, a statement reads no more than a page has and one more
 * room. No hotels: there is no such hotel, or none after the position.
 */
export async function readChannelPage(
  db: Database,
  { customer }: Scope,
  { hotelId, window, after = BEFORE_ALL, maxBytes }: ChannelRange,
): Promise<StoredChannelPage> {
  const query = { customer, hotelId, ...window, after, maxBytes }
  // Most rooms have all days of the window. A room with a plan has half of its cells, and more plans leave less.
  const days = nightsBetween(window.from, window.to) + 1
  const maxRooms = Math.min(MAX_RECORDS, Math.ceil(MAX_PAGE_CELLS / 2 / days))
  const maxMonths = Math.ceil(MAX_PAGE_CELLS / DAYS_OF_MONTH)
  const [hotels, rooms, plans, planMonths] = await db.batch([
    selectHotels(query),
    selectRooms(query, days, maxRooms + 1),
    selectPlans(query),
    selectPlanMonths(query, maxMonths + 1),
  ])
  const lastHotelWithPlans = plans.length > MAX_PLANS ? plans.at(-1)?.hotelId : undefined
  const withPlans = hotels.findIndex(hotel => hotel.hotelId === lastHotelWithPlans)
  return {
    hotels: beyond(hotels, withPlans < 0 ? MAX_RECORDS : Math.min(MAX_RECORDS, withPlans + 1), maxBytes),
    rooms: beyond(rooms, maxRooms, maxBytes),
    plans,
    planMonths: { rows: planMonths, isCut: planMonths.length > maxMonths },
  }
}

/** Whether a row is of the hotel, if one is asked for. */
const isOfHotel = ({ hotelId }: PageQuery, column: string) =>
  hotelId === undefined ? sql`` : sql`AND ${sql.raw(column)} = ${hotelId}`

/** The rooms from the position on. A room of which some plans are left is read again. */
const ofNextRooms = (query: PageQuery, table: string) => sql`
  ${sql.raw(table)}.customer_id = ${query.customer} ${isOfHotel(query, `${table}.hotel_id`)}
  AND (${sql.raw(`${table}.hotel_id, ${table}.channel_room_id`)}) ${sql.raw(query.after.planId ? '>=' : '>')}
    (${query.after.hotelId}, ${query.after.roomId})`

const selectHotels = (query: PageQuery) =>
  selectRows(
    query.hotelId === undefined ? hotelsWithin(query.maxBytes, query.after) : withoutLimit,
    selected => sql`
      SELECT ${selected} FROM property
      CROSS JOIN customer ON customer.customer_id = property.customer_id
      LEFT JOIN channel_property ON channel_property.customer_id = property.customer_id
        AND channel_property.hotel_id = property.hotel_id
      WHERE property.customer_id = ${query.customer} ${isOfHotel(query, 'property.hotel_id')}
        AND property.hotel_id >= ${query.after.hotelId}
      ORDER BY property.hotel_id LIMIT ${MAX_RECORDS + 1}`,
  )

/** The rooms, each with its days. */
const selectRooms = (query: PageQuery, days: number, rows: number) =>
  selectRows(
    roomsWithBytes,
    selected => sql`
      SELECT ${selected} FROM channel_room
      LEFT JOIN room ON room.customer_id = channel_room.customer_id
        AND room.room_id = channel_room.availability_ids ->> 'roomId' AND room.room_type_id = channel_room.room_type_id
      WHERE ${ofNextRooms(query, 'channel_room')}
      ORDER BY channel_room.hotel_id, channel_room.channel_room_id LIMIT ${rows}`,
    {
      // Without LIMIT, SQLite reads the first day after the window too.
      days: jsonRows(
        roomDayColumns,
        day => sql`
          SELECT json_group_array(json(day)) FROM (
            SELECT ${day} AS day FROM room_day AS d
            WHERE d.customer_id = channel_room.customer_id AND d.hotel_id = channel_room.hotel_id
              AND d.channel_room_id = channel_room.channel_room_id AND d.day BETWEEN ${query.from} AND ${query.to}
            ORDER BY d.day LIMIT ${days})`,
      ),
    },
  )

/** The plans of the hotels. Of all hotels, those up to the hotel that reaches the maximum. */
function selectPlans(query: PageQuery) {
  const nextPlans = sql`
    FROM channel_rate_plan
    WHERE channel_rate_plan.customer_id = ${query.customer} ${isOfHotel(query, 'channel_rate_plan.hotel_id')}
      AND channel_rate_plan.hotel_id >= ${query.after.hotelId}`
  const inOrder = sql`ORDER BY channel_rate_plan.hotel_id, channel_rate_plan.channel_rate_plan_id`
  const isWithinMaximum =
    query.hotelId === undefined
      ? sql`AND channel_rate_plan.hotel_id <= coalesce(
          (SELECT channel_rate_plan.hotel_id ${nextPlans} ${inOrder} LIMIT 1 OFFSET ${MAX_PLANS}), ${AFTER_ALL})`
      : sql``
  return selectRows(planColumns, selected => sql`SELECT ${selected} ${nextPlans} ${isWithinMaximum} ${inOrder}`)
}

function selectPlanMonths(query: PageQuery, rows: number) {
  const { after } = query
  const [from, to] = [monthOf(query.from), monthOf(query.to)]
  // One month is found by its key. A range would also read the month after it.
  const isInMonths = from === to ? sql`m.month = ${from}` : sql`m.month BETWEEN ${from} AND ${to}`
  const isLeft = after.planId
    ? sql`AND (c.hotel_id <> ${after.hotelId} OR c.channel_room_id <> ${after.roomId} OR p.channel_rate_plan_id > ${after.planId})`
    : sql``
  // Within a room, plans and months are in order because the loops are. With the plan in ORDER BY, SQLite would sort them.
  return selectRows(
    planMonthColumns,
    selected => sql`
      SELECT ${selected} FROM channel_room AS c
      CROSS JOIN channel_rate_plan AS p ON p.customer_id = c.customer_id AND p.hotel_id = c.hotel_id ${isLeft}
      CROSS JOIN plan_month AS m ON ${OF_PLAN_IN_ROOM} AND ${isInMonths}
      WHERE ${ofNextRooms(query, 'c')}
      ORDER BY c.hotel_id, c.channel_room_id LIMIT ${rows}`,
  )
}

/** Marks the rows after `count`, and those after documents of so many bytes. */
function beyond<Row extends { isBeyond: boolean }>(
  rows: (Row & { bytes?: number })[],
  count: number,
  maxBytes: number,
): Row[] {
  let sum = 0
  return rows.map(({ bytes = 0, ...row }, i) => {
    const isBeyond = row.isBeyond || i >= count || sum >= maxBytes
    sum += bytes
    return { ...row, isBeyond } as unknown as Row
  })
}

const withoutLimit = { ...hotelColumns, isBeyond: sql<boolean>`0`.mapWith(Boolean) }

/** The descriptions of hotels may have 2 MB each, so that D1 itself limits their bytes. */
function hotelsWithin(maxBytes: number, { hotelId }: ChannelPosition): typeof withoutLimit {
  // The hotel of the position has been described on an earlier page.
  const next = sql`CASE WHEN property.hotel_id > ${hotelId} THEN channel_property.document END`
  const isBeyond = sql`coalesce(sum(octet_length(${next})) OVER (
    ORDER BY property.hotel_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) >= ${maxBytes}`
  const document = sql`CASE WHEN NOT (${isBeyond}) THEN ${next} END`.mapWith(hotelColumns.document)
  return {
    ...hotelColumns,
    document: document as unknown as typeof hotelColumns.document,
    isBeyond: isBeyond.mapWith(Boolean),
  }
}

/** The description of a room is small. */
const roomsWithBytes = {
  ...roomColumns,
  isBeyond: sql<boolean>`0`.mapWith(Boolean),
  bytes: sql<number>`octet_length(${roomColumns.document})`,
}
