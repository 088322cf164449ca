import type { BookingRequest } from '../../../schema/wire/booking'
import { activityIssues, MAX_NIGHTS, roomIssues } from '../../../schema/wire/booking-rules'
import { STATUS, statusName } from '../../../schema/wire/reservation-status'
import { pathOf, type Refusal, refuse, refuseAll } from '../../errors'
import type { UnnamedPayment } from '../../rows/booking'
import { fetchEvents } from '../fetch-queue/events'
import { canTransition, holdsRooms, isFinal } from '../reservation/status'
import { nightsBetween } from '../stay-dates'
import { keepChanges } from './changes'
import { matchStays } from './match-stays'
import { BookingValidator, planActivities, planCorrespondence, planPayment, planStays } from './parts'
import { shiftStays } from './shift-stays'
import type {
  BookingColumns,
  BookingPlan,
  CurrentBooking,
  GuestCounts,
  KnownReferences,
  PlannedPayment,
  Stay,
} from './state'

/*
 * Turns a booking request and the stored data into a plan, or a refusal with all issues. Nothing is read or written here.
 * Availability is not decided here, but by the keys and CHECKs of the database when the plan is written.
 */

type PlanOrRefusal = BookingPlan | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE' | 'INVALID_TRANSITION' | 'NOT_FOUND'>

/** The last status in which a booking can be created. */
const LAST_INITIAL_STATUS = STATUS.InHouse

/** Plans a new booking: by default Confirmed and Individual. */
export function planNew(request: BookingRequest, references: KnownReferences): PlanOrRefusal {
  const validator = new BookingValidator(references)
  const dates = { arrivalDate: request.arrivalDate as string, departureDate: request.departureDate as string }
  const stays = planStays(validator, request.roomsBooked ?? [], dates, request.guests?.guestCount)
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
    guest: request.primaryGuestDetails as NonNullable<typeof request.primaryGuestDetails>,
    stays,
    activities,
    ...(payment && { payment }),
    correspondence: planCorrespondence(request),
    held,
    ...fetchEvents({ held, statusBefore: statusId, statusAfter: statusId, before: [], after: stays }),
  }
}

/**
 * Plans a change: each part that is sent replaces the stored part; the others stay. The plan has only what differs from the booking.
 * `isKeyless`: the request has no idempotency key, so that a payment equal to a stored one counts as a repetition.
 */
export function planModify(
  request: BookingRequest,
  references: KnownReferences,
  booked: CurrentBooking | undefined,
  isKeyless: boolean,
): PlanOrRefusal {
  const validator = new BookingValidator(references)
  const { roomsBooked, activitiesBooked, bookingParameters } = request
  const known = booked?.hasDates ? booked : undefined
  const dates = {
    arrivalDate: request.arrivalDate ?? known?.arrivalDate ?? '',
    departureDate: request.departureDate ?? known?.departureDate ?? '',
  }
  const statusId = bookingParameters?.reservationStatusID ?? booked?.statusId ?? STATUS.Confirmed
  const guestCount = request.guests?.guestCount ?? booked?.guestCount ?? undefined
  if (known && !(request.arrivalDate && request.departureDate)) validateDates(validator, request, dates)
  if (booked && !known && (needsDates(request) || holdsRooms(statusId))) requireDates(validator, dates)
  const stays = roomsBooked
    ? keepChannelRooms(planStays(validator, roomsBooked, dates, guestCount, booked?.stays), booked)
    : known && shiftStays(validator, known, dates)
  const activities = activitiesBooked && planActivities(validator, activitiesBooked)
  const payment = planPayment(validator, request.paymentDetails)
  if (booked && leavesEmpty(booked, { stays, activities, statusId })) {
    validator.invalid('roomsBooked', 'expected a room or an activity; to end the booking, cancel it')
  }
  if (statusId !== STATUS.Cancelled) rejectFee(validator, request)
  const fee = validator.money(request.cancellationFee?.amount ?? 0, 'cancellationFee.amount')
  const refused = refuseAll(validator.issues)
  if (refused) return refused

  if (!booked) return noSuchBooking(request)
  if (!canTransition(booked.statusId, statusId)) return invalidTransition(booked.statusId, statusId)
  const isCancelled = statusId === STATUS.Cancelled && booked.statusId !== STATUS.Cancelled
  const changes = keepChanges(booked, {
    columns: {
      label: request.type,
      hotelId: roomsBooked?.length && stays ? hotelOf(stays, references) : undefined,
      statusId,
      cancellationFee: isCancelled ? fee : undefined,
      typeId: bookingParameters?.reservationTypeID,
      arrivalDate: request.arrivalDate,
      departureDate: request.departureDate,
      hasDates: booked.hasDates || dates.arrivalDate !== '',
      arrivalTime: request.arrivalTime,
      departureTime: request.departureTime,
      ...(request.guests && guestCounts(request.guests)),
      summaryNote: request.reservationSummaryNote,
    },
    guest: request.primaryGuestDetails,
    stays,
    activities,
  })
  if (isFinal(booked.statusId)) {
    const refused = refuseAll(
      forbiddenAfterEnd(request, changes, fee !== booked.cancellationFee).map(path => ({
        code: 'INVALID_TRANSITION' as const,
        description: `${path}: a reservation that is ${statusName(booked.statusId)} takes only notes and payments`,
      })),
    )
    if (refused) return refused
  }
  return {
    ...changes,
    ...consequences(request, booked, {
      payment: isKeyless && payment && booked.payments.some(isEqualTo(payment)) ? undefined : payment,
      statusId,
      stays: stays ?? booked.stays,
    }),
  }
}

