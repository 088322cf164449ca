import type { BookingRequest } from '../../schema/wire/booking'
import { activityFaults, roomFaults } from '../../schema/wire/booking-rules'
import { limitOf } from '../../schema/wire/limits'
import { pathOf, type Refusal, refuse, refuseAll } from '../errors'
import { Judge, planActivities, planCorrespondence, planPayment, planStays } from './booking-parts'
import type { Booked, Columns, Heads, Plan, PlannedPayment, References, Stay, UnnamedPayment } from './booking-state'
import { fetchEvents } from './fetch-events'
import { keptStays } from './kept-stays'
import { holdsRooms, isFinal, mayMove, STATUS, statusName } from './lifecycle'
import { moveStays } from './move-stays'
import { nightsBetween } from './stay-dates'

/*
 * A booking request and the books as they stand become a plan, or a refusal with every fault. Nothing here reads or writes;
 * availability is not judged here but by the database's keys and checks, when the plan is written.
 */

type Planned = Plan | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE' | 'INVALID_TRANSITION' | 'NOT_FOUND'>

const NEWEST_STATUS = STATUS.InHouse

/** A new booking: Confirmed and Individual unless it says otherwise. */
export function planNew(request: BookingRequest, references: References): Planned {
  const judge = new Judge(references)
  const dates = { arrivalDate: request.arrivalDate as string, departureDate: request.departureDate as string }
  const stays = planStays(judge, request.roomsBooked ?? [], dates, request.guests?.guestCount)
  const activities = planActivities(judge, request.activitiesBooked ?? [])
  const payment = planPayment(judge, request.paymentDetails)
  noFee(judge, request)
  const refused = refuseAll(judge.faults)
  if (refused) return refused

  const statusId = request.bookingParameters?.reservationStatusID ?? STATUS.Confirmed
  if (statusId > NEWEST_STATUS) return noMove(undefined, statusId)
  const held = { before: false, after: holdsRooms(statusId) }
  const columns: Columns = {
    label: request.type ?? '',
    hotelId: hotelOf(stays, references),
    statusId,
    typeId: request.bookingParameters?.reservationTypeID ?? 1,
    ...dates,
    ...heads(request.guests),
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
 * A change: each part that is sent replaces that part, and what is not sent stays. `isKeyless`: the caller gave it no key, so
 * that a payment which the booking has is taken for that payment sent again.
 */
export function planModify(
  request: BookingRequest,
  references: References,
  booked: Booked | undefined,
  isKeyless: boolean,
): Planned {
  const judge = new Judge(references)
  const { roomsBooked, activitiesBooked, bookingParameters } = request
  const known = booked?.hasDates ? booked : undefined
  const dates = {
    arrivalDate: request.arrivalDate ?? known?.arrivalDate ?? '',
    departureDate: request.departureDate ?? known?.departureDate ?? '',
  }
  const statusId = bookingParameters?.reservationStatusID ?? booked?.statusId ?? STATUS.Confirmed
  if (known && !(request.arrivalDate && request.departureDate)) judgeDates(judge, request, dates)
  if (booked && !known && (needsDates(request) || holdsRooms(statusId))) missingDates(judge, dates)
  const stays = roomsBooked
    ? soldAsBefore(planStays(judge, roomsBooked, dates, request.guests?.guestCount, booked?.stays), booked)
    : known && moveStays(judge, known, dates)
  const activities = activitiesBooked && planActivities(judge, activitiesBooked)
  const payment = planPayment(judge, request.paymentDetails)
  if (booked && leavesNothing(booked, { stays, activities, statusId })) {
    judge.invalid('roomsBooked', 'expected a room or an activity; to end the booking, cancel it')
  }
  if (statusId !== STATUS.Cancelled) noFee(judge, request)
  const fee = judge.money(request.cancellationFee?.amount ?? 0, 'cancellationFee.amount')
  const refused = refuseAll(judge.faults)
  if (refused) return refused

  if (!booked) return notThere(request)
  if (!mayMove(booked.statusId, statusId)) return noMove(booked.statusId, statusId)
  if (isFinal(booked.statusId)) {
    const refused = refuseAll(
      askedOfFinal(request, booked, fee).map(path => ({
        code: 'INVALID_TRANSITION' as const,
        description: `${path}: a reservation that is ${statusName(booked.statusId)} takes only notes and payments`,
      })),
    )
    if (refused) return refused
  }
  const moved = statusId !== booked.statusId
  const columns: Partial<Columns> = {
    ...(differs(request.type, booked.label) && { label: request.type }),
    ...(roomsBooked?.length && stays && { hotelId: hotelOf(stays, references) }),
    ...(moved && { statusId }),
    ...(moved && statusId === STATUS.Cancelled && { cancellationFee: fee }),
    ...(differs(bookingParameters?.reservationTypeID, booked.typeId) && {
      typeId: bookingParameters?.reservationTypeID,
    }),
    ...(request.arrivalDate && { arrivalDate: request.arrivalDate }),
    ...(request.departureDate && { departureDate: request.departureDate }),
    ...(!booked.hasDates && dates.arrivalDate && { hasDates: true }),
    ...(request.guests && heads(request.guests)),
    ...(request.reservationSummaryNote !== undefined && { summaryNote: request.reservationSummaryNote }),
  }
  return {
    columns,
    ...(request.primaryGuestDetails && { guest: request.primaryGuestDetails }),
    ...(stays && { stays }),
    ...(activities && { activities }),
    ...followsFrom(request, booked, {
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

/** Whether a request says something that is in time: the dates of a stay without any must then be sent, both of them. */
const needsDates = ({ arrivalDate, departureDate, roomsBooked }: BookingRequest) =>
  arrivalDate !== undefined || departureDate !== undefined || Boolean(roomsBooked?.length)

function missingDates(judge: Judge, dates: { arrivalDate: string; departureDate: string }): void {
  for (const field of ['arrivalDate', 'departureDate'] as const) {
    if (!dates[field]) judge.invalid(field, 'expected YYYY-MM-DD: the inquiry has no dates yet')
  }
}

/** Whether a change takes the last room and activity away, or lets a booking without any hold rooms. */
function leavesNothing(
  booked: Booked,
  after: { stays: readonly Stay[] | undefined; activities: readonly unknown[] | undefined; statusId: number },
): boolean {
  const rooms = (after.stays ?? booked.stays).length
  const activities = after.activities ? after.activities.length > 0 : booked.hasActivities
  if (rooms || activities) return false
  const hadAny = booked.stays.length > 0 || booked.hasActivities
  return hadAny || (holdsRooms(after.statusId) && !holdsRooms(booked.statusId))
}

/** A cancellation: takes the fee, and what else may be said of a booking that has ended. Undefined: it is cancelled already. */
export function planCancel(
  request: BookingRequest,
  references: References,
  booked: Booked | undefined,
): Planned | undefined {
  const judge = new Judge(references)
  const payment = planPayment(judge, request.paymentDetails)
  const cancellationFee = judge.money(request.cancellationFee?.amount ?? 0, 'cancellationFee.amount')
  const refused = refuseAll(judge.faults)
  if (refused) return refused

  if (!booked) return notThere(request)
  if (booked.statusId === STATUS.Cancelled) return undefined
  if (!mayMove(booked.statusId, STATUS.Cancelled)) {
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
    ...followsFrom(request, booked, { payment, statusId: STATUS.Cancelled, stays: booked.stays }),
  }
}

/** What any change brings along: a payment that is not there yet, letters, what is held from then on and who is told. */
function followsFrom(
  request: BookingRequest,
  booked: Booked,
  { payment, statusId, stays }: { payment: Plan['payment']; statusId: number; stays: readonly Stay[] },
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

/** Whether there is anything to write. */
export const isEmpty = ({ columns, guest, stays, activities, payment, correspondence }: Plan): boolean =>
  !Object.keys(columns).length && !guest && !stays && !activities && !payment && !correspondence.length

const notThere = ({ bookingID }: BookingRequest) =>
  refuse('NOT_FOUND', `${bookingID ? 'bookingID' : 'identity'}: there is no such booking`)

const noMove = (from: number | undefined, to: number) =>
  refuse(
    'INVALID_TRANSITION',
    `bookingParameters.reservationStatusID: ${from ? statusName(from) : 'a new booking'} cannot become ${statusName(to)}`,
  )

const differs = <T>(asked: T | undefined, is: T): boolean => asked !== undefined && asked !== is

/** The fields by which a request asks for anything but notes and payments: what it repeats it does not ask for. */
function askedOfFinal(request: BookingRequest, booked: Booked, fee: number): string[] {
  const { bookingParameters } = request
  const parts = ['roomsBooked', 'activitiesBooked', 'guests', 'primaryGuestDetails'] as const
  const asked = {
    ...Object.fromEntries(parts.map(part => [part, request[part] !== undefined])),
    type: differs(request.type, booked.label),
    arrivalDate: differs(request.arrivalDate, booked.arrivalDate),
    departureDate: differs(request.departureDate, booked.departureDate),
    'cancellationFee.amount': request.cancellationFee !== undefined && fee !== booked.cancellationFee,
    'bookingParameters.reservationTypeID': differs(bookingParameters?.reservationTypeID, booked.typeId),
    'bookingParameters.correspondenceToBeSent': planCorrespondence(request).length > 0,
  }
  return Object.entries(asked).flatMap(([path, isAsked]) => (isAsked ? [path] : []))
}

function noFee(judge: Judge, { cancellationFee }: BookingRequest): void {
  if (cancellationFee?.amount) judge.invalid('cancellationFee.amount', 'expected a fee only with a cancellation')
}

/** The order of dates, where only the books know one of them. */
function judgeDates(
  judge: Judge,
  request: BookingRequest,
  dates: { arrivalDate: string; departureDate: string },
): void {
  const sent = request.departureDate ? 'departureDate' : 'arrivalDate'
  const nights = nightsBetween(dates.arrivalDate, dates.departureDate)
  if (nights < 1) judge.invalid(sent, 'expected arrivalDate before departureDate')
  const most = limitOf('BOOKING_NIGHTS')
  if (nights > most) judge.invalid(sent, `expected a booking of at most ${most} nights`)
  if (nights < 1 || nights > most) return
  const { roomsBooked = [], activitiesBooked = [] } = request
  for (const { path, message } of [...roomFaults(roomsBooked, dates), ...activityFaults(activitiesBooked, dates)]) {
    judge.invalid(pathOf(path), message)
  }
}

/** A room that stays in the booking still is what the channel sold. */
function soldAsBefore(stays: Stay[], booked: Booked | undefined): Stay[] {
  const kept = keptStays(booked?.stays ?? [], stays)
  return stays.map(stay => ({ ...stay, channelRoomId: kept.get(stay)?.channelRoomId ?? null }))
}

const hotelOf = (stays: readonly Stay[], { rooms, defaultHotelId }: References): string | null =>
  (stays[0] && rooms.get(stays[0].roomId)?.hotelId) ?? defaultHotelId

/** How many of which age; null where it was not said. */
export const heads = (guests: BookingRequest['guests']): Heads => ({
  guestCount: guests?.guestCount ?? null,
  adultCount: guests?.adultCount ?? null,
  teenCount: guests?.teenCount ?? null,
  youthCount: guests?.youthCount ?? null,
  childCount: guests?.childCount ?? null,
  infantCount: guests?.infantCount ?? null,
})
