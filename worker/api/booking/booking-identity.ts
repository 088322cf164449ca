import type { BookingRequest } from '../../../schema/wire/booking'
import { namedIds } from '../../domain/booking/references'
import type { CurrentBooking } from '../../domain/booking/state'
import { Refusal, refuse } from '../../errors'
import { idempotencyKey } from '../../http/idempotency'
import type { BookingLookup } from '../../store/booking/read-booking'

/** The booking that a request names, and how a repetition of it is recognised. */
export interface BookingIdentity extends BookingLookup {
  /** The request names its booking by identity and has no key: it is compared with the last change of the booking. */
  byIdentity: boolean
  bodyHash: string
}

/**
 * Determines the booking and the idempotency key of a request. The identity is that of the body, else of the header.
 *
 * - New booking: the identity is the key.
 * - Change without a bookingID: the identity names the booking. A header with another value is the key of the change.
 * - Change with a bookingID: the identity is the key of the change, unless it is the identity of the booking itself. Then a header
 *   with another value is the key. This is known after the booking is read: see `identifyWithBooking`.
 */
export function identifyBooking(
  body: BookingRequest,
  headers: Headers,
  bodyHash: string,
): BookingIdentity | Refusal<'INVALID_FIELD'> {
  const header = idempotencyKey(headers)
  if (header instanceof Refusal) return header
  const { action, bookingID, paymentDetails } = body
  const identity = body.identity ?? header
  const common = {
    paymentExtId: paymentDetails?.paymentExtID,
    hasUnnamedPayment: paymentDetails !== undefined && !paymentDetails.paymentExtID,
    ids: namedIds(body),
    sendsGuest: body.primaryGuestDetails !== undefined,
    sendsActivities: body.activitiesBooked !== undefined,
    sendsGuestsAlone: action !== 'new' && body.guests !== undefined && body.roomsBooked === undefined,
    byIdentity: false,
    bodyHash,
  }
  if (action === 'new') return { ...common, key: identity, target: undefined }

  const besideIdentity = header !== identity ? header : undefined
  if (bookingID) {
    const target = { id: bookingID }
    return { ...common, key: identity, target, ...(identity && { name: { identity, key: besideIdentity } }) }
  }
  if (!identity) return refuse('INVALID_FIELD', 'bookingID: expected an id, or an identity')
  return { ...common, key: besideIdentity, target: { identity }, byIdentity: !besideIdentity }
}

/** Completes the identity once the booking is read: an identity beside a bookingID may be the booking's own. */
export function identifyWithBooking(
  { name, ...identity }: BookingIdentity,
  booking: CurrentBooking | undefined,
): BookingIdentity {
  return name && name.identity === booking?.identity ? { ...identity, key: name.key } : identity
}
