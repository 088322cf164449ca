import { lineTotal } from '../../../schema/rate-lines'
import { toWire } from '../../../schema/stay-dates'
import type { PartnerReservation, Reservation, RoomRateLine } from '../../../schema/wire/reservation'
import { STATUS, statusName, typeName } from '../../../schema/wire/reservation-status'
import type {
  StoredLine,
  StoredReservation,
  StoredRoomLine,
  StoredWholeReservation,
} from '../../store/reservation/columns'
import { fromMinor } from '../money'

/*
 * Converts stored reservations to those of responses. Stored amounts are in minor units of the currency, times in
 * milliseconds since 1970.
 */

/** A reservation without contact and payment data. */
export function partnerReservation(stored: StoredReservation): PartnerReservation {
  return {
    ...stayOf(stored),
    total: fromMinor(totalOf(stored), stored.currency),
    currency: stored.currency,
    notes: stored.summaryNote,
    createdAt: new Date(stored.createdAt).toISOString(),
    updatedAt: new Date(stored.updatedAt).toISOString(),
  }
}

/** A reservation with all its data. */
export function wholeReservation(stored: StoredWholeReservation): Reservation {
  const money = (units: number) => fromMinor(units, stored.currency)
  const total = totalOf(stored)
  const paid = stored.payments.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0)
  const stay = stayOf(stored)
  return {
    ...stay,
    type: stored.label,
    primaryGuest: stored.guest,
    rooms: stay.rooms.map((room, i) => Object.assign(room, { notes: stored.rooms[i]?.notes ?? [] })),
    activities: stay.activities.map((activity, i) =>
      Object.assign(activity, { notes: stored.activities[i]?.notes ?? [] }),
    ),
    payments: stored.payments.map(payment => ({
      paymentAmount: money(payment.paymentAmount),
      surcharge: money(payment.surcharge),
      baseAmount: money(payment.baseAmount),
      transactionTotal: money(payment.transactionTotal),
      paymentSource: payment.paymentSource,
      paymentExtID: payment.paymentExtId ?? '',
    })),
    holdUntil: stored.holdUntil === null ? null : new Date(stored.holdUntil).toISOString(),
    cancellationFee: money(stored.cancellationFee),
    total: money(total),
    balance: money(total + stored.salesTotal + stored.cancellationFee - paid),
    currency: stored.currency,
    notes: stored.summaryNote,
    createdAt: new Date(stored.createdAt).toISOString(),
    updatedAt: new Date(stored.updatedAt).toISOString(),
  }
}

/** The fields of every list: the stay, its guests, rooms and activities. */
function stayOf(stored: StoredReservation) {
  const { guestId, firstName, lastName } = stored.guest
  return {
    reservationId: stored.reservationId,
    reservationNumber: String(stored.reservationNumber),
    identity: stored.identity ?? '',
    clientId: stored.customerId,
    version: stored.version,
    reservationStatus: statusName(stored.statusId),
    reservationType: typeName(stored.typeId),
    arrivalDate: stored.hasDates ? toWire(stored.arrivalDate) : null,
    departureDate: stored.hasDates ? toWire(stored.departureDate) : null,
    arrivalTime: stored.arrivalTime || stored.checkInTime || '',
    departureTime: stored.departureTime || stored.checkOutTime || '',
    primaryGuest: { guestId, firstName, lastName },
    guests: {
      guestCount: stored.guestCount ?? undefined,
      adultCount: stored.adultCount ?? undefined,
      teenCount: stored.teenCount ?? undefined,
      youthCount: stored.youthCount ?? undefined,
      childCount: stored.childCount ?? undefined,
      infantCount: stored.infantCount ?? undefined,
    },
    rooms: stored.rooms.map(room => ({
      roomId: room.roomId,
      roomNo: room.roomNo,
      roomName: room.roomName,
      roomTypeId: room.roomTypeId,
      roomTypeName: room.roomTypeName,
      hotelid: room.hotelId,
      arrivalDate: toWire(room.stayArrival),
      departureDate: toWire(room.stayDeparture),
      guestsInRoom: room.guestsInRoom,
      rates: room.rates.map(line => roomRateLine(line, stored.currency, toWire)),
    })),
    activities: stored.activities.map(activity => ({
      activityId: activity.activityId,
      activityName: activity.activityName,
      activityDate: toWire(activity.activityDate),
      activityStartTime: activity.startTime,
      activityEndTime: activity.endTime,
      participants: activity.participants,
      rates: activity.rates.map(line => rateLine(line, stored.currency)),
    })),
  }
}

/** The total of rooms and activities, in minor units; 0 if it is cancelled, or a no-show with a fee: these cost only the fee. */
export function totalOf({ statusId, cancellationFee, rooms, activities }: StoredReservation): number {
  if (statusId === STATUS.Cancelled || (statusId === STATUS.NoShow && cancellationFee > 0)) return 0
  return [...rooms, ...activities].reduce((sum, { rates }) => sum + sumOf(rates), 0)
}

const sumOf = (lines: readonly StoredLine[]) => lines.reduce((sum, line) => sum + lineTotal(line), 0)

const rateLine = (line: StoredLine, currency: string) => ({
  rateID: line.rateId ?? undefined,
  unitCost: fromMinor(line.unitCost, currency),
  quantity: line.quantity,
  nights: line.nights,
  isTaxOverride: line.isTaxOverride,
  taxAmount: fromMinor(line.taxAmount, currency),
})

/** A room's rate line; `formatDate` formats its dates for the response. */
export const roomRateLine = (
  line: StoredRoomLine,
  currency: string,
  formatDate: (date: string) => string,
): RoomRateLine => ({
  ...rateLine(line, currency),
  fromDate: formatDate(line.fromDate),
  toDate: formatDate(line.toDate),
})
