import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { type RowOf, selectRows } from '../../db/select-rows'
import type { PlanOffer } from '../../domain/online-booking/offers'
import { type KeyUse, keyColumns, keyUseOf } from '../booking/idempotency'
import { fromNightsOf } from '../channel/allotment'
import { OF_PLAN_IN_ROOM } from '../channel/plan-months'
import { idOf, valuesOf, type WrittenReservation, type WrittenValues } from '../counter/written'
import { newestSequence } from '../event/insert-event'
import { lastChange } from '../reservation/change'
import {
  offerContextColumns,
  offerPlanMonthColumns,
  offerRoomDayColumns,
  type PlanMonth,
  type RoomDay,
} from './columns'

/** A requested stay. */
export interface OfferQuery {
  roomTypeId: number
  hotelId: string | undefined
  rateId: number | undefined
  arrivalDate: string
  departureDate: string
}

interface OfferValues extends OfferQuery {
  customer: number
}

/** How one of the free rooms is chosen. */
interface RoomChoice {
  /** Whether the room is taken whose free nights around the stay are fewest. */
  byFit: true | undefined
  /** Of equal rooms the first from a part of the range of their ids on, from 0 to less than 1. */
  part: number
}

/** Which of the records in the request belong to the customer. */
const requestColumns = ({
  customer,
  hotelId,
  rateId,
}: Placeholders<Pick<OfferValues, 'customer' | 'hotelId' | 'rateId'>>) => ({
  hasHotel: sql`EXISTS (
    SELECT 1 FROM property WHERE customer_id = ${customer} AND hotel_id = ${hotelId ?? ''})`.mapWith(Boolean),
  hasRate: sql`EXISTS (
    SELECT 1 FROM rate_plan WHERE customer_id = ${customer} AND rate_id = ${rateId ?? 0})`.mapWith(Boolean),
  /** Rooms and allotment that were taken and released in between leave no other trace. */
  lastChange: lastChange({ customer }),
  /** Each change of rates has an event. */
  newestEvent: newestSequence({ customer }),
})

/** What a side without a booking counts for: more days than any run between two bookings has. */
const OPEN_DAYS = sql.raw('10000000')

/**
 * The room of the type that is free on all nights and has the fewest free nights around the stay, so that long free runs are left
 * for long stays. Of equal rooms, and of all without `byFit`, the first from a part of the range of their ids on: requests at
 * once that begin at different parts rarely take the same room.
 */
const freeRoom = ({
  customer,
  roomTypeId,
  arrivalDate,
  departureDate,
  byFit,
  part,
}: Placeholders<Omit<OfferValues, 'hotelId' | 'rateId'> & RoomChoice>) => {
  const ofType = sql`
    FROM room WHERE room.customer_id = ${customer} AND room.room_type_id = ${roomTypeId} AND room.is_active`
  const lowest = sql`(SELECT min(room.room_id) ${ofType})`
  const highest = sql`(SELECT max(room.room_id) ${ofType})`
  const takenNight = (roomId: SQL, where: SQL) => sql`(
    SELECT n.night FROM room_night AS n
    WHERE n.customer_id = ${customer} AND n.room_id = ${roomId} AND n.night ${where} LIMIT 1)`
  const daysBetween = (from: SQL, to: SQL) => sql`ifnull(julianday(${to}) - julianday(${from}), ${OPEN_DAYS})`
  const previous = takenNight(sql`candidate.room_id`, sql`< ${arrivalDate} ORDER BY n.night DESC`)
  const freeDays = sql`${daysBetween(previous, sql`${arrivalDate}`)} + ${daysBetween(sql`${departureDate}`, sql`next`)}`
  // LIMIT keeps SQLite from reading the next night once for each comparison.
  return sql<number | null>`(
    SELECT room_id FROM (
      SELECT room.room_id, ${takenNight(sql`room.room_id`, sql`>= ${arrivalDate} ORDER BY n.night`)} AS next,
        room.room_id < ${lowest} + ${part} * (${highest} - ${lowest}) AS is_before
      ${ofType} LIMIT -1) AS candidate
    WHERE next IS NULL OR next >= ${departureDate}
    ORDER BY ${byFit && sql`${freeDays},`} is_before, room_id LIMIT 1)`
}

interface ContextValues extends OfferValues, RoomChoice {
  /** The idempotency key. */
  key: string
}

const selectContext = prepareStatement((values: Placeholders<ContextValues>) =>
  selectRows(
    offerContextColumns,
    selected => sql`
      SELECT ${selected} FROM customer
      LEFT JOIN room_type AS t ON t.customer_id = customer.customer_id AND t.room_type_id = ${values.roomTypeId}
      LEFT JOIN property ON property.customer_id = t.customer_id AND property.hotel_id = t.hotel_id
      WHERE customer.customer_id = ${values.customer}`,
    { ...requestColumns(values), freeRoomId: freeRoom(values), ...keyColumns(values, values.key) },
  ),
)

