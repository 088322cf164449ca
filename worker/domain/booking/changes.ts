import type { ChangedPart } from '../../../schema/wire/event'
import { STATUS } from '../../../schema/wire/reservation-status'
import type { StoredGuest } from '../../store/booking/columns'
import type { BookingChange, BookingColumns, CurrentBooking, RateLine, ScheduledActivity, Stay } from './state'

/** The event of a change of a reservation. */
export type ReservationEvent =
  | { type: 'reservation.created' | 'reservation.cancelled' }
  | { type: 'reservation.modified'; changed: readonly ChangedPart[] }

/** What a change replaces in the stored booking. */
export type ReplacedParts = Pick<BookingChange, 'guest' | 'stays' | 'activities'> & {
  columns: { [Column in keyof BookingColumns]?: BookingColumns[Column] | undefined }
}

/** The columns and parts that differ from those of the booking. */
export function keepChanges(current: CurrentBooking, { columns, guest, stays, activities }: ReplacedParts) {
  const changed = Object.entries(columns).filter(
    ([column, value]) => value !== undefined && value !== current[column as keyof BookingColumns],
  )
  return {
    columns: Object.fromEntries(changed) as Partial<BookingColumns>,
    ...(guest && isOtherGuest(guest, current.guest) && { guest }),
    ...(stays && isOtherList(stays, current.stays, comparedStay) && { stays }),
    ...(activities && isOtherList(activities, current.activities, comparedActivity) && { activities }),
  }
}

/** Whether a change writes nothing. */
export const changesNothing = ({
  columns,
  guest,
  stays,
  activities,
  payment,
  correspondence,
}: BookingChange): boolean =>
  !Object.keys(columns).length && !guest && !stays && !activities && !payment && !correspondence.length

/** The event of a change that writes something. */
export const eventOf = (change: BookingChange): ReservationEvent =>
  change.columns.statusId === STATUS.Cancelled
    ? { type: 'reservation.cancelled' }
    : { type: 'reservation.modified', changed: changedParts(change) }

/** The columns of each part that is columns of the reservation. The label and the type belong to none. */
const COLUMNS = {
  status: ['statusId'],
  dates: ['arrivalDate', 'departureDate', 'hasDates', 'arrivalTime', 'departureTime'],
  guests: ['guestCount', 'adultCount', 'teenCount', 'youthCount', 'childCount', 'infantCount'],
  notes: ['summaryNote'],
} as const satisfies Partial<Record<ChangedPart, readonly (keyof BookingColumns)[]>>

/** The parts that a change replaces, in the order of the wire. */
function changedParts({ columns, guest, stays, activities, payment }: BookingChange): ChangedPart[] {
  const has = (part: keyof typeof COLUMNS) => COLUMNS[part].some(column => column in columns)
  const changes: Record<Exclude<ChangedPart, 'account'>, boolean> = {
    status: has('status'),
    dates: has('dates'),
    rooms: stays !== undefined || 'hotelId' in columns,
    activities: activities !== undefined,
    guest: guest !== undefined,
    guests: has('guests'),
    notes: has('notes'),
    payments: payment !== undefined,
  }
  return Object.entries(changes).flatMap(([part, isChanged]) => (isChanged ? [part as ChangedPart] : []))
}

const isOtherGuest = (guest: StoredGuest, stored: StoredGuest | undefined) =>
  Object.entries(guest).some(([field, value]) => stored?.[field as keyof StoredGuest] !== value)

/** `compared`: what is compared of a row, because a row that is read has more fields than one that is decided. */
const isOtherList = <Row>(rows: readonly Row[], stored: readonly Row[], compared: (row: Row) => unknown) =>
  JSON.stringify(rows.map(compared)) !== JSON.stringify(stored.map(compared))

const comparedStay = (stay: Stay) => [
  stay.roomId,
  stay.stayArrival,
  stay.stayDeparture,
  stay.guestsInRoom,
  stay.channelRoomId ?? null,
  stay.roomNotes,
  stay.rates.map(rate => [...comparedRate(rate), rate.fromDate, rate.toDate]),
]

const comparedActivity = (activity: ScheduledActivity) => [
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
