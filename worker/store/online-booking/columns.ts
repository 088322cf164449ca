import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { channelRatePlan, planDay, roomDay } from '../../../schema/tables/channel'
import { customer } from '../../../schema/tables/control'
import { property, roomType } from '../../../schema/tables/hotel'
import { leftJoined, type RowOf } from '../../db/select-rows'
import { restrictionsOf } from '../channel/columns'

/*
 * What is selected for online bookings and inquiries, and the types of the rows.
 */

const c = alias(customer, 'c')
const t = leftJoined(alias(roomType, 't'))
const p = leftJoined(alias(property, 'p'))

/** The customer, and the property of the room type; `hotelId` null: there is no such type. */
export const offerContextColumns = {
  currency: c.currency,
  hotelId: t.hotelId,
  maxOccupancy: t.maxOccupancy,
  urlTemplate: c.itineraryUrlTemplate,
}

/** A channel room on one day. */
export const roomDayColumns = {
  hotelId: roomDay.hotelId,
  channelRoomId: roomDay.channelRoomId,
  day: roomDay.day,
  roomsToSell: roomDay.roomsToSell,
  isClosed: roomDay.roomClosed,
  ...restrictionsOf(roomDay),
}
export type RoomDay = RowOf<typeof roomDayColumns>

/** A channel room with a plan on one day. */
export const planDayColumns = {
  hotelId: planDay.hotelId,
  channelRoomId: planDay.channelRoomId,
  planId: planDay.channelRatePlanId,
  /** The hotel's rate plan that the channel's is tied to. */
  rateId: channelRatePlan.rateId,
  day: planDay.day,
  isClosed: planDay.planClosed,
  /** Minor units by number of guests, as the JSON text that `requireOffer` compares; null: none. */
  prices: sql<string | null>`${planDay.prices}`,
  ...restrictionsOf(planDay),
}
export type PlanDay = RowOf<typeof planDayColumns>

/** The records that an inquiry refers to. */
export const inquiryColumns = {
  currency: c.currency,
  /** The property of the room type, else the customer's first. */
  hotelId: p.hotelId,
  timeZone: sql<string>`coalesce(${p.propertyTimeZone}, ${c.timeZone})`,
  /** Null: the room type is not this customer's, or none was named. */
  roomTypeName: t.roomTypeName,
}
export type InquiryData = RowOf<typeof inquiryColumns>
