import { nightsBetween } from '../../../schema/stay-dates'
import type { BookingRequest } from '../../../schema/wire/booking'
import { activityIssues, MAX_NIGHTS, roomIssues } from '../../../schema/wire/booking-rules'
import { newGuest } from '../../../schema/wire/guest'
import { STATUS, statusName } from '../../../schema/wire/reservation-status'
import { pathOf, refuse, refuseAll } from '../../errors'
import type { UnnamedPayment } from '../../store/booking/columns'
import { canTransition, endedUnused, holdsRooms, isFinal, takesBack } from '../reservation/status'
import { keepChanges, type ReplacedParts } from './changes'
import {
  type ChangeOrRefusal,
  consequences,
  guestCounts,
  hotelOf,
  invalidTransition,
  noSuchBooking,
  rejectFee,
} from './decide'
import { followGuests, type Party } from './guests-in-room'
import { matchStays } from './match-stays'
import { BookingValidator, decideActivities, decideCorrespondence, decidePayment } from './parts'
import { shiftStays } from './shift-stays'
import type { CurrentBooking, KnownReferences, NewPayment, ScheduledActivity, Stay } from './state'
import { decideStays } from './stays'

/**
 * Decides a change: each part that is sent replaces the stored part; the others stay. The change has only what differs from the booking.
 * `isKeyless`: the request has no idempotency key, so that a payment equal to a stored one counts as a repetition.
 */
export function decideModify(
  request: BookingRequest,
  references: KnownReferences,
  current: CurrentBooking | undefined,
  isKeyless: boolean,
): ChangeOrRefusal {
  const validator = new BookingValidator(references)
  const parts = requestedParts(validator, request, current)
  const refused = refuseAll(validator.issues)
  if (refused) return refused

  if (!current) return noSuchBooking(request)
  const { statusId, stays, payment, fee } = parts
  if (!canTransition(current.statusId, statusId)) return invalidTransition(current.statusId, statusId)
  if (current.isHoldOver && statusId !== current.statusId && holdsRooms(statusId)) return holdIsOver(current)
  const changes = keepChanges(current, replacedParts(request, references, current, parts))
  const refusedByStatus = refuseByStatus(request, current, changes, { statusId, fee })
  if (refusedByStatus) return refusedByStatus
  return {
    ...changes,
    ...consequences(request, current, {
      payment: isKeyless && payment && current.payments.some(isEqualTo(payment)) ? undefined : payment,
      statusId,
      stays: stays ?? current.stays,
    }),
  }
}

/** The run of a minute cancels the booking soon. It can then be taken back, if its room is still free. */
const holdIsOver = ({ holdUntil, statusId }: CurrentBooking) =>
  refuse(
    'INVALID_TRANSITION',
    `bookingParameters.reservationStatusID: the hold ended at ${new Date(holdUntil as number).toISOString()}; ` +
      `the booking is ${statusName(statusId)} until it is cancelled within a minute, and can then be taken back`,
  )

/** The parts of a booking after a change. Undefined: the part stays as it is. */
interface RequestedParts extends Dates {
  statusId: number
  stays: Stay[] | undefined
  activities: ScheduledActivity[] | undefined
  payment: NewPayment | undefined
  fee: number
}

function requestedParts(
  validator: BookingValidator,
  request: BookingRequest,
  current: CurrentBooking | undefined,
): RequestedParts {
  const dates = requestedDates(request, current)
  const statusId = request.bookingParameters?.reservationStatusID ?? current?.statusId ?? STATUS.Confirmed
  const isBack = current !== undefined && takesBack(current.statusId, statusId)
  if (current && (current.hasDates || !isBack)) validateDates(validator, request, current, { ...dates, statusId })
  const stays = requestedStays(validator, request, current, dates)
  const activities = request.activitiesBooked && decideActivities(validator, request.activitiesBooked)
  const payment = decidePayment(validator, request.paymentDetails)
  if (current && !isBack && leavesEmpty(current, { stays, activities, statusId })) {
    validator.invalid('roomsBooked', 'expected a room or an activity; to end the booking, cancel it')
  }
  if (!endedUnused(statusId) && !endedUnused(current?.statusId ?? null)) rejectFee(validator, request)
  const fee = validator.money(request.cancellationFee?.amount ?? 0, 'cancellationFee.amount')
  return { ...dates, statusId, stays, activities, payment, fee }
}

interface Dates {
  arrivalDate: string
  departureDate: string
}

/** Empty: the inquiry has no dates, and gets none. */
function requestedDates(request: BookingRequest, current: CurrentBooking | undefined): Dates {
  const { arrivalDate, departureDate } = current?.hasDates ? current : { arrivalDate: '', departureDate: '' }
  return { arrivalDate: request.arrivalDate ?? arrivalDate, departureDate: request.departureDate ?? departureDate }
}

/** The rooms that are sent; otherwise the stored ones, with the new dates and the new number of guests. */
function requestedStays(
  validator: BookingValidator,
  request: BookingRequest,
  current: CurrentBooking | undefined,
  dates: Dates,
): Stay[] | undefined {
  const party: Party = { guests: request.guests, current }
  if (request.roomsBooked) return keepChannelRooms(decideStays(validator, request.roomsBooked, dates, party), current)
  const shifted = current?.hasDates ? shiftStays(validator, current, dates) : undefined
  return followGuests(validator, shifted, party)
}