/** A payment without an external id that is equal in every field. */
const isEqualTo =
  ({ paymentExtId, ...payment }: PlannedPayment) =>
  (recorded: UnnamedPayment) =>
    !paymentExtId &&
    Object.entries(payment).every(([field, value]) => recorded[field as keyof UnnamedPayment] === value)

/** Whether a request has dates or rooms: a booking without dates then needs both dates. */
const needsDates = ({ arrivalDate, departureDate, roomsBooked }: BookingRequest) =>
  arrivalDate !== undefined || departureDate !== undefined || Boolean(roomsBooked?.length)

function requireDates(validator: BookingValidator, dates: { arrivalDate: string; departureDate: string }): void {
  for (const field of ['arrivalDate', 'departureDate'] as const) {
    if (!dates[field]) validator.invalid(field, 'expected YYYY-MM-DD: the inquiry has no dates yet')
  }
}

/** Whether a change removes the last room and activity, or gives a status that holds rooms to a booking without any. */
function leavesEmpty(
  booked: CurrentBooking,
  after: { stays: readonly Stay[] | undefined; activities: readonly unknown[] | undefined; statusId: number },
): boolean {
  const rooms = (after.stays ?? booked.stays).length
  const activities = after.activities ? after.activities.length > 0 : booked.hasActivities
  if (rooms || activities) return false
  const hadAny = booked.stays.length > 0 || booked.hasActivities
  return hadAny || (holdsRooms(after.statusId) && !holdsRooms(booked.statusId))
}

/** Plans a cancellation, with its fee, note and payment. */
export function planCancel(
  request: BookingRequest,
  references: KnownReferences,
  booked: CurrentBooking | undefined,
): PlanOrRefusal {
  const validator = new BookingValidator(references)
  const payment = planPayment(validator, request.paymentDetails)
  const cancellationFee = validator.money(request.cancellationFee?.amount ?? 0, 'cancellationFee.amount')
  const refused = refuseAll(validator.issues)
  if (refused) return refused

  if (!booked) return noSuchBooking(request)
  if (booked.statusId === STATUS.Cancelled) return planLatePayment(booked, payment)
  if (!canTransition(booked.statusId, STATUS.Cancelled)) {
    return refuse(
      'INVALID_TRANSITION',
      `action: a reservation that is ${statusName(booked.statusId)} cannot be cancelled`,
    )
  }
  return {
    columns: {
      statusId: STATUS.Cancelled,
      cancellationFee,
      ...(request.reservationSummaryNote !== undefined && { summaryNote: request.reservationSummaryNote }),
    },
    ...consequences(request, booked, { payment, statusId: STATUS.Cancelled, stays: booked.stays }),
  }
}

