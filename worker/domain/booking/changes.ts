import type { ChangedPart } from '../../../schema/wire/event'
import { STATUS } from '../../../schema/wire/reservation-status'
import type { StoredGuest } from '../../store/booking/columns'
import type { BookingColumns, BookingPlan, CurrentBooking, PlannedActivity, RateLine, Stay } from './state'

/** The event of a change of a reservation. */
export type ReservationEvent =
  | { type: 'reservation.created' | 'reservation.cancelled' }
  | { type: 'reservation.modified'; changed: readonly ChangedPart[] }

/** The event that a plan writes. Undefined: the reservation is the same after it. */
export function eventOf(booked: CurrentBooking, plan: BookingPlan): ReservationEvent | undefined {
  if (plan.columns.statusId === STATUS.Cancelled && booked.statusId !== STATUS.Cancelled) {
    return { type: 'reservation.cancelled' }
  }
  const changed = changedParts(booked, plan)
  return changed.length || changesOther(booked, plan) ? { type: 'reservation.modified', changed } : undefined
}

/** The columns of each part that is columns of the reservation. */
const COLUMNS = {
  status: ['statusId'],
  dates: ['arrivalDate', 'departureDate', 'arrivalTime', 'departureTime'],
  guests: ['guestCount', 'adultCount', 'teenCount', 'youthCount', 'childCount', 'infantCount'],
  notes: ['summaryNote'],
} as const satisfies Partial<Record<ChangedPart, readonly (keyof BookingColumns)[]>>

/** The parts in which the stored reservation differs from the planned one, in the order of the wire. */
function changedParts(booked: CurrentBooking, plan: BookingPlan): ChangedPart[] {
  const differs = (part: keyof typeof COLUMNS) => COLUMNS[part].some(column => isOther(booked, plan, column))
  const changes: Record<Exclude<ChangedPart, 'account'>, boolean> = {
    status: differs('status'),
    dates: differs('dates') || Boolean(plan.columns.hasDates && !booked.hasDates),
    rooms:
      isOther(booked, plan, 'hotelId') ||
      (plan.stays !== undefined && textOf(plan.stays.map(comparedStay)) !== textOf(booked.stays.map(comparedStay))),
    activities:
      plan.activities !== undefined &&
      textOf(plan.activities.map(comparedActivity)) !== textOf(booked.activities.map(comparedActivity)),
    guest:
      plan.guest !== undefined &&
      Object.entries(plan.guest).some(([field, value]) => booked.guest?.[field as keyof StoredGuest] !== value),
    guests: differs('guests'),
    notes: differs('notes'),
    payments: plan.payment !== undefined,
  }
  return Object.entries(changes).flatMap(([part, isChanged]) => (isChanged ? [part as ChangedPart] : []))
}

/** Whether fields differ that belong to no part: the label, the type of the reservation, letters that are ordered. */
const changesOther = (booked: CurrentBooking, plan: BookingPlan): boolean =>
  plan.correspondence.length > 0 || isOther(booked, plan, 'label') || isOther(booked, plan, 'typeId')

const isOther = (booked: CurrentBooking, { columns }: BookingPlan, column: Exclude<keyof BookingColumns, 'hasDates'>) =>
  columns[column] !== undefined && columns[column] !== booked[column]

const textOf = (rows: readonly unknown[]) => JSON.stringify(rows)

/** A row that is read has more fields than one that is planned. */
const comparedStay = (stay: Stay) => [
  stay.roomId,
  stay.stayArrival,
  stay.stayDeparture,
  stay.guestsInRoom,
  stay.channelRoomId ?? null,
  stay.roomNotes,
  stay.rates.map(rate => [...comparedRate(rate), rate.fromDate, rate.toDate]),
]

const comparedActivity = (activity: PlannedActivity) => [
  activity.activityId,
  activity.activityDate,
  activity.startTime,
  activity.endTime,
  activity.participants,
  activity.hosts,
  activity.locations,
  activity.resources,
  activity.activityNotes,
  activity.rates.map(comparedRate),
]

const comparedRate = (rate: RateLine) => [
  rate.rateId,
  rate.unitCost,
  rate.quantity,
  rate.nights,
  rate.isTaxOverride,
  rate.taxAmount,
]
