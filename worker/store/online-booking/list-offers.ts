import { sql } from 'drizzle-orm'
import { dateAfter, nightsBetween, nightsOf } from '../../../schema/stay-dates'
import type { Database } from '../../db/database'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import {
  type OfferedPlanMonth,
  type OfferedType,
  type OfType,
  offeredTypeColumns,
  offerPlanMonthColumns,
  offerRoomDayColumns,
  ofTypeColumn,
  type RoomDay,
} from './columns'
import { fromPlanMonths, fromRoomDays, isSoldPlan } from './read-offers'

/** Which stays are asked for. */
export interface OfferFilter {
  arrivalDate: string
  departureDate: string
  guests: number
  hotelId: string | undefined
  roomTypeId: number | undefined
  rateId: number | undefined
}

/** The part of the list to read, in room types. */
export interface OfferRange {
  /** The hotel and room type after which the page begins. */
  after: readonly [hotelId: string, roomTypeId: number] | undefined
  offset: number
  types: number
}

interface Values extends OfferFilter {
  customer: number
  nights: number
  afterHotel: string
  afterType: number
  offset: number
  types: number
}

/** A page ends before the room type that brings it to more nights of plans. They decide what it costs. */
const MAX_PAGE_NIGHTS = 10_000

/**
 * The room types of a page, in order, from those with a plan that is sold: at most `types`, with at most `MAX_PAGE_NIGHTS` but at
 * least one. `candidates` is greater than their number if more follow.
 */
const typesOfPage = ({
  customer,
  hotelId,
  roomTypeId,
  guests,
  nights,
  afterHotel,
  afterType,
  ...page
}: Placeholders<Values>) => {
  const channelRooms = sql`FROM channel_room AS c
    WHERE c.customer_id = t.customer_id AND c.room_type_id = t.room_type_id AND c.hotel_id = t.hotel_id AND c.is_active = 1`
  const plans = sql`FROM channel_rate_plan AS p
    WHERE p.customer_id = t.customer_id AND p.hotel_id = t.hotel_id AND ${isSoldPlan(page)}`
  return sql`(
    SELECT hotel_id, room_type_id, candidates FROM (
      SELECT hotel_id, room_type_id, count(*) OVER () AS candidates, row_number() OVER ordered AS number,
        sum(plans) OVER ordered AS plans
      FROM (
        SELECT t.hotel_id, t.room_type_id, (SELECT count(*) ${channelRooms}) * (SELECT count(*) ${plans}) AS plans
        FROM room_type AS t
        WHERE t.customer_id = ${customer} AND (t.hotel_id, t.room_type_id) > (${afterHotel}, ${afterType})
          AND t.max_occupancy >= ${guests}
          ${hotelId && sql`AND t.hotel_id = ${hotelId}`} ${roomTypeId && sql`AND t.room_type_id = ${roomTypeId}`}
          AND EXISTS (SELECT 1 ${channelRooms}) AND EXISTS (SELECT 1 ${plans})
        ORDER BY t.hotel_id, t.room_type_id LIMIT ${page.types} + 1 OFFSET ${page.offset})
      WINDOW ordered AS (ORDER BY hotel_id, room_type_id))
    WHERE number <= ${page.types} AND (number = 1 OR plans * ${nights} <= ${sql.raw(String(MAX_PAGE_NIGHTS))}))`
}

/** The channel rooms `c` of these room types that are sold. */
const roomsOfPage = (values: Placeholders<Values>) => sql`
  ${typesOfPage(values)} AS listed
  CROSS JOIN channel_room AS c ON c.customer_id = ${values.customer} AND c.room_type_id = listed.room_type_id
    AND c.hotel_id = listed.hotel_id AND c.is_active = 1`