/** `freeRoomId`: a room of the type that is free on all nights; null: there is none. */
export type OfferContext = RowOf<typeof offerContextColumns> &
  RowOf<ReturnType<typeof requestColumns>> & { freeRoomId: number | null }

export interface OfferData extends KeyUse {
  context: OfferContext
  /** From the day of arrival to that of departure. */
  roomDays: RoomDay[]
  /** The months of these days. */
  planMonths: PlanMonth[]
}

type StayValues = Omit<OfferValues, 'rateId'>

type Dates = Placeholders<Pick<StayValues, 'arrivalDate' | 'departureDate'>>

/** The channel rooms `c` of a room type that are sold. */
const roomsOfType = ({ customer, hotelId, roomTypeId }: Placeholders<StayValues>) => sql`
  channel_room AS c
  CROSS JOIN room_type AS t ON t.customer_id = c.customer_id AND t.room_type_id = c.room_type_id AND t.hotel_id = c.hotel_id
    AND c.customer_id = ${customer} AND c.is_active = 1 AND c.room_type_id = ${roomTypeId}
    ${hotelId && sql`AND c.hotel_id = ${hotelId}`}`

/** The days of channel rooms `c` from arrival to departure. */
export const fromRoomDays = (channelRooms: SQL, { arrivalDate, departureDate }: Dates) => sql`
  FROM ${channelRooms}
  CROSS JOIN room_day ON room_day.customer_id = c.customer_id AND room_day.hotel_id = c.hotel_id
    AND room_day.channel_room_id = c.channel_room_id AND room_day.day BETWEEN ${arrivalDate} AND ${departureDate}`

/** Which plans are sold: those of a rate, or all. */
export type RateFilter = { rateId?: Placeholders<{ rateId: number }>['rateId'] | undefined }

export const isSoldPlan = ({ rateId }: RateFilter) => sql`p.is_active = 1 ${rateId && sql`AND p.rate_id = ${rateId}`}`

/** The months of a stay of the plans in channel rooms `c`. */
export const fromPlanMonths = (channelRooms: SQL, { arrivalDate, departureDate, ...rate }: Dates & RateFilter) => sql`
  FROM ${channelRooms}
  CROSS JOIN channel_rate_plan AS p ON p.customer_id = c.customer_id AND p.hotel_id = c.hotel_id AND ${isSoldPlan(rate)}
  CROSS JOIN plan_month AS m ON ${OF_PLAN_IN_ROOM}
    AND m.month BETWEEN substr(${arrivalDate}, 1, 7) AND substr(${departureDate}, 1, 7)`

const selectRoomDays = prepareStatement((values: Placeholders<StayValues>) =>
  selectRows(offerRoomDayColumns, selected => sql`SELECT ${selected} ${fromRoomDays(roomsOfType(values), values)}`),
)

const selectPlanMonths = prepareStatement((values: Placeholders<OfferValues>) =>
  selectRows(offerPlanMonthColumns, selected => sql`SELECT ${selected} ${fromPlanMonths(roomsOfType(values), values)}`),
)

/** Reads all data for offers, in one round trip. */
export async function readOffers(
  db: Database,
  scope: Scope,
  { key, ...choice }: RoomChoice & { key: string | undefined },
  query: OfferQuery,
): Promise<OfferData> {
  const { customer } = scope
  const { hotelId, rateId, ...stay } = query
  const [[found], roomDays, planMonths] = await db.batch([
    selectContext({ customer, ...query, ...choice, key: key ?? '' }),
    selectRoomDays({ customer, hotelId, ...stay }),
    selectPlanMonths({ customer, hotelId, rateId, ...stay }),
  ])
  const context = found as NonNullable<typeof found>
  return { context, ...keyUseOf(context), roomDays, planMonths }
}

/**
 * Refused by `reservation.version` when the rates of the hotel have changed since the offer was read, or a night was not taken from
 * the channel room that is sold, which had none left. Runs after the nights are inserted.
 */
export const requireOffer = (
  written: WrittenReservation,
  { hotelId, channelRoomId }: PlanOffer,
  { newestEvent }: OfferContext,
) => requireOffered({ ...valuesOf(written), hotelId, channelRoomId, newestEvent })

interface OfferedValues
  extends WrittenValues,
    Pick<PlanOffer, 'hotelId' | 'channelRoomId'>,
    Pick<OfferContext, 'newestEvent'> {}

const requireOffered = prepareStatement(
  ({ hotelId, channelRoomId, newestEvent, ...written }: Placeholders<OfferedValues>) =>
    build.run(sql`
      UPDATE reservation SET version = NULL
      WHERE customer_id = ${written.customer} AND reservation_id = ${idOf(written)} AND (
        EXISTS (
          SELECT 1 FROM event WHERE customer_id = ${written.customer} AND sequence > ${newestEvent}
            AND event_type = 'rates.updated' AND data ->> 'hotelid' = ${hotelId})
        OR EXISTS (SELECT 1 ${fromNightsOf(written)} WHERE n.allot_room_id IS NOT ${channelRoomId}))`),
)