/** What the request and its consequences put in place of what is stored. */
function replacedParts(
  request: BookingRequest,
  references: KnownReferences,
  current: CurrentBooking,
  { arrivalDate, statusId, stays, activities, fee }: RequestedParts,
): ReplacedParts {
  const newFee = statusId === current.statusId ? undefined : endedUnused(statusId) ? fee : 0
  return {
    columns: {
      label: request.type,
      hotelId: request.roomsBooked?.length && stays ? hotelOf(stays, references) : undefined,
      statusId,
      cancellationFee: newFee,
      typeId: request.bookingParameters?.reservationTypeID,
      arrivalDate: request.arrivalDate,
      departureDate: request.departureDate,
      hasDates: current.hasDates || arrivalDate !== '',
      arrivalTime: request.arrivalTime,
      departureTime: request.departureTime,
      ...(request.guests && guestCounts(request.guests)),
      summaryNote: request.reservationSummaryNote,
    },
    guest: request.primaryGuestDetails && newGuest({ ...current.guest, ...request.primaryGuestDetails }),
    stays,
    activities,
  }
}

/** A payment without an external id that is equal in every field. */
const isEqualTo =
  ({ paymentExtId, ...payment }: NewPayment) =>
  (recorded: UnnamedPayment) =>
    !paymentExtId &&
    Object.entries(payment).every(([field, value]) => recorded[field as keyof UnnamedPayment] === value)

/** Whether a request has dates or rooms: a booking without dates then needs both dates. */
const needsDates = ({ arrivalDate, departureDate, roomsBooked }: BookingRequest) =>
  arrivalDate !== undefined || departureDate !== undefined || Boolean(roomsBooked?.length)

function requireDates(validator: BookingValidator, dates: Dates): void {
  for (const field of ['arrivalDate', 'departureDate'] as const) {
    if (!dates[field]) validator.invalid(field, 'expected YYYY-MM-DD: the inquiry has no dates yet')
  }
}

/** Whether a change removes the last room and activity, or gives a status that holds rooms to a booking without any. */
function leavesEmpty(
  current: CurrentBooking,
  after: { stays: readonly Stay[] | undefined; activities: readonly unknown[] | undefined; statusId: number },
): boolean {
  const rooms = (after.stays ?? current.stays).length
  const activities = after.activities ? after.activities.length > 0 : current.hasActivities
  if (rooms || activities) return false
  const hadAny = current.stays.length > 0 || current.hasActivities
  return hadAny || (holdsRooms(after.statusId) && !holdsRooms(current.statusId))
}

/**
 * Refuses the changes that the status of the booking, or its move, does not allow: of an ended booking all but notes and
 * payments; when a status is taken back all but these and letters, because the booking is then held again as it was.
 */
function refuseByStatus(
  request: BookingRequest,
  current: CurrentBooking,
  changes: ReturnType<typeof keepChanges>,
  { statusId, fee }: Pick<RequestedParts, 'statusId' | 'fee'>,
) {
  const isBack = takesBack(current.statusId, statusId)
  if (!isBack && !isFinal(current.statusId)) return undefined
  const [from, to] = [statusName(current.statusId), statusName(statusId)]
  if (isBack && (!current.hasDates || !(current.stays.length || current.hasActivities)))
    return refuse(
      'INVALID_TRANSITION',
      `bookingParameters.reservationStatusID: ${from} cannot become ${to} without dates, and without a room or an activity`,
    )
  const reason = isBack
    ? `the change from ${from} to ${to} takes only notes, payments and letters beside it`
    : `a reservation that is ${from} takes only notes and payments`
  return refuseAll(
    fixedFields(request, changes, {
      fee: fee !== current.cancellationFee && !(isBack && fee === 0),
      letters: !isBack,
    }).map(path => ({ code: 'INVALID_TRANSITION' as const, description: `${path}: ${reason}` })),
  )
}

/** The fields of a request that change anything but notes and payments. `refused`: whether the fee and letters are such a change. */
function fixedFields(
  request: BookingRequest,
  { columns, guest, stays, activities }: ReturnType<typeof keepChanges>,
  refused: { fee: boolean; letters: boolean },
) {
  const changed: Record<string, unknown> = {
    roomsBooked: request.roomsBooked && (stays || 'hotelId' in columns),
    activitiesBooked: activities,
    guests: Object.keys(guestCounts(request.guests)).some(column => column in columns),
    primaryGuestDetails: guest,
    type: 'label' in columns,
    arrivalDate: 'arrivalDate' in columns || 'hasDates' in columns,
    departureDate: 'departureDate' in columns || 'hasDates' in columns,
    arrivalTime: 'arrivalTime' in columns,
    departureTime: 'departureTime' in columns,
    'cancellationFee.amount': request.cancellationFee && refused.fee,
    'bookingParameters.reservationTypeID': 'typeId' in columns,
    'bookingParameters.correspondenceToBeSent': refused.letters && decideCorrespondence(request).length > 0,
  }
  return Object.entries(changed).flatMap(([path, isChanged]) => (isChanged ? [path] : []))
}

/** Validates the dates if one of them is stored and not sent, or if a booking without dates needs them now. */
function validateDates(
  validator: BookingValidator,
  request: BookingRequest,
  { hasDates }: CurrentBooking,
  { statusId, ...dates }: Dates & { statusId: number },
): void {
  if (!hasDates && (needsDates(request) || holdsRooms(statusId))) requireDates(validator, dates)
  if (!hasDates || (request.arrivalDate && request.departureDate)) return
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
function keepChannelRooms(stays: Stay[], current: CurrentBooking | undefined): Stay[] {
  const matched = matchStays(current?.stays ?? [], stays)
  return stays.map(stay => ({ ...stay, channelRoomId: matched.get(stay)?.channelRoomId ?? null }))
}
