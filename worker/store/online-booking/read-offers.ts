import { and, between, eq, sql } from 'drizzle-orm'
import { channelRatePlan, channelRoom, planDay, roomDay } from '../../../schema/tables/channel'
import { room, roomType } from '../../../schema/tables/hotel'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { type RowOf, selectRows } from '../../db/select-rows'
import type { Offer } from '../../domain/online-booking/offers'
import { dateAfter } from '../../domain/stay-dates'
import { type IdempotentReplay, selectByIdentity, selectReplay } from '../booking/idempotency'
import { lastChange } from '../reservation/change'
import { offerContextColumns, type PlanDay, planDayColumns, type RoomDay, roomDayColumns } from './columns'

/** A requested stay. */
export interface OfferQuery {
  roomTypeId: number
  hotelId: string | undefined
  rateId: number | undefined
  arrivalDate: string
  departureDate: string
}

/** Which of the records in the request belong to the customer. */
const requestColumns = (scope: Scope, { hotelId, rateId }: OfferQuery) => ({
  hasHotel: sql`EXISTS (
    SELECT 1 FROM property WHERE customer_id = ${scope.customer} AND hotel_id = ${hotelId ?? ''})`.mapWith(Boolean),
  hasRate: sql`EXISTS (
    SELECT 1 FROM rate_plan WHERE customer_id = ${scope.customer} AND rate_id = ${rateId ?? 0})`.mapWith(Boolean),
  /** Rooms and allotment that were taken and released in between leave no other trace. */
  lastChange: lastChange(scope),
})
export type OfferContext = RowOf<typeof offerContextColumns> & RowOf<ReturnType<typeof requestColumns>>

export interface OfferData {
  context: OfferContext
  replay: IdempotentReplay | undefined
  identityTaken: boolean
  /** Rooms of the type that are free on all nights. */
  freeRooms: number[]
  /** From the day of arrival to that of departure. */
  roomDays: RoomDay[]
  planDays: PlanDay[]
}

type OfferValues = OfferQuery & { customer: number }

const selectFreeRooms = prepareStatement(
  ({ customer, roomTypeId, arrivalDate, departureDate }: Placeholders<Omit<OfferValues, 'hotelId' | 'rateId'>>) =>
    build
      .select({ roomId: room.roomId })
      .from(room)
      .where(
        and(
          eq(room.customerId, customer),
          eq(room.roomTypeId, roomTypeId),
          sql`NOT EXISTS (
            SELECT 1 FROM room_night AS n
            WHERE n.customer_id = ${customer} AND n.room_id = ${room.roomId} AND n.night >= ${arrivalDate} AND n.night < ${departureDate})`,
        ),
      ),
)

type DayTable = typeof roomDay | typeof planDay

/** The channel rooms of the type that are sold, and the days of the stay. */
const isOffered = (
  day: DayTable,
  { customer, roomTypeId, hotelId, arrivalDate, departureDate }: Placeholders<Omit<OfferValues, 'rateId'>>,
) =>
  and(
    eq(channelRoom.customerId, customer),
    eq(channelRoom.roomTypeId, roomTypeId),
    eq(channelRoom.isActive, true),
    hotelId ? eq(channelRoom.hotelId, hotelId) : undefined,
    between(day.day, arrivalDate, departureDate),
  )

const ofRoomType = and(
  eq(roomType.customerId, channelRoom.customerId),
  eq(roomType.roomTypeId, channelRoom.roomTypeId),
  eq(roomType.hotelId, channelRoom.hotelId),
)

const ofChannelRoom = (day: DayTable) =>
  and(
    eq(day.customerId, channelRoom.customerId),
    eq(day.hotelId, channelRoom.hotelId),
    eq(day.channelRoomId, channelRoom.channelRoomId),
  )

const selectRoomDays = prepareStatement((query: Placeholders<Omit<OfferValues, 'rateId'>>) =>
  build
    .select(roomDayColumns)
    .from(channelRoom)
    .innerJoin(roomType, ofRoomType)
    .innerJoin(roomDay, ofChannelRoom(roomDay))
    .where(isOffered(roomDay, query)),
)

