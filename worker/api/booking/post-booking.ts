import { BookingRequest } from '../../../schema/wire/booking'
import { ConstraintViolation } from '../../db/errors'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { changesNothing } from '../../domain/booking/changes'
import { conflictsRefusal } from '../../domain/booking/conflicts'
import { decideCancel, decideNew } from '../../domain/booking/decide'
import { decideModify } from '../../domain/booking/decide-modify'
import { assumedReferences } from '../../domain/booking/references'
import type { BookingChange, CurrentBooking } from '../../domain/booking/state'
import { endedUnused } from '../../domain/reservation/status'
import { Refusal, refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { bookingConflict } from '../../http/idempotency'
import { readConflicts } from '../../store/booking/conflicts'
import { type BookingData, readBooking } from '../../store/booking/read-booking'
import {
  insertIdempotency,
  insertReservation,
  STALE_BOOKING_CONSTRAINTS,
  updateReservation,
  type WrittenIds,
} from '../../store/booking/write-booking'
import { decidedWithoutReading } from '../../store/customer/decided-without-reading'
import type { CustomerSettings } from '../../store/customer/known-settings'
import { type BookingIdentity, identifyBooking, identifyWithBooking } from './booking-identity'

const NEEDS = `
| Field | \`new\` | \`modify\` | \`cancel\` |
| --- | --- | --- | --- |
| \`action\` | optional | needed without \`bookingID\` | needed |
| \`identity\` | optional; makes a retry safe | this or \`bookingID\` | this or \`bookingID\` |
| \`bookingID\` | refused | this or \`identity\` | this or \`identity\` |
| \`expectedVersion\` | refused | optional | optional |
| \`arrivalDate\` | needed | optional | ignored |
| \`departureDate\` | needed | optional | ignored |
| \`lastName\` of the guest | needed | optional, not empty | ignored |
| \`roomsBooked\` | this or the next, except for status 1 | optional | ignored |
| \`activitiesBooked\` | this or the one before | optional | ignored |
| \`paymentDetails\` | optional | optional | optional |
| \`reservationSummaryNote\` | optional | optional | optional |
| \`correspondenceToBeSent\` | optional | optional | optional |
| \`holdMinutes\` | with status 2 or none | refused | ignored |
| \`cancellationFee\` | refused | with status 6 or 7 | optional |
| other fields of the booking | optional | optional | ignored |
`.trim()

export const postBooking = endpoint(
  {
    method: 'POST',
    path: '/api/Booking/PostBooking',
    operationId: 'postBooking',
    summary: 'Creates, changes or cancels a booking.',
    description:
      'A change replaces each part that is sent. Parts that are not sent stay; so do fields of the guest, and rates, notes and ' +
      'guests of a room.\n\nWhat each `action` needs:\n\n' +
      `${NEEDS}\n\n` +
      'A `modify` can take a check-in, check-out, cancellation or no-show back: see [status](/docs/guides/bookings#status). ' +
      'Beside the status it takes only notes, payments and letters.\n\n' +
      'A `new` with `holdMinutes` is Tentative, and is cancelled when its hold ends. From then on it cannot be confirmed.\n\n' +
      'With an [identity](/docs#identity) a retry is safe. A `new` with the identity of a booking that is Cancelled or NoShow is ' +
      'IDENTITY_CONFLICT. A change by `identity` alone is a repetition only while it is the last change of its booking. A ' +
      'delayed duplicate that arrives after another change is applied. To prevent that, send an `Idempotency-Key` with ' +
      'each change. A change to the values that the booking has changes nothing.\n\n' +
      'The response has no body. `X-Reservation-Id` and `X-Reservation-Number` identify the booking. `X-Reservation-Version` is ' +
      'its version after the request: with `expectedVersion` the next change is refused if somebody else came first.',
    auth: 'reservations:write',
    bodyCredentials: true,
    idempotency: 'handler',
    body: BookingRequest,
    responseHeaders: {
      'X-Reservation-Id': 'The id of the reservation, for `bookingID` in later requests.',
      'X-Reservation-Number': 'The number of the reservation, for guests and staff.',
      'X-Reservation-Version':
        'The version after the request, for `expectedVersion`. A repetition has the one of the first response; it has none if an ' +
        'earlier release wrote the change.',
    },
    example: {
      name: 'New',
      body: {
        identity: 'web-4712',
        arrivalDate: '2027-07-01',
        departureDate: '2027-07-05',
        primaryGuestDetails: { firstName: 'Mina', lastName: 'Okabe', email: 'mina@example.com', country: 'JP' },
        guests: { guestCount: 2, adultCount: 2 },
        roomsBooked: [{ roomID: 102, guestsInRoom: 2, rates: [{ rateID: 1, unitCost: 145, taxAmount: 8 }] }],
        activitiesBooked: [
          {
            activityID: 3,
            activityDate: '2027-07-02',
            activityStartTime: '10:30',
            activityEndTime: '12:30',
            participants: 2,
            selectedHosts: [{ employeeID: 1 }],
            selectedLocations: [{ locationID: 4 }],
          },
        ],
        paymentDetails: { paymentAmount: 100, paymentSource: 'Card', paymentExtID: 'pay-881' },
      },
    },
    moreExamples: [
      {
        name: 'Change',
        headers: { 'Idempotency-Key': 'change-1' },
        body: {
          identity: 'demo-okafor',
          action: 'modify',
          guests: { guestCount: 4, adultCount: 2, childCount: 2 },
          reservationSummaryNote: 'A cousin comes along. They need a cot after all.',
        },
      },
      {
        name: 'Cancel',
        headers: { 'Idempotency-Key': 'cancel-1' },
        body: { identity: 'demo-moreau', action: 'cancel', cancellationFee: { amount: 186 } },
      },
      {
        name: 'Retry',
        isRepeated: true,
        body: {
          identity: 'web-4713',
          arrivalDate: '2027-08-01',
          departureDate: '2027-08-03',
          primaryGuestDetails: { firstName: 'Ada', lastName: 'Okafor' },
          guests: { guestCount: 2 },
          roomsBooked: [{ roomID: 104, rates: [{ rateID: 1, unitCost: 145 }] }],
        },
      },
    ],
    errors: [
      'NOT_FOUND',
      'UNKNOWN_REFERENCE',
      'ROOM_NOT_AVAILABLE',
      'ACTIVITY_FULL',
      'VERSION_CONFLICT',
      'IDENTITY_CONFLICT',
      'INVALID_TRANSITION',
    ],
  },
  async ({ db, scope, body, request, hashRequest, now }) => {
    const requested = identifyBooking(body, request.headers, await hashRequest())
    if (requested instanceof Refusal) return requested

    const write = async (change: BookingChange, identity: BookingIdentity, { currency, current }: WriteContext) => {
      try {
        if (!current) return bookingResponse(await insertReservation(db, scope, change, { entry: identity, currency }))
        if (changesNothing(change)) return bookingResponse(await insertIdempotency(db, scope, current, identity))
        return bookingResponse(await updateReservation(db, scope, change, { current, entry: identity }))
      } catch (error) {
        if (!(error instanceof ConstraintViolation && AVAILABILITY_CONSTRAINTS.includes(error.constraint))) throw error
        const refusal = conflictsRefusal(await readConflicts(db, scope, change, current), body)
        if (refusal) return refusal
        throw error
      }
    }

    let optimistic = decidedWithoutReading(scope, decideWith(body, requested, now))
    return retryOnConflict(db, [...STALE_BOOKING_CONSTRAINTS, ...AVAILABILITY_CONSTRAINTS], async () => {
      if (optimistic) {
        const { change, settings } = optimistic
        // What the database refuses is read, so that the response names the reason.
        optimistic = undefined
        return write(change, requested, { currency: settings.currency, current: undefined })
      }
      const data = await readBooking(db, scope, requested)
      const identity = identifyWithBooking(requested, data.current)
      const known = findRepetition(data, identity)
      if (known) return bookingResponse(known)
      const change = decideRequest(body, data, { isKeyless: !identity.key, now })
      if (change instanceof Refusal) return change
      return write(change, identity, { currency: data.references.currency, current: data.current })
    })
  },
)

/** Constraints that refuse a room or a slot which another booking holds. */
const AVAILABILITY_CONSTRAINTS = ['room_night.customer_id', 'slot_within_capacity']

/** What a change is written with: the currency of its amounts, and the booking that it changes. */
interface WriteContext {
  currency: string
  current: CurrentBooking | undefined
}

/** The change of a new booking, as if all records that it names were there. */
const decideWith =
  (body: BookingRequest, { ids }: BookingIdentity, now: number) =>
  ({ currency }: CustomerSettings) => {
    const references = body.action === 'new' ? assumedReferences(currency, ids) : undefined
    return references && decideNew(body, references, now)
  }

/**
 * The booking, if this request is a repetition of one that made or changed it. The hash does not have the identity that names the
 * booking of a change, so that the bookings are compared. A booking that ended without a stay is not made again.
 */
function findRepetition(
  { firstUse, identityStatus, current }: BookingData,
  { target, byIdentity, bodyHash }: BookingIdentity,
): BookingResult | undefined {
  const isSame = target ? firstUse?.reservationId === current?.reservationId : !endedUnused(identityStatus)
  if (firstUse?.bodyHash === bodyHash && isSame) {
    // A booking that was made has its first version.
    return { ...firstUse, version: target ? (firstUse.answer as { version?: number } | null)?.version : 1 }
  }
  return byIdentity && current?.lastChangeHash === bodyHash ? current : undefined
}

/** What a decision needs beside the body: whether the request has no idempotency key, and its time (ms). */
interface RequestFacts {
  isKeyless: boolean
  now: number
}

/** The change to write. Issues and a missing booking take precedence over a conflict, and another version over other conflicts. */
function decideRequest(body: BookingRequest, data: BookingData, request: RequestFacts) {
  const change = decideOn(body, data, request)
  if (change instanceof Refusal && change.status !== 409) return change
  const identityStatus = body.action === 'new' ? data.identityStatus : null
  const isKeyUsed = data.firstUse || identityStatus !== null
  return refuseOtherVersion(body, data.current) ?? (isKeyUsed ? bookingConflict(identityStatus) : change)
}

/** The refusal of a change that was decided on another version of the booking. */
const refuseOtherVersion = ({ expectedVersion }: BookingRequest, current: CurrentBooking | undefined) =>
  expectedVersion === undefined || current === undefined || current.version === expectedVersion
    ? undefined
    : refuse('VERSION_CONFLICT', `expectedVersion: the booking has version ${current.version}, not ${expectedVersion}`)

function decideOn(body: BookingRequest, { references, current }: BookingData, { isKeyless, now }: RequestFacts) {
  if (body.action === 'new') return decideNew(body, references, now)
  if (body.action === 'modify') return decideModify(body, references, current, isKeyless)
  return decideCancel(body, references, current)
}

/** The booking after a request. `version` undefined: release 1.1.0 or an earlier one made the change that is repeated. */
type BookingResult = Omit<WrittenIds, 'version'> & { version: number | undefined }

const bookingResponse = ({ reservationId, reservationNumber, version }: BookingResult) =>
  success(undefined, {
    headers: {
      'x-reservation-id': String(reservationId),
      'x-reservation-number': String(reservationNumber),
      ...(version !== undefined && { 'x-reservation-version': String(version) }),
    },
  })
