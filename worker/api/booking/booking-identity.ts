import type { BookingRequest } from '../../../schema/wire/booking'
import { namedIds } from '../../domain/booking/references'
import type { CurrentBooking } from '../../domain/booking/state'
import { Refusal, refuse } from '../../errors'
import { hashOfFields, idempotencyKey } from '../../http/idempotency'
import { CHANGE_KEY_PREFIX } from '../../store/booking/idempotency'
import type { BookingLookup } from '../../store/booking/read-booking'

/** The booking that a request names, and the key by which a repeated request is recognised. */
export interface BookingIdentity extends BookingLookup {
  /** The request names its booking by identity and has no key of its own. */
  byIdentity: boolean
  bodyHash: string
}

/**
 * Determines the booking and the idempotency key of a request. The identity is that of the body, else of the header.
 *
 * - New booking: the identity is the key.
 * - Change without a bookingID: the identity names the booking. A header with another value is the key of the change. Without
 *   one the key is derived from the body, so a repetition is recognised for a day.
 * - Change with a bookingID: the identity is the key of the change, unless it is the identity of the booking itself. This is
 *   known after the booking is read: see `identifyWithBooking`.
 */
export async function identifyBooking(
  body: BookingRequest,
  headers: Headers,
): Promise<BookingIdentity | Refusal<'INVALID_FIELD'>> {
  const header = idempotencyKey(headers)
  if (header instanceof Refusal) return header
  const { action, bookingID } = body
  const identity = body.identity ?? header
  const bodyHash = await hashOf(body)
  const { paymentDetails } = body
  const common = {
    paymentExtId: paymentDetails?.paymentExtID,
    hasUnnamedPayment: paymentDetails !== undefined && !paymentDetails.paymentExtID,
    ids: namedIds(body),
    sendsGuest: body.primaryGuestDetails !== undefined,
    sendsActivities: body.activitiesBooked !== undefined,
    bodyHash,
  }
  if (action === 'new') return { key: identity, target: undefined, byIdentity: false, ...common }

  const target = bookingID ? { id: bookingID } : identity ? { identity } : undefined
  if (!target) return refuse('INVALID_FIELD', 'bookingID: expected an id, or an identity')
  if (!identity) return { key: undefined, target, byIdentity: false, ...common }
  const named =
    header && header !== identity
      ? { key: header, byIdentity: false }
      : { key: await changeKey(identity, bodyHash), byIdentity: true }
  if (!bookingID) return { target, ...named, ...common }
  return { key: identity, target, byIdentity: false, ownName: { identity, ...named }, ...common }
}

/** Completes the identity once the booking is read: an identity beside a bookingID may be the booking's own. */
export function identifyWithBooking(
  { ownName, ...identity }: BookingIdentity,
  booking: CurrentBooking | undefined,
): BookingIdentity {
  if (!ownName || ownName.identity !== booking?.identity) return identity
  return { ...identity, key: ownName.key, byIdentity: ownName.byIdentity }
}

/** The key of a change that names its booking by identity alone: a digest, which reveals neither identity nor body. */
const changeKey = async (identity: string, bodyHash: string): Promise<string> =>
  CHANGE_KEY_PREFIX + (await hashOfFields({ identity, bodyHash }))

/** The hash of what a request changes, without credentials, keys and the caller's `errorMessage`. */
function hashOf({ action, ...request }: BookingRequest): Promise<string> {
  const { apiKey: _a, token: _t, clientID: _c, identity: _i, errorMessage: _e, ...content } = request
  return hashOfFields({ action, ...content })
}
