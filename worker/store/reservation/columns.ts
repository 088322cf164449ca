import { type Column, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { pick } from '../../../schema/pick'
import { activity } from '../../../schema/tables/activity'
import { activityBooking, activityRate } from '../../../schema/tables/activity-booking'
import { guest } from '../../../schema/tables/guest'
import { property, room, roomType } from '../../../schema/tables/hotel'
import { payment } from '../../../schema/tables/payment'
import { reservation } from '../../../schema/tables/reservation'
import { roomRate, roomStay } from '../../../schema/tables/stay'
import { STATUS } from '../../../schema/wire/reservation-status'
import { jsonObject, jsonRowsInOrder } from '../../db/select-json'
import { type Columns, leftJoined, type RowOf } from '../../db/select-rows'

/*
 * What a list of reservations selects from `reservation AS r`, `guest AS g` and `property AS h`, and the types of its rows.
 * Rooms, activities and payments are JSON, in the order of the booking.
 */

/**
 * Maximum of payments of a reservation in the statement of a page: with the longest texts, their JSON is within the 2,000,000
 * bytes of a value in D1. Very few reservations have more payments, which are read in a second trip.
 */
export const PAYMENTS_OF_PAGE = 1_500

const r = alias(reservation, 'r')
const g = alias(guest, 'g')
const h = leftJoined(alias(property, 'h'))
const s = alias(roomStay, 's')
const t = alias(roomType, 't')
const b = alias(activityBooking, 'b')
const a = alias(activity, 'a')

const lineOf = <Line extends Record<keyof StoredLine, Column>>(line: Line): Pick<Line, keyof StoredLine> => ({
  ...pick(line, 'rateId', 'unitCost', 'quantity', 'nights', 'isTaxOverride', 'taxAmount'),
})

/** A rate line. */
export type StoredLine = Pick<
  typeof activityRate.$inferSelect,
  'rateId' | 'unitCost' | 'quantity' | 'nights' | 'isTaxOverride' | 'taxAmount'
>

const roomLine = alias(roomRate, 'l')
const roomLineColumns = { ...lineOf(roomLine), fromDate: roomLine.fromDate, toDate: roomLine.toDate }
export type StoredRoomLine = RowOf<typeof roomLineColumns>

/** The rate lines of the row `s` of `room_stay`. */
export const ratesOfStay = jsonRowsInOrder(
  roomLineColumns,
  line => sql`
    SELECT ${line} AS part FROM room_rate AS l
    WHERE l.customer_id = s.customer_id AND l.reservation_id = s.reservation_id AND l.stay_no = s.stay_no
    ORDER BY l.line_no`,
)

const roomColumns = {
  roomId: s.roomId,
  roomNo: room.roomNo,
  roomName: room.roomName,
  roomTypeId: t.roomTypeId,
  roomTypeName: t.name,
  hotelId: t.hotelid,
  stayArrival: s.stayArrival,
  stayDeparture: s.stayDeparture,
  guestsInRoom: s.guestsInRoom,
  rates: ratesOfStay,
}

const roomsOf = <Selected extends Columns>(columns: Selected) =>
  jsonRowsInOrder(
    columns,
    stay => sql`
      SELECT ${stay} AS part FROM room_stay AS s
      CROSS JOIN room ON room.customer_id = s.customer_id AND room.room_id = s.room_id
      CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
      WHERE s.customer_id = r.customer_id AND s.reservation_id = r.reservation_id ORDER BY s.stay_no`,
  )

const activityColumns = {
  activityId: b.activityId,
  activityName: a.name,
  ...pick(b, 'activityDate', 'startTime', 'endTime', 'participants'),
  rates: jsonRowsInOrder(
    lineOf(activityRate),
    line => sql`
      SELECT ${line} AS part FROM activity_rate
      WHERE activity_rate.customer_id = b.customer_id AND activity_rate.reservation_id = b.reservation_id
        AND activity_rate.activity_no = b.activity_no
      ORDER BY activity_rate.line_no`,
  ),
}

const activitiesOf = <Selected extends Columns>(columns: Selected) =>
  jsonRowsInOrder(
    columns,
    booked => sql`
      SELECT ${booked} AS part FROM activity_booking AS b
      CROSS JOIN activity AS a ON a.customer_id = b.customer_id AND a.activity_id = b.activity_id
      WHERE b.customer_id = r.customer_id AND b.reservation_id = r.reservation_id ORDER BY b.activity_no`,
  )

/** When the hold of a booking ends, as a column of a row of `reservation`. Only a Tentative one is searched: see `hold`. */
export const holdUntilOf = ({
  customerId,
  reservationId,
  statusId,
}: Record<'customerId' | 'reservationId' | 'statusId', Column>) =>
  sql<number | null>`CASE WHEN ${statusId} = ${sql.raw(String(STATUS.Tentative))} THEN (
    SELECT held.hold_until FROM hold AS held
    WHERE held.customer_id = ${customerId} AND held.reservation_id = ${reservationId}) END`

const { customerId: _customer, isErased: _isErased, ...guestColumns } = getTableColumns(g)

const { guestId, hotelId, label, lastChangeHash, ...ofReservation } = getTableColumns(r)

/** The columns of every list. */
const listColumns = {
  ...ofReservation,
  /** Of the property; null: the reservation has no property. */
  checkInTime: h.checkInTime,
  checkOutTime: h.checkOutTime,
  guest: jsonObject(guestColumns),
}

/** Columns of a page that are read once, beside those of each reservation. */
interface OfPage {
  currency: string
}

/** A reservation without account and notes. */
export const stayColumns = { ...listColumns, rooms: roomsOf(roomColumns), activities: activitiesOf(activityColumns) }
export type StoredReservation = RowOf<typeof stayColumns> & OfPage

/** A reservation with the channel's rooms: the one that was sold, otherwise one of the room's type, an active one if possible. */
export const channelColumns = {
  ...listColumns,
  rooms: roomsOf({
    ...roomColumns,
    channelRoomId: sql<string | null>`coalesce(s.channel_room_id, (
      SELECT channel_room_id FROM channel_room AS c WHERE c.customer_id = t.customer_id AND c.room_type_id = t.room_type_id
      ORDER BY is_active DESC, channel_room_id LIMIT 1))`,
  }),
  activities: activitiesOf(activityColumns),
}
export type StoredChannelReservation = RowOf<typeof channelColumns> & OfPage

const paymentColumns = {
  ...pick(payment, 'paymentAmount', 'surcharge', 'baseAmount', 'transactionTotal', 'paymentSource', 'paymentExtId'),
}

/** A reservation with its account, and the notes of rooms and activities. */
export const wholeColumns = {
  ...listColumns,
  rooms: roomsOf({ ...roomColumns, notes: s.roomNotes }),
  activities: activitiesOf({ ...activityColumns, notes: b.activityNotes }),
  label,
  holdUntil: holdUntilOf(r),
  payments: jsonRowsInOrder(
    paymentColumns,
    paid => sql`
      SELECT ${paid} AS part FROM payment
      WHERE payment.customer_id = r.customer_id AND payment.reservation_id = r.reservation_id
        AND payment.payment_no <= ${sql.raw(String(PAYMENTS_OF_PAGE))} ORDER BY payment.payment_no`,
  ),
  salesTotal: sql<number>`(
    SELECT coalesce(sum(sale_total), 0) FROM sale
    WHERE sale.customer_id = r.customer_id AND sale.reservation_id = r.reservation_id)`,
}
export type StoredWholeReservation = RowOf<typeof wholeColumns> & OfPage

/** A payment, with its reservation. */
export const otherPaymentColumns = { reservationId: payment.reservationId, ...paymentColumns }
