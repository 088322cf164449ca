import { getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { pick } from '../../../schema/pick'
import { activity, activitySlot } from '../../../schema/tables/activity'
import { guest } from '../../../schema/tables/guest'
import { room } from '../../../schema/tables/hotel'
import { payment } from '../../../schema/tables/payment'
import { reservation } from '../../../schema/tables/reservation'
import { roomNight, roomStay } from '../../../schema/tables/stay'
import { DATABASE_NOW } from '../../db/database'
import type { Owner } from '../../db/scope'
import { jsonRowsInOrder } from '../../db/select-json'
import type { RowOf } from '../../db/select-rows'
import { holdUntilOf, ratesOfStay } from '../reservation/columns'

/*
 * What a booking request selects, and the types of the rows.
 */

/** The property of a customer that has only one. */
export const onlyHotelOf = ({ customer }: Owner) => sql<string | null>`(
  SELECT max(hotel_id) FROM (SELECT hotel_id FROM property WHERE customer_id = ${customer} LIMIT 2) HAVING count(*) = 1)`

const { customerId: _, guestId: __, changeSeq, createdAt, updatedAt, ...ofBooking } = getTableColumns(reservation)
/** The reservation, as far as a change needs it. If `hasDates` is false, its dates are placeholders. */
export const bookingColumns = {
  ...ofBooking,
  holdUntil: holdUntilOf(reservation),
  /** By the database's clock, as the statement that confirms it judges. */
  isHoldOver: sql`coalesce(${holdUntilOf(reservation)} <= ${DATABASE_NOW}, 0)`.mapWith(Boolean),
}
export type StoredBooking = RowOf<typeof bookingColumns>

const stay = alias(roomStay, 's')

/** The rooms of the row of `reservation`, with their rate lines. */
export const bookedStays = jsonRowsInOrder(
  {
    ...pick(stay, 'stayNo', 'roomId', 'stayArrival', 'stayDeparture', 'guestsInRoom', 'channelRoomId', 'roomNotes'),
    rates: ratesOfStay,
  },
  booked => sql`
    SELECT ${booked} AS part FROM room_stay AS s
    WHERE s.customer_id = reservation.customer_id AND s.reservation_id = reservation.reservation_id ORDER BY s.stay_no`,
)

/** The details of the guest of the reservation. */
const { customerId: _customer, guestId: _guest, isErased: _isErased, ...details } = getTableColumns(guest)
export const guestColumns = details
export type StoredGuest = RowOf<typeof guestColumns>

/** A payment without an external id. */
export const unnamedPaymentColumns = {
  ...pick(payment, 'paymentSource', 'paymentAmount', 'surcharge', 'baseAmount', 'transactionTotal', 'adjustmentValue'),
  ...pick(payment, 'correspondenceTypeId'),
}
export type UnnamedPayment = RowOf<typeof unnamedPaymentColumns>

const night = alias(roomNight, 'night')

/** A room that another reservation or a closure holds; `night` is the first of these nights. */
export const takenRoomColumns = {
  /** Its index in the rooms of the plan, or of the booking if the plan does not change them. */
  position: sql<number>`stay.key`,
  roomId: night.roomId,
  night: sql`min(${night.night})`.mapWith(night.night),
}
export type TakenRoom = RowOf<typeof takenRoomColumns>

/** A room that is not in use, with nights that the reservation does not hold yet. */
export const unusedRoomColumns = { position: takenRoomColumns.position, roomId: room.roomId }
export type UnusedRoom = RowOf<typeof unusedRoomColumns>

/** A slot with too few places, from the table `wanted` of the requested ones. */
export const fullSlotColumns = {
  position: sql<number>`min(wanted.position)`,
  activityId: sql`wanted.activity_id`.mapWith(activity.activityId),
  date: sql`wanted.slot_date`.mapWith(activitySlot.slotDate),
  time: sql`wanted.slot_time`.mapWith(activitySlot.slotTime),
  wanted: sql<number>`sum(wanted.participants)`,
}
export type FullSlot = RowOf<typeof fullSlotColumns> & { left: number }
