import { type Column, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { channelProperty, channelRatePlan, channelRoom, planDay, roomDay } from '../../../schema/tables/channel'
import { customer } from '../../../schema/tables/control'
import { property, room } from '../../../schema/tables/hotel'
import { leftJoined, type RowOf } from '../../db/select-rows'

/*
 * What is selected of a channel manager's records, and the types of the rows.
 */

const description = leftJoined(channelProperty)

export const hotelColumns = {
  hotelId: property.hotelId,
  propertyName: property.propertyName,
  timeZone: property.propertyTimeZone,
  currency: customer.currency,
  document: description.document,
  controlIds: description.controlIds,
}

export const roomColumns = {
  hotelId: channelRoom.hotelId,
  id: channelRoom.channelRoomId,
  /** The hotel's own room type that it is tied to. */
  linkedId: channelRoom.roomTypeId,
  isActive: channelRoom.isActive,
  document: channelRoom.document,
  controlIds: channelRoom.controlIds,
  availabilityIds: channelRoom.availabilityIds,
  /** The `roomId` of those ids, if that room of the hotel has the room type that this room is tied to. */
  ownRoomId: leftJoined(room).roomId,
}
export type StoredRoom = RowOf<typeof roomColumns>

export const planColumns = {
  hotelId: channelRatePlan.hotelId,
  id: channelRatePlan.channelRatePlanId,
  /** The hotel's own rate plan that it is tied to. */
  linkedId: channelRatePlan.rateId,
  isActive: channelRatePlan.isActive,
  document: channelRatePlan.document,
  controlIds: channelRatePlan.controlIds,
}
type StoredPlan = RowOf<typeof planColumns>

/** A channel room or rate plan. */
export type StoredEntry = Pick<StoredRoom, keyof StoredRoom & keyof StoredPlan>

/** The restrictions of a day. Null: never sent; 0 nights: no restriction. */
export type StayRestrictions = Pick<
  typeof roomDay.$inferSelect,
  'minimumStay' | 'maximumStay' | 'closedOnArrival' | 'closedOnDeparture'
>

export const restrictionsOf = <Table extends Record<keyof StayRestrictions, Column>>(
  table: Table,
): Pick<Table, keyof StayRestrictions> => ({
  minimumStay: table.minimumStay,
  maximumStay: table.maximumStay,
  closedOnArrival: table.closedOnArrival,
  closedOnDeparture: table.closedOnDeparture,
})

const ofRoom = alias(roomDay, 'd')

/** Days of rooms, from `room_day AS d`. */
export const roomDayColumns = {
  hotelId: ofRoom.hotelId,
  roomId: ofRoom.channelRoomId,
  day: ofRoom.day,
  roomsToSell: ofRoom.roomsToSell,
  closed: ofRoom.roomClosed,
  ...restrictionsOf(ofRoom),
}
export type StoredRoomDay = RowOf<typeof roomDayColumns>

const ofPlan = alias(planDay, 'd')

/** Days of plans in rooms, from `plan_day AS d`. */
export const planDayColumns = {
  hotelId: ofPlan.hotelId,
  roomId: ofPlan.channelRoomId,
  planId: ofPlan.channelRatePlanId,
  day: ofPlan.day,
  closed: ofPlan.planClosed,
  /** Minor units by number of guests, as JSON text: many days have equal texts, each of which is parsed once. */
  prices: sql<string | null>`${ofPlan.prices}`,
  ...restrictionsOf(ofPlan),
}
export type StoredPlanDay = RowOf<typeof planDayColumns>

/** The stored records of one hotel: rooms and plans in the order of their ids, days in any order. */
export interface StoredChannel {
  hotel: RowOf<typeof hotelColumns>
  rooms: StoredRoom[]
  plans: StoredPlan[]
  roomDays: StoredRoomDay[]
  planDays: StoredPlanDay[]
}