const selectPlanDays = prepareStatement(({ rateId, ...query }: Placeholders<OfferValues>) =>
  build
    .select(planDayColumns)
    .from(channelRoom)
    .innerJoin(roomType, ofRoomType)
    .innerJoin(
      channelRatePlan,
      and(
        eq(channelRatePlan.customerId, channelRoom.customerId),
        eq(channelRatePlan.hotelId, channelRoom.hotelId),
        eq(channelRatePlan.isActive, true),
        rateId ? eq(channelRatePlan.rateId, rateId) : undefined,
      ),
    )
    .innerJoin(planDay, and(ofChannelRoom(planDay), eq(planDay.channelRatePlanId, channelRatePlan.channelRatePlanId)))
    .where(isOffered(planDay, query))
    .orderBy(planDay.day),
)

/** Reads all data for offers, in one round trip. */
export async function readOffers(
  db: Database,
  scope: Scope,
  key: string | undefined,
  query: OfferQuery,
): Promise<OfferData> {
  const { customer } = scope
  const { hotelId, rateId, ...stay } = query
  const [[context], [replay], [sameIdentity], rooms, roomDays, planDays] = await db.batch([
    selectRows(
      offerContextColumns,
      selected => sql`
        SELECT ${selected} FROM customer AS c
        LEFT JOIN room_type AS t ON t.customer_id = c.customer_id AND t.room_type_id = ${query.roomTypeId}
        WHERE c.customer_id = ${customer}`,
      requestColumns(scope, query),
    ),
    selectReplay(scope, key),
    selectByIdentity(scope, key),
    selectFreeRooms({ customer, ...stay }),
    selectRoomDays({ customer, hotelId, ...stay }),
    selectPlanDays({ customer, hotelId, rateId, ...stay }),
  ])
  return {
    context: context as OfferContext,
    replay,
    identityTaken: sameIdentity !== undefined,
    freeRooms: rooms.map(({ roomId }) => roomId),
    roomDays,
    planDays,
  }
}

/** Refused by `reservation.version` when the offer is no longer what was read, or a restriction now forbids the stay. */
export const requireOffer = (
  { customer }: Scope,
  reservationId: unknown,
  { hotelId, channelRoomId, planId, nights }: Offer,
) => {
  const stay = nights.length
  const allowsArrival = (day: string) => {
    const of = sql.raw(day)
    return sql`ifnull(${of}.minimum_stay, 0) <= ${stay} AND ifnull(nullif(${of}.maximum_stay, 0), ${stay}) >= ${stay}
        AND ${of}.closed_on_arrival IS NOT 1`
  }
  const departure = dateAfter(nights.at(-1)?.day as string, 1)
  const ofRoom = sql`customer_id = ${customer} AND hotel_id = ${hotelId} AND channel_room_id = ${channelRoomId}`
  return build.run(sql`
    UPDATE reservation SET version = NULL
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND (${stay} <> (
      SELECT count(*) FROM json_each(${JSON.stringify(nights)}) AS offered
      JOIN plan_day p ON p.customer_id = ${customer} AND p.hotel_id = ${hotelId} AND p.channel_room_id = ${channelRoomId}
        AND p.channel_rate_plan_id = ${planId} AND p.day = offered.value ->> 'day'
      JOIN room_day r ON r.customer_id = p.customer_id AND r.hotel_id = p.hotel_id
        AND r.channel_room_id = p.channel_room_id AND r.day = p.day
      WHERE p.prices = offered.value ->> 'prices' AND p.plan_closed IS NOT 1 AND r.room_closed IS NOT 1
        AND (offered.key > 0 OR (${allowsArrival('p')} AND ${allowsArrival('r')})))
    OR EXISTS (SELECT 1 FROM room_day WHERE ${ofRoom} AND day = ${departure} AND closed_on_departure = 1)
    OR EXISTS (
      SELECT 1 FROM plan_day
      WHERE ${ofRoom} AND channel_rate_plan_id = ${planId} AND day = ${departure} AND closed_on_departure = 1))`)
}
