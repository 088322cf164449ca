import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { dateAfter, nightsOf } from '../../domain/stay-dates'
import {
  type OfferedPlanMonth,
  type OfferedType,
  type OfType,
  offeredTypeColumns,
  offerPlanMonthColumns,
  offerRoomDayColumns,
  ofTypeColumn,
  type RoomDay,
} from '../../rows/online-booking'
import { channelRooms, fromPlanMonths, fromRoomDays } from './read-offers'

/** Which stays are asked for. */
export interface OfferFilter {
  arrivalDate: string
  departureDate: string
  guests: number
  hotelId: string | undefined
  roomTypeId: number | undefined
  rateId: number | undefined
}

type Values = OfferFilter & { customer: number }

/** The room types that the channel sells, with the number of their rooms that are free on every night. */
const selectTypes = prepareStatement(
  ({ customer, hotelId, roomTypeId, guests, arrivalDate, departureDate }: Placeholders<Omit<Values, 'rateId'>>) =>
    selectRows(
      offeredTypeColumns,
      selected => sql`
        SELECT ${selected}, (
          SELECT count(*) FROM room
          WHERE room.customer_id = room_type.customer_id AND room.room_type_id = room_type.room_type_id
            AND NOT EXISTS (
              SELECT 1 FROM room_night AS n WHERE n.customer_id = room.customer_id AND n.room_id = room.room_id
                AND n.night >= ${arrivalDate} AND n.night < ${departureDate})) AS freeRooms
        FROM (
          SELECT DISTINCT c.hotel_id, c.room_type_id FROM channel_room AS c
          WHERE ${channelRooms({ customer, hotelId, roomTypeId })}) AS sold
        CROSS JOIN room_type ON room_type.customer_id = ${customer} AND room_type.room_type_id = sold.room_type_id
          AND room_type.hotel_id = sold.hotel_id AND room_type.max_occupancy >= ${guests}
        CROSS JOIN property ON property.customer_id = room_type.customer_id AND property.hotel_id = room_type.hotel_id
        CROSS JOIN customer ON customer.customer_id = room_type.customer_id`,
    ),
)

const roomDayColumns = { ...offerRoomDayColumns, ...ofTypeColumn }

const selectRoomDays = prepareStatement((values: Placeholders<Omit<Values, 'rateId' | 'guests'>>) =>
  selectRows(roomDayColumns, selected => sql`SELECT ${selected} ${fromRoomDays(values)}`),
)

const { days: _, ...planColumns } = offerPlanMonthColumns
const planMonthColumns = { ...planColumns, ...ofTypeColumn }

/** Of a month only the days of the stay: those of all room types would be too many bytes. */
const selectPlanMonths = prepareStatement((values: Placeholders<Omit<Values, 'guests'> & { days: string }>) =>
  selectRows(planMonthColumns, selected => sql`SELECT ${selected} ${fromPlanMonths(values)}`, {
    rateName: sql<string>`(
      SELECT rate_name FROM rate_plan WHERE rate_plan.customer_id = p.customer_id AND rate_plan.rate_id = p.rate_id)`,
    days: sql<string>`(
      SELECT json_group_object(value, json(m.days -> value)) FROM json_each(${values.days}, '$."' || m.month || '"')
      WHERE m.days -> value IS NOT NULL)`,
  }),
)

/** What may be sold in the room types that are asked for. */
export interface OfferList {
  types: OfferedType[]
  roomDays: (RoomDay & OfType)[]
  planMonths: OfferedPlanMonth[]
}

/** Reads all data of a list of offers, in one round trip. */
export async function listOffers(db: Database, { customer }: Scope, filter: OfferFilter): Promise<OfferList> {
  const { rateId, guests, ...stay } = filter
  const [types, roomDays, planMonths] = await db.batch([
    selectTypes({ customer, guests, ...stay }),
    selectRoomDays({ customer, ...stay }),
    selectPlanMonths({ customer, rateId, days: daysByMonth(stay), ...stay }),
  ])
  return { types: types as OfferedType[], roomDays, planMonths }
}

/** The days from arrival to departure as JSON: `{"2027-05":["30","31"],"2027-06":["01"]}`. */
function daysByMonth({ arrivalDate, departureDate }: Pick<OfferFilter, 'arrivalDate' | 'departureDate'>): string {
  const months: Record<string, string[]> = {}
  for (const day of nightsOf(arrivalDate, dateAfter(departureDate, 1))) {
    const month = day.slice(0, 7)
    months[month] = [...(months[month] ?? []), day.slice(8)]
  }
  return JSON.stringify(months)
}