/** The room types, with the number of their rooms that are free on every night. */
const selectTypes = prepareStatement((values: Placeholders<Values>) =>
  selectRows(
    { ...offeredTypeColumns, candidates: sql<number>`listed.candidates` },
    selected => sql`
      SELECT ${selected}, (
        SELECT count(*) FROM room
        WHERE room.customer_id = room_type.customer_id AND room.room_type_id = room_type.room_type_id
          AND room.is_active AND NOT EXISTS (
            SELECT 1 FROM room_night AS n WHERE n.customer_id = room.customer_id AND n.room_id = room.room_id
              AND n.night >= ${values.arrivalDate} AND n.night < ${values.departureDate})) AS freeRooms
      FROM ${typesOfPage(values)} AS listed
      CROSS JOIN room_type ON room_type.customer_id = ${values.customer} AND room_type.room_type_id = listed.room_type_id
      CROSS JOIN property ON property.customer_id = room_type.customer_id AND property.hotel_id = room_type.hotel_id
      CROSS JOIN customer ON customer.customer_id = room_type.customer_id
      ORDER BY listed.hotel_id, listed.room_type_id`,
  ),
)

const roomDayColumns = { ...offerRoomDayColumns, ...ofTypeColumn }

const selectRoomDays = prepareStatement((values: Placeholders<Values>) =>
  selectRows(roomDayColumns, selected => sql`SELECT ${selected} ${fromRoomDays(roomsOfPage(values), values)}`),
)

const { days: _, ...planColumns } = offerPlanMonthColumns
const planMonthColumns = { ...planColumns, ...ofTypeColumn }

/** Of the first and the last month only the days of the stay: the whole months would be too many bytes. */
const selectPlanMonths = prepareStatement((values: Placeholders<Values & { days: string }>) =>
  selectRows(planMonthColumns, selected => sql`SELECT ${selected} ${fromPlanMonths(roomsOfPage(values), values)}`, {
    rateName: sql<string>`(
      SELECT rate_name FROM rate_plan WHERE rate_plan.customer_id = p.customer_id AND rate_plan.rate_id = p.rate_id)`,
    days: sql<string>`CASE
      WHEN m.month > substr(${values.arrivalDate}, 1, 7) AND m.month < substr(${values.departureDate}, 1, 7) THEN m.days
      ELSE (
        SELECT json_group_object(value, json(m.days -> value)) FROM json_each(${values.days}, '$."' || m.month || '"')
        WHERE m.days -> value IS NOT NULL) END`,
  }),
)

/** What may be sold in the room types of a page. */
export interface OfferList {
  types: OfferedType[]
  roomDays: (RoomDay & OfType)[]
  planMonths: OfferedPlanMonth[]
  /** The last room type of the page, if more follow. */
  rest: readonly [hotelId: string, roomTypeId: number] | undefined
}

/** Reads all data of a page of offers, in one round trip. */
export async function listOffers(
  db: Database,
  { customer }: Scope,
  filter: OfferFilter,
  { after: [afterHotel, afterType] = ['', 0], ...range }: OfferRange,
): Promise<OfferList> {
  const { arrivalDate, departureDate } = filter
  const values = {
    customer,
    ...filter,
    ...range,
    afterHotel,
    afterType,
    nights: nightsBetween(arrivalDate, departureDate),
  }
  const [types, roomDays, planMonths] = await db.batch([
    selectTypes(values),
    selectRoomDays(values),
    selectPlanMonths({ ...values, days: daysOfEnds(filter) }),
  ])
  const last = types.at(-1)
  const rest = last && last.candidates > types.length ? ([last.hotelId, last.roomTypeId] as const) : undefined
  return { types: types as unknown as OfferedType[], roomDays, planMonths, rest }
}

/** The days from arrival to departure in the months of both, as JSON: `{"2027-05":["30","31"],"2027-07":["01"]}`. */
function daysOfEnds({ arrivalDate, departureDate }: Pick<OfferFilter, 'arrivalDate' | 'departureDate'>): string {
  const ends = [arrivalDate, departureDate].map(date => date.slice(0, 7))
  const days = nightsOf(arrivalDate, dateAfter(departureDate, 1)).filter(day => ends.includes(day.slice(0, 7)))
  const byMonth = Map.groupBy(days, day => day.slice(0, 7))
  return JSON.stringify(Object.fromEntries([...byMonth].map(([month, days]) => [month, days.map(day => day.slice(8))])))
}