/** A cancelled booking takes a payment with an external id that it does not have, and nothing else of a cancellation. */
const planLatePayment = (booked: CurrentBooking, payment: PlannedPayment | undefined): BookingPlan => ({
  columns: {},
  ...(payment?.paymentExtId && !booked.hasPayment && { payment }),
  correspondence: [],
  held: { before: false, after: false },
  ended: [],
  events: [],
})

/** The parts of a plan that every change has: a new payment, letters, what is held, and events. */
function consequences(
  request: BookingRequest,
  booked: CurrentBooking,
  { payment, statusId, stays }: { payment: BookingPlan['payment']; statusId: number; stays: readonly Stay[] },
) {
  const held = { before: holdsRooms(booked.statusId), after: holdsRooms(statusId) }
  return {
    ...(payment && !booked.hasPayment && { payment }),
    correspondence: planCorrespondence(request),
    held,
    ...fetchEvents({
      held,
      statusBefore: booked.statusId,
      statusAfter: statusId,
      before: booked.stays,
      after: stays,
    }),
  }
}

const noSuchBooking = ({ bookingID }: BookingRequest) =>
  refuse('NOT_FOUND', `${bookingID ? 'bookingID' : 'identity'}: there is no such booking`)

const invalidTransition = (from: number | undefined, to: number) =>
  refuse(
    'INVALID_TRANSITION',
    `bookingParameters.reservationStatusID: ${from ? statusName(from) : 'a new booking'} cannot become ${statusName(to)}`,
  )

/** The fields of a request that change anything but notes and payments. */
function forbiddenAfterEnd(request: BookingRequest, changes: ReturnType<typeof keepChanges>, isOtherFee: boolean) {
  const { columns, guest, stays, activities } = changes
  const forbidden: Record<string, unknown> = {
    roomsBooked: request.roomsBooked && (stays || 'hotelId' in columns),
    activitiesBooked: activities,
    guests: Object.keys(guestCounts(request.guests)).some(column => column in columns),
    primaryGuestDetails: guest,
    type: 'label' in columns,
    arrivalDate: 'arrivalDate' in columns || 'hasDates' in columns,
    departureDate: 'departureDate' in columns || 'hasDates' in columns,
    arrivalTime: 'arrivalTime' in columns,
    departureTime: 'departureTime' in columns,
    'cancellationFee.amount': request.cancellationFee && isOtherFee,
    'bookingParameters.reservationTypeID': 'typeId' in columns,
    'bookingParameters.correspondenceToBeSent': planCorrespondence(request).length > 0,
  }
  return Object.entries(forbidden).flatMap(([path, isChanged]) => (isChanged ? [path] : []))
}

function rejectFee(validator: BookingValidator, { cancellationFee }: BookingRequest): void {
  if (cancellationFee?.amount) validator.invalid('cancellationFee.amount', 'expected a fee only with a cancellation')
}

/** Validates the dates if one of them is stored and not sent. */
function validateDates(
  validator: BookingValidator,
  request: BookingRequest,
  dates: { arrivalDate: string; departureDate: string },
): void {
  const sent = request.departureDate ? 'departureDate' : 'arrivalDate'
  const nights = nightsBetween(dates.arrivalDate, dates.departureDate)
  if (nights < 1) validator.invalid(sent, 'expected arrivalDate before departureDate')
  if (nights > MAX_NIGHTS) validator.invalid(sent, `expected a booking of at most ${MAX_NIGHTS} nights`)
  if (nights < 1 || nights > MAX_NIGHTS) return
  const { roomsBooked = [], activitiesBooked = [] } = request
  const issues = [...roomIssues(roomsBooked, dates), ...activityIssues(activitiesBooked, dates)]
  for (const { path, message } of issues) {
    validator.invalid(pathOf(path), message)
  }
}

/** A stay that remains keeps the channel's room that was sold. */
function keepChannelRooms(stays: Stay[], booked: CurrentBooking | undefined): Stay[] {
  const matched = matchStays(booked?.stays ?? [], stays)
  return stays.map(stay => ({ ...stay, channelRoomId: matched.get(stay)?.channelRoomId ?? null }))
}

const hotelOf = (stays: readonly Stay[], { rooms, onlyHotelId }: KnownReferences): string | null =>
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
