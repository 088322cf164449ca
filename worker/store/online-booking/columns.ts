import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { pick } from '../../../schema/pick'
import { channelRatePlan, planMonth, roomDay } from '../../../schema/tables/channel'
import { customer } from '../../../schema/tables/control'
import { property, roomType } from '../../../schema/tables/hotel'
import { leftJoined, type RowOf } from '../../db/select-rows'
import { restrictionsOf } from '../channel/columns'

/*
 * What is selected for online bookings and inquiries, and the types of the rows.
 */

const t = leftJoined(alias(roomType, 't'))
const hotel = leftJoined(property)

/** The time zone of the property, from `property` or none and `customer`. */
const timeZone = sql<string>`coalesce(${hotel.timeZone}, ${customer.timeZone})`

/** The customer, and the property of the room type; `hotelId` null: there is no such type. */
export const offerContextColumns = {
  currency: customer.currency,
  hotelId: t.hotelid,
  timeZone,
  maxOccupancy: t.maxOccupancy,
  urlTemplate: customer.itineraryUrlTemplate,
}

/** A channel room on one day. */
export const offerRoomDayColumns = {
  ...pick(roomDay, 'hotelId', 'channelRoomId', 'day', 'roomsToSell'),
  isClosed: roomDay.roomClosed,
  ...restrictionsOf(roomDay),
}
export type RoomDay = RowOf<typeof offerRoomDayColumns>

const plan = alias(channelRatePlan, 'p')
const m = alias(planMonth, 'm')

/** A month of a channel room with a plan, from `plan_month AS m` and `channel_rate_plan AS p`. */
export const offerPlanMonthColumns = {
  hotelId: m.hotelId,
  channelRoomId: m.channelRoomId,
  planId: m.channelRatePlanId,
  /** The hotel's rate plan that the channel's is tied to. */
  rateId: plan.rateId,
  month: m.month,
  days: sql<string>`${m.days}`,
}
export type PlanMonth = RowOf<typeof offerPlanMonthColumns>

/** A room type of the hotels that are asked for, from `room_type AS t`, `property` and `customer`. */
export const offeredTypeColumns = {
  hotelId: roomType.hotelid,
  hotelName: property.name,
  timeZone: property.timeZone,
  roomTypeId: roomType.roomTypeId,
  roomTypeName: roomType.name,
  roomTypeDescription: roomType.description,
  maxOccupancy: roomType.maxOccupancy,
  currency: customer.currency,
}
export type OfferedType = RowOf<typeof offeredTypeColumns> & { freeRooms: number }

/** The room type that a channel room is tied to, from `channel_room AS c`. */
export const ofTypeColumn = { roomTypeId: sql<number>`c.room_type_id` }
export type OfType = RowOf<typeof ofTypeColumn>

/** A month of a plan with the name of the hotel's rate plan. */
export type OfferedPlanMonth = PlanMonth & OfType & { rateName: string | null }

/** The records that an inquiry refers to. */
export const inquiryColumns = {
  currency: customer.currency,
  /** The property that was named, else that of the room type, else the customer's only one. Null: none of these. */
  hotelId: hotel.hotelid,
  timeZone,
  /** Null: the room type is not this customer's, or none was named. */
  roomTypeName: t.name,
}
export type InquiryData = RowOf<typeof inquiryColumns>
