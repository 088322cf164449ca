import type { PartnerReservation, PrimaryGuest, Reservation, RoomRateLine } from '../../../schema/wire/reservation'
import { lineTotal } from '../booking/parts'
import { fromMinor } from '../money'
import { toWire } from '../stay-dates'
import { STATUS, statusName, typeName } from './status'

/*
 * Reservations as the books hold them, turned into what lists of them say. Amounts are kept in minor units of the currency,
 * instants in milliseconds since 1970.
 */

/** A rate line as it is kept; flags are 0 or 1. */
interface StoredLine {
  rateId: number | null
  unitCost: number
  quantity: number
  nights: number
  isTaxOverride: number
  taxAmount: number
}

export interface StoredRoomLine extends StoredLine {
  fromDate: string
  toDate: string
}

/** A room of a reservation, with the names that the setup has at the time of reading. */
export interface StoredRoom {
  roomId: number
  roomNo: string
  roomName: string
  roomTypeId: number
  roomTypeName: string
  stayArrival: string
  stayDeparture: string
  guestsInRoom: number
  rates: StoredRoomLine[]
}

interface StoredActivity {
  activityId: number
  activityName: string
  activityDate: string
  startTime: string
  endTime: string
  participants: number
  rates: StoredLine[]
}

/** A reservation, as far as every list of them needs it. */
export interface StoredReservation<Room extends StoredRoom = StoredRoom> {
  reservationId: number
  reservationNumber: number
  identity: string | null
  customerId: number
  currency: string
  statusId: number
  typeId: number
  arrivalDate: string
  departureDate: string
  /** 0 for an inquiry without dates. */
  hasDates: number
  arrivalTime: string
  departureTime: string
  /** Of the property; null: the reservation is at no one property. */
  checkInTime: string | null
  checkOutTime: string | null
  guestCount: number | null
  adultCount: number | null
  teenCount: number | null
  youthCount: number | null
  childCount: number | null
  infantCount: number | null
  guest: PrimaryGuest
  summaryNote: string
  cancellationFee: number
  /** 1 as long as it is as it was made. */
  version: number
  changeSeq: number
  createdAt: number
  updatedAt: number
  rooms: Room[]
  activities: StoredActivity[]
}

/** What was put on a reservation's account, and what was paid. */
export interface StoredAccount {
  payments: {
    paymentAmount: number
    surcharge: number
    baseAmount: number
    transactionTotal: number
    paymentSource: string
    paymentExtId: string | null
  }[]
  salesTotal: number
}

/** The caller's own texts: its label of the booking, and its notes on each room and activity. */
export interface StoredNotes {
  label: string
  rooms: (StoredRoom & { notes: string[] })[]
  activities: (StoredActivity & { notes: string[] })[]
}

/** A reservation without contact and payment data. */
export function partnerReservation(kept: StoredReservation): PartnerReservation {
  return {
    ...stayOf(kept),
    total: fromMinor(totalOf(kept), kept.currency),
    currency: kept.currency,
    notes: kept.summaryNote,
    createdAt: new Date(kept.createdAt).toISOString(),
    updatedAt: new Date(kept.updatedAt).toISOString(),
  }
}

/** A reservation with everything that is known of it. */
export function wholeReservation(kept: StoredReservation & StoredAccount & StoredNotes): Reservation {
  const money = (units: number) => fromMinor(units, kept.currency)
  const total = totalOf(kept)
  const paid = kept.payments.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0)
  const stay = stayOf(kept)
  return {
    ...stay,
    type: kept.label,
    primaryGuest: kept.guest,
    rooms: stay.rooms.map((room, i) => Object.assign(room, { notes: kept.rooms[i]?.notes ?? [] })),
    activities: stay.activities.map((activity, i) =>
      Object.assign(activity, { notes: kept.activities[i]?.notes ?? [] }),
    ),
    payments: kept.payments.map(payment => ({
      paymentAmount: money(payment.paymentAmount),
      surcharge: money(payment.surcharge),
      baseAmount: money(payment.baseAmount),
      transactionTotal: money(payment.transactionTotal),
      paymentSource: payment.paymentSource,
      paymentExtID: payment.paymentExtId ?? '',
    })),
    total: money(total),
    balance: money(total + kept.salesTotal + kept.cancellationFee - paid),
    currency: kept.currency,
    notes: kept.summaryNote,
    createdAt: new Date(kept.createdAt).toISOString(),
    updatedAt: new Date(kept.updatedAt).toISOString(),
  }
}

/** What every list says first: who stays where, when, and for what. */
function stayOf(kept: StoredReservation) {
  const { guestId, firstName, lastName } = kept.guest
  return {
    reservationId: kept.reservationId,
    reservationNumber: String(kept.reservationNumber),
    identity: kept.identity ?? '',
    clientId: kept.customerId,
    reservationStatus: statusName(kept.statusId),
    reservationType: typeName(kept.typeId),
    arrivalDate: kept.hasDates ? toWire(kept.arrivalDate) : null,
    departureDate: kept.hasDates ? toWire(kept.departureDate) : null,
    arrivalTime: kept.arrivalTime || kept.checkInTime || '',
    departureTime: kept.departureTime || kept.checkOutTime || '',
    primaryGuest: { guestId, firstName, lastName },
    guests: {
      guestCount: kept.guestCount ?? undefined,
      adultCount: kept.adultCount ?? undefined,
      teenCount: kept.teenCount ?? undefined,
      youthCount: kept.youthCount ?? undefined,
      childCount: kept.childCount ?? undefined,
      infantCount: kept.infantCount ?? undefined,
    },
    rooms: kept.rooms.map(room => ({
      roomId: room.roomId,
      roomNo: room.roomNo,
      roomName: room.roomName,
      roomTypeId: room.roomTypeId,
      roomTypeName: room.roomTypeName,
      arrivalDate: toWire(room.stayArrival),
      departureDate: toWire(room.stayDeparture),
      guestsInRoom: room.guestsInRoom,
      rates: room.rates.map(line => roomRateLine(line, kept.currency, toWire)),
    })),
    activities: kept.activities.map(activity => ({
      activityId: activity.activityId,
      activityName: activity.activityName,
      activityDate: toWire(activity.activityDate),
      activityStartTime: activity.startTime,
      activityEndTime: activity.endTime,
      participants: activity.participants,
      rates: activity.rates.map(line => rateLine(line, kept.currency)),
    })),
  }
}

/** Rooms and activities, in minor units; a cancelled reservation costs nothing but its fee. */
export function totalOf({ statusId, rooms, activities }: StoredReservation): number {
  if (statusId === STATUS.Cancelled) return 0
  return [...rooms, ...activities].reduce((sum, { rates }) => sum + sumOf(rates), 0)
}

const sumOf = (lines: readonly StoredLine[]) => lines.reduce((sum, line) => sum + lineTotal(line), 0)

const rateLine = (line: StoredLine, currency: string) => ({
  rateID: line.rateId ?? undefined,
  unitCost: fromMinor(line.unitCost, currency),
  quantity: line.quantity,
  nights: line.nights,
  isTaxOverride: Boolean(line.isTaxOverride),
  taxAmount: fromMinor(line.taxAmount, currency),
})

/** A room's rate line; `written` says how dates travel where it goes. */
export const roomRateLine = (
  line: StoredRoomLine,
  currency: string,
  written: (date: string) => string,
): RoomRateLine => ({
  ...rateLine(line, currency),
  fromDate: written(line.fromDate),
  toDate: written(line.toDate),
})
