import { BookingRequest } from '../../../schema/wire/booking'
import type { Limits } from '../../../schema/wire/limits'
import { ConstraintViolation } from '../../db/database'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { conflictsRefusal } from '../../domain/booking/conflicts'
import { changesNothing, planCancel, planModify, planNew } from '../../domain/booking/plan'
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
import { type BookingIdentity, identifyBooking, identifyWithBooking } from './booking-identity'

export const postBooking = endpoint(
  {
    method: 'POST',
    path: '/api/Booking/PostBooking',
    summary: 'Makes, changes or cancels a booking.',
    description:
      '`action` says which: `new` without a bookingID, `modify` or `cancel` with one, or with the identity of the booking. ' +
      'A change replaces each part that is sent and leaves what is not sent. ' +
      '`identity` (or the header `Idempotency-Key`) makes a replay harmless: the same request again is answered as the ' +
      'first time and changes nothing. A change by identity alone is known by what it asks, for 24 hours: to set a value back and forth ' +
      'within a day, send an `Idempotency-Key` of its own with each change. The answer has no body; `X-Reservation-Id` and `X-Reservation-Number` name the booking.',
    auth: 'reservations:write',
    bodyCredentials: true,
    customerField: 'clientID',
    idempotency: 'handler',
    body: BookingRequest,
    responseHeaders: {
      'X-Reservation-Id': 'The booking: its bookingID from now on.',
      'X-Reservation-Number': 'Its number, for people.',
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
  async ({ db, scope, body, request, settings }) => {
    const sent = await identifyBooking(body, request.headers)
    if (sent instanceof Refusal) return sent

    return retryOnConflict(db, [...STALE_BOOKING_CONSTRAINTS, ...AVAILABILITY_CONSTRAINTS], async () => {
      const books = await readBooking(db, scope, sent)
      const asked = identifyWithBooking(sent, books.current)
      const known = findReplay(books, asked)
      if (known) return bookingResponse(known)
      const { references, current } = books
      const isKeyless = !asked.key || asked.byIdentity
      const plan = planRequest(body, books, { isKeyless, limits: settings.limits })
      if (plan instanceof Refusal) return plan

      try {
        if (!current)
          return bookingResponse(await insertReservation(db, scope, plan as BookingPlan, asked, references.currency))
        if (!plan || changesNothing(plan)) return bookingResponse(await insertIdempotency(db, scope, current, asked))
        return bookingResponse(await updateReservation(db, scope, current, plan, asked))
      } catch (error) {
        if (!(plan && error instanceof ConstraintViolation && AVAILABILITY_CONSTRAINTS.includes(error.constraint)))
          throw error
        const refusal = conflictsRefusal(await readConflicts(db, scope, plan, current), body)
        if (refusal) return refusal
        throw error
      }
    })
  },
)

/** What the database refuses because someone else holds it. */
const AVAILABILITY_CONSTRAINTS = ['room_night.customer_id', 'slot_within_capacity']

/** The booking, if this very request made or changed it before. */
function findReplay(
  { replay, current }: BookingData,
  { byIdentity, bodyHash }: BookingIdentity,
): ReservationIds | undefined {
  if (replay?.bodyHash === bodyHash) return replay
  return byIdentity && current?.lastChangeHash === bodyHash ? current : undefined
}

interface PlanOptions {
  isKeyless: boolean
  limits: Limits
}

/** What is to be written; undefined: nothing is. Faults and a missing booking are told before a conflict of any kind. */
function planRequest(body: BookingRequest, books: BookingData, options: PlanOptions) {
  const plan = planOf(body, books, options)
  const isUsed = books.replay || (body.action === 'new' && books.identityTaken)
  if (!isUsed || (plan instanceof Refusal && plan.status !== 409)) return plan
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
