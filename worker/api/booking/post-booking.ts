import { BookingRequest } from '../../../schema/wire/booking'
import { under } from '../../../schema/wire/limits'
import { conflictsRefusal } from '../../domain/booking-conflicts'
import { isEmpty, planCancel, planModify, planNew } from '../../domain/booking-plan'
import type { Plan } from '../../domain/booking-state'
import { Refusal } from '../../errors'
import { answer, endpoint } from '../../http/endpoint'
import { identityConflict } from '../../http/repetition'
import { readConflicts } from '../../store/booking-conflicts'
import { type Books, readBooks } from '../../store/booking-read'
import { BOOKS_CHANGED, type Made, writeChange, writeKey, writeNew } from '../../store/booking-write'
import { ConstraintViolation } from '../../store/database'
import { insist } from '../../store/insist'
import { type Asked, askedOf } from './asked'

export const postBooking = endpoint(
  {
    method: 'POST',
    path: '/api/Booking/PostBooking',
    summary: 'Makes, changes or cancels a booking.',
    description:
      '`action` says which: `new` without a bookingID, `modify` or `cancel` with one, or with the identity of the booking. ' +
      'A change replaces each part that is sent and leaves what is not sent. ' +
      '`identity` (or the header `Idempotency-Key`) makes a repetition harmless: the same request again is answered as the ' +
      'first time and changes nothing. A change by identity alone is known by what it asks, for 24 hours: to set a value back and forth ' +
      'within a day, send an `Idempotency-Key` of its own with each change. The answer has no body; `X-Reservation-Id` and `X-Reservation-Number` name the booking.',
    needs: 'reservations:write',
    credentialsInBody: true,
    customerField: 'clientID',
    takesKey: 'by itself',
    body: BookingRequest,
    gives: {
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
    refuses: [
      'NOT_FOUND',
      'UNKNOWN_REFERENCE',
      'ROOM_NOT_AVAILABLE',
      'ACTIVITY_FULL',
      'IDENTITY_CONFLICT',
      'INVALID_TRANSITION',
    ],
  },
  async ({ db, scope, body, request, settings }) => {
    const asked = await askedOf(body, request.headers)
    if (asked instanceof Refusal) return asked

    return insist(db, [...BOOKS_CHANGED, ...HELD_BY_OTHERS], async () => {
      const books = await readBooks(db, scope, asked)
      const known = repetitionIn(books, asked)
      if (known) return done(known)
      const { references, booked } = books
      const plan = under(settings.limits, () => judge(body, books))
      if (plan instanceof Refusal) return plan

      try {
        if (!booked) return done(await writeNew(db, scope, plan as Plan, asked, references.currency))
        if (!plan || isEmpty(plan)) return done(await writeKey(db, scope, booked, asked))
        return done(await writeChange(db, scope, booked, plan, asked))
      } catch (error) {
        if (!(plan && error instanceof ConstraintViolation && HELD_BY_OTHERS.includes(error.constraint))) throw error
        const refusal = conflictsRefusal(await readConflicts(db, scope, plan, booked), body)
        if (refusal) return refusal
        throw error
      }
    })
  },
)

/** What the database refuses because someone else holds it. */
const HELD_BY_OTHERS = ['room_night.customer_id', 'slot_within_capacity']

/** The booking, if this very request made or changed it before. */
function repetitionIn({ repetition, booked }: Books, { byIdentity, bodyHash }: Asked): Made | undefined {
  if (repetition?.bodyHash === bodyHash) return repetition
  return byIdentity && booked?.lastChangeHash === bodyHash ? booked : undefined
}

/** What is to be written; undefined: nothing is. Faults and a missing booking are told before a conflict of any kind. */
function judge(body: BookingRequest, books: Books) {
  const plan = planOf(body, books)
  const isUsed = books.repetition || (body.action === 'new' && books.taken)
  if (!isUsed || (plan instanceof Refusal && plan.status !== 409)) return plan
  return identityConflict()
}

function planOf(body: BookingRequest, { references, booked }: Books) {
  if (body.action === 'new') return planNew(body, references)
  if (body.action === 'modify') return planModify(body, references, booked)
  return planCancel(body, references, booked)
}

const done = ({ reservationId, reservationNumber }: Made) =>
  answer(undefined, {
    headers: { 'x-reservation-id': String(reservationId), 'x-reservation-number': String(reservationNumber) },
  })
