import { BookingRequest } from '../../../schema/wire/booking'
import type { Limits } from '../../../schema/wire/limits'
import { ConstraintViolation } from '../../db/errors'
import { retryOnConflict } from '../../db/retry-on-conflict'
import type { Scope } from '../../db/scope'
import { changesNothing } from '../../domain/booking/changes'
import { conflictsRefusal } from '../../domain/booking/conflicts'
import { planCancel, planModify, planNew } from '../../domain/booking/plan'
import { assumedReferences } from '../../domain/booking/references'
import type { BookingPlan } from '../../domain/booking/state'
import { Refusal } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { identityConflict } from '../../http/idempotency'
import { readConflicts } from '../../store/booking/conflicts'
import { type BookingData, readBooking } from '../../store/booking/read-booking'
import {
  insertIdempotency,
  insertReservation,
  type ReservationIds,
  STALE_BOOKING_CONSTRAINTS,
  updateReservation,
} from '../../store/booking/write-booking'
import { knownSettings } from '../../store/customer/known-settings'
import { type BookingIdentity, identifyBooking, identifyWithBooking } from './booking-identity'

export const postBooking = endpoint(
  {
    method: 'POST',
    path: '/api/Booking/PostBooking',
    operationId: 'postBooking',
    summary: 'Creates, changes or cancels a booking.',
    description:
      '`action` is `new`, `modify` or `cancel`. Default: `modify` with a `bookingID`, otherwise `new`. A change or a ' +
      'cancellation identifies its booking by `bookingID` or by `identity`. A change replaces each part that is sent. ' +
      'Parts that are not sent stay.\n\n' +
      '`identity` (or the header `Idempotency-Key`) makes a retry safe: the same request again has the first response and ' +
      'changes nothing. A change by `identity` alone is a repetition only while it is the last change of its booking. A ' +
      'delayed duplicate that arrives after another change is applied. To prevent that, send an `Idempotency-Key` with ' +
      'each change. A change to the values that the booking has changes nothing.\n\n' +
      'The response has no body. `X-Reservation-Id` and `X-Reservation-Number` identify the booking.',
    auth: 'reservations:write',
    startsWebhooks: 'events',
    bodyCredentials: true,
    idempotency: 'handler',
    body: BookingRequest,
    responseHeaders: {
      'X-Reservation-Id': 'The id of the reservation, for `bookingID` in later requests.',
      'X-Reservation-Number': 'The number of the reservation, for guests and staff.',
    },
    example: {
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
    errors: [
      'NOT_FOUND',
      'UNKNOWN_REFERENCE',
      'ROOM_NOT_AVAILABLE',
      'ACTIVITY_FULL',
      'IDENTITY_CONFLICT',
      'INVALID_TRANSITION',
    ],
  },
  async ({ db, scope, body, request, settings, hashRequest }) => {
    const requested = identifyBooking(body, request.headers, await hashRequest())
    if (requested instanceof Refusal) return requested

    let assumed = assumedPlan(scope, body, requested)
    return retryOnConflict(db, [...STALE_BOOKING_CONSTRAINTS, ...AVAILABILITY_CONSTRAINTS], async () => {
      const data = assumed?.data ?? (await readBooking(db, scope, requested))
      const planned = assumed?.plan
      // What the database refuses is read, so that the response names the reason.
      assumed = undefined
      const identity = identifyWithBooking(requested, data.current)
      const known = findReplay(data, identity)
      if (known) return bookingResponse(known)
      const { references, current } = data
      const plan = planned ?? planRequest(body, data, { isKeyless: !identity.key, limits: settings.limits })
      if (plan instanceof Refusal) return plan

      try {
        if (!current) return bookingResponse(await insertReservation(db, scope, plan, identity, references.currency))
        if (changesNothing(plan)) return bookingResponse(await insertIdempotency(db, scope, current, identity))
        return bookingResponse(await updateReservation(db, scope, current, plan, identity))
      } catch (error) {
        if (!(error instanceof ConstraintViolation && AVAILABILITY_CONSTRAINTS.includes(error.constraint))) throw error
        const refusal = conflictsRefusal(await readConflicts(db, scope, plan, current), body)
        if (refusal) return refusal
        throw error
      }
    })
  },
)

/** Constraints that refuse a room or a slot which another booking holds. */
const AVAILABILITY_CONSTRAINTS = ['room_night.customer_id', 'slot_within_capacity']

/** A valid new booking is written at once, if the database refuses all that is wrong with it. */
function assumedPlan(
  scope: Scope,
  body: BookingRequest,
  { ids }: BookingIdentity,
): { data: BookingData; plan: BookingPlan } | undefined {
  const settings = body.action === 'new' ? knownSettings(scope) : undefined
  const references = settings && assumedReferences(settings.currency, ids)
  const plan = references && planNew(body, references)
  if (!plan || plan instanceof Refusal) return undefined
  return { data: { references, replay: undefined, current: undefined, identityTaken: false }, plan }
}

/**
 * The booking, if this request is a repetition of one that made or changed it. The hash does not have the identity that names the
 * booking of a change, so that the bookings are compared.
 */
function findReplay(
  { replay, current }: BookingData,
  { target, byIdentity, bodyHash }: BookingIdentity,
): ReservationIds | undefined {
  if (replay?.bodyHash === bodyHash && (!target || replay.reservationId === current?.reservationId)) return replay
  return byIdentity && current?.lastChangeHash === bodyHash ? current : undefined
}

interface PlanOptions {
  isKeyless: boolean
  limits: Limits
}

/** The plan to write. Issues and a missing booking take precedence over a conflict. */
function planRequest(body: BookingRequest, data: BookingData, options: PlanOptions) {
  const plan = planOf(body, data, options)
  const isKeyUsed = data.replay || (body.action === 'new' && data.identityTaken)
  if (!isKeyUsed || (plan instanceof Refusal && plan.status !== 409)) return plan
  return identityConflict()
}

function planOf(body: BookingRequest, { references, current }: BookingData, options: PlanOptions) {
  if (body.action === 'new') return planNew(body, references)
  if (body.action === 'modify') return planModify(body, references, current, options)
  return planCancel(body, references, current)
}

const bookingResponse = ({ reservationId, reservationNumber }: ReservationIds) =>
  success(undefined, {
    headers: { 'x-reservation-id': String(reservationId), 'x-reservation-number': String(reservationNumber) },
  })
