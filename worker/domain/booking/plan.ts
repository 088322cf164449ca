import type { BookingRequest } from '../../../schema/wire/booking'
import { newGuest } from '../../../schema/wire/guest'
import { STATUS, statusName } from '../../../schema/wire/reservation-status'
import { type Refusal, refuse, refuseAll } from '../../errors'
import { fetchEvents } from '../fetch-queue/events'
import { canTransition, holdsRooms } from '../reservation/status'
import { BookingValidator, planActivities, planCorrespondence, planPayment } from './parts'
import type {
  BookingColumns,
  BookingPlan,
  CurrentBooking,
  GuestCounts,
  KnownReferences,
  PlannedPayment,
  Stay,
} from './state'
import { planStays } from './stays'

/*
 * Turns a booking request and the stored data into a plan, or a refusal with all issues. Nothing is read or written here.
 * Availability is not decided here, but by the keys and CHECKs of the database when the plan is written.
 */

export type PlanOrRefusal =
  | BookingPlan
  | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE' | 'INVALID_TRANSITION' | 'NOT_FOUND'>

/** The last status in which a booking can be created. */
const LAST_INITIAL_STATUS = STATUS.InHouse

/** Plans a new booking: by default Confirmed and Individual. */
export function planNew(request: BookingRequest, references: KnownReferences): PlanOrRefusal {
  const validator = new BookingValidator(references)
  const dates = { arrivalDate: request.arrivalDate as string, departureDate: request.departureDate as string }
  const stays = planStays(validator, request.roomsBooked ?? [], dates, { guests: request.guests })
  const activities = planActivities(validator, request.activitiesBooked ?? [])
  const payment = planPayment(validator, request.paymentDetails)
  rejectFee(validator, request)
  const refused = refuseAll(validator.issues)
  if (refused) return refused

  const statusId = request.bookingParameters?.reservationStatusID ?? STATUS.Confirmed
  if (statusId > LAST_INITIAL_STATUS) return invalidTransition(undefined, statusId)
  const held = { before: false, after: holdsRooms(statusId) }
  const columns: BookingColumns = {
    label: request.type ?? '',
    hotelId: hotelOf(stays, references),
    statusId,
    typeId: request.bookingParameters?.reservationTypeID ?? 1,
    ...dates,
    arrivalTime: request.arrivalTime ?? '',
    departureTime: request.departureTime ?? '',
    ...guestCounts(request.guests),
    summaryNote: request.reservationSummaryNote ?? '',
    cancellationFee: 0,
  }
  return {
    columns,
    guest: newGuest(request.primaryGuestDetails ?? {}),
    stays,
    activities,
    ...(payment && { payment }),
    correspondence: planCorrespondence(request),
    held,
    ...fetchEvents({ held, statusBefore: statusId, statusAfter: statusId, before: [], after: stays }),
  }
}

/** Plans a cancellation, with its fee, note and payment. */
export function planCancel(
  request: BookingRequest,
  references: KnownReferences,
  current: CurrentBooking | undefined,
): PlanOrRefusal {
  const validator = new BookingValidator(references)
  const payment = planPayment(validator, request.paymentDetails)
  const cancellationFee = validator.money(request.cancellationFee?.amount ?? 0, 'cancellationFee.amount')
  const refused = refuseAll(validator.issues)
  if (refused) return refused

  if (!current) return noSuchBooking(request)
  if (current.statusId === STATUS.Cancelled) return planLatePayment(current, payment)
  if (!canTransition(current.statusId, STATUS.Cancelled)) {
    return refuse(
      'INVALID_TRANSITION',
      `action: a reservation that is ${statusName(current.statusId)} cannot be cancelled`,
    )
  }
  return {
    columns: {
      statusId: STATUS.Cancelled,
      cancellationFee,
      ...(request.reservationSummaryNote !== undefined && { summaryNote: request.reservationSummaryNote }),
    },
    ...consequences(request, current, { payment, statusId: STATUS.Cancelled, stays: current.stays }),
  }
}

/** A cancelled booking takes a payment with an external id that it does not have, and nothing else of a cancellation. */
const planLatePayment = (current: CurrentBooking, payment: PlannedPayment | undefined): BookingPlan => ({
  columns: {},
  ...(payment?.paymentExtId && !current.hasPayment && { payment }),
  correspondence: [],
  held: { before: false, after: false },
  ended: [],
  events: [],
})

/** The parts of a plan that every change has: a new payment, letters, what is held, and events. */
export function consequences(
  request: BookingRequest,
  current: CurrentBooking,
  { payment, statusId, stays }: { payment: BookingPlan['payment']; statusId: number; stays: readonly Stay[] },
) {
  const held = { before: holdsRooms(current.statusId), after: holdsRooms(statusId) }
  return {
    ...(payment && !current.hasPayment && { payment }),
    correspondence: planCorrespondence(request),
    held,
    ...fetchEvents({
      held,
      statusBefore: current.statusId,
      statusAfter: statusId,
      before: current.stays,
      after: stays,
    }),
  }
}

export function noSuchBooking({ bookingID, identity }: BookingRequest) {
  if (bookingID || identity)
    return refuse('NOT_FOUND', `${bookingID ? 'bookingID' : 'identity'}: there is no such booking`)
  return refuse('NOT_FOUND', 'bookingID: required, or identity; no booking has the Idempotency-Key as its identity')
}

export const invalidTransition = (from: number | undefined, to: number) =>
  refuse(
    'INVALID_TRANSITION',
    `bookingParameters.reservationStatusID: ${from ? statusName(from) : 'a new booking'} cannot become ${statusName(to)}`,
  )

export function rejectFee(validator: BookingValidator, { cancellationFee }: BookingRequest): void {
  if (cancellationFee?.amount)
    validator.invalid('cancellationFee.amount', 'expected a fee only with a cancellation or a no-show')
}

export const hotelOf = (stays: readonly Stay[], { rooms, onlyHotelId }: KnownReferences): string | null =>
  (stays[0] && rooms.get(stays[0].roomId)?.hotelId) ?? onlyHotelId

/** The number of guests of each age group; null: not sent. */
export const guestCounts = (guests: BookingRequest['guests']): GuestCounts => ({
  guestCount: guests?.guestCount ?? null,
  adultCount: guests?.adultCount ?? null,
  teenCount: guests?.teenCount ?? null,
  youthCount: guests?.youthCount ?? null,
  childCount: guests?.childCount ?? null,
  infantCount: guests?.infantCount ?? null,
})
