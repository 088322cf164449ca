import type { BookingRequest } from '../../../schema/wire/booking'
import { newGuest } from '../../../schema/wire/guest'
import { STATUS, statusName } from '../../../schema/wire/reservation-status'
import { type Refusal, refuse, refuseAll } from '../../errors'
import { fetchEvents } from '../fetch-queue/events'
import { canTransition, holdsRooms } from '../reservation/status'
import { BookingValidator, decideActivities, decideCorrespondence, decidePayment } from './parts'
import type {
  BookingChange,
  BookingColumns,
  CurrentBooking,
  GuestCounts,
  KnownReferences,
  NewPayment,
  Stay,
} from './state'
import { decideStays } from './stays'

/*
 * Turns a booking request and the stored data into a change, or a refusal with all issues. Nothing is read or written here.
 * Availability is not decided here, but by the keys and CHECKs of the database when the change is written.
 */

export type ChangeOrRefusal =
  | BookingChange
  | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE' | 'INVALID_TRANSITION' | 'NOT_FOUND'>

const MINUTE_MS = 60_000

/** The last status in which a booking can be created. */
const LAST_INITIAL_STATUS = STATUS.InHouse

/** Decides a new booking: by default Confirmed and Individual. `now` (ms) is the begin of its hold, which makes it Tentative. */
export function decideNew(request: BookingRequest, references: KnownReferences, now: number): ChangeOrRefusal {
  const validator = new BookingValidator(references)
  const dates = { arrivalDate: request.arrivalDate as string, departureDate: request.departureDate as string }
  const stays = decideStays(validator, request.roomsBooked ?? [], dates, { guests: request.guests })
  const activities = decideActivities(validator, request.activitiesBooked ?? [])
  const payment = decidePayment(validator, request.paymentDetails)
  rejectFee(validator, request)
  const refused = refuseAll(validator.issues)
  if (refused) return refused

  const { holdMinutes } = request
  const statusId = request.bookingParameters?.reservationStatusID ?? (holdMinutes ? STATUS.Tentative : STATUS.Confirmed)
  if (statusId > LAST_INITIAL_STATUS) return invalidTransition(undefined, statusId)
  const roomsHeld = { before: false, after: holdsRooms(statusId) }
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
    ...(holdMinutes && { holdUntil: holdEnd(now, holdMinutes) }),
    correspondence: decideCorrespondence(request),
    roomsHeld,
    ...fetchEvents({ roomsHeld, statusBefore: statusId, statusAfter: statusId, before: [], after: stays }),
  }
}

/** The instant (ms) at which a hold ends. */
export const holdEnd = (now: number, minutes: number): number => now + minutes * MINUTE_MS

/** Decides a cancellation, with its fee, note and payment. */
export function decideCancel(
  request: BookingRequest,
  references: KnownReferences,
  current: CurrentBooking | undefined,
): ChangeOrRefusal {
  const validator = new BookingValidator(references)
  const payment = decidePayment(validator, request.paymentDetails)
  const cancellationFee = validator.money(request.cancellationFee?.amount ?? 0, 'cancellationFee.amount')
  const refused = refuseAll(validator.issues)
  if (refused) return refused

  if (!current) return noSuchBooking(request)
  if (current.statusId === STATUS.Cancelled) return decideLatePayment(current, payment)
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
const decideLatePayment = (current: CurrentBooking, payment: NewPayment | undefined): BookingChange => ({
  columns: {},
  ...(payment?.paymentExtId && !current.hasPayment && { payment }),
  correspondence: [],
  roomsHeld: { before: false, after: false },
  ended: [],
  events: [],
})

/** What every change has: a new payment, letters, what is held, and events. */
export function consequences(
  request: BookingRequest,
  current: CurrentBooking,
  { payment, statusId, stays }: { payment: BookingChange['payment']; statusId: number; stays: readonly Stay[] },
) {
  const roomsHeld = { before: holdsRooms(current.statusId), after: holdsRooms(statusId) }
  return {
    ...(payment && !current.hasPayment && { payment }),
    correspondence: decideCorrespondence(request),
    roomsHeld,
    ...fetchEvents({
      roomsHeld,
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
