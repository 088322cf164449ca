import { type Column, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { pick } from '../../../schema/pick'
import { channelProperty, channelRatePlan, channelRoom, planMonth, roomDay } from '../../../schema/tables/channel'
import { customer } from '../../../schema/tables/control'
import { property, room } from '../../../schema/tables/hotel'
import { leftJoined, type RowOf } from '../../db/select-rows'

/*
 * What is selected of a channel manager's records, and the types of the rows.
 */

const description = leftJoined(channelProperty)

export const hotelColumns = {
  hotelId: property.hotelid,
  propertyName: property.name,
  timeZone: property.timeZone,
  currency: customer.currency,
  document: description.document,
  controlIds: description.controlIds,
}

export const roomColumns = {
  hotelId: channelRoom.hotelId,
  id: channelRoom.channelRoomId,
  /** The hotel's own room type that it is tied to. */
  linkedId: channelRoom.roomTypeId,
  ...pick(channelRoom, 'isActive', 'document', 'controlIds', 'availabilityIds'),
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
export type StoredPlan = RowOf<typeof planColumns>

/** A channel room or rate plan. */
export type StoredEntry = Pick<StoredRoom, keyof StoredRoom & keyof StoredPlan>

/** The restrictions of a day. Null: never sent; 0 nights: no restriction. */
export type StayRestrictions = Pick<
  typeof roomDay.$inferSelect,
  'minimumStay' | 'maximumStay' | 'closedOnArrival' | 'closedOnDeparture'
>

export const restrictionsOf = <Table extends Record<keyof StayRestrictions, Column>>(
  table: Table,
): Pick<Table, keyof StayRestrictions> =>
  pick(table, 'minimumStay', 'maximumStay', 'closedOnArrival', 'closedOnDeparture')

const d = alias(roomDay, 'd')
const m = alias(planMonth, 'm')

/** Days of a room, from `room_day AS d`. */
export const roomDayColumns = {
  day: d.day,
  roomsToSell: d.roomsToSell,
  closed: d.roomClosed,
  ...restrictionsOf(d),
}
export type StoredRoomDay = RowOf<typeof roomDayColumns>

/** Months of plans in rooms, from `plan_month AS m`. `days` is parsed where it is used. */
export const planMonthColumns = {
  hotelId: m.hotelId,
  roomId: m.channelRoomId,
  planId: m.channelRatePlanId,
  month: m.month,
  days: sql<string>`${m.days}`,
}
export type StoredPlanMonth = RowOf<typeof planMonthColumns>

/** A hotel, a room or a plan that is stored beyond the limits of a page has no document. */
type Beyond = { isBeyond: boolean }

/** Days, both ends included. */
export interface DateWindow {
  from: string
  to: string
}

/** What is stored after a position: hotels, rooms, plans and months, each in the order of its key. */
export interface StoredChannelPage {
  hotels: (RowOf<typeof hotelColumns> & Beyond)[]
  /** Rooms with their days in the window. */
  rooms: (StoredRoom & { days: StoredRoomDay[] } & Beyond)[]
  /** Complete for each hotel that is not beyond. */
  plans: StoredPlan[]
  /** Months that have a day in the window, with all their days. `isCut`: the last room of them may not be complete, nor its last plan. */
  planMonths: { rows: StoredPlanMonth[]; isCut: boolean }
}

/** The last hotel, room and plan of a page. Without room: the hotel's description and plans. Without plan: the whole room. */
export interface ChannelPosition {
  hotelId: string
  roomId: string
  planId: string
}
