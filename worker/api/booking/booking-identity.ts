import type { BookingRequest } from '../../../schema/wire/booking'
import { namedIds } from '../../domain/booking/references'
import type { CurrentBooking } from '../../domain/booking/state'
import { Refusal, refuse } from '../../errors'
import { hashOfFields, idempotencyKey } from '../../http/idempotency'
import { CHANGE_KEY_PREFIX } from '../../store/booking/idempotency'
import type { BookingLookup } from '../../store/booking/read-booking'

/** Which booking a request is about, and how its repetition is known. */
export interface BookingIdentity extends BookingLookup {
  /** It names its booking by identity, and has no key of its own. */
  byIdentity: boolean
  bodyHash: string
}

/**
 * The identity of a new booking is its own key. Without a bookingID it names the booking, and the header, where it says
 * something else, is the key of the change; where it does not, the change is known by what it asks, for a day. Beside a
 * bookingID an identity is the key of the change, unless it is the booking's own: then it only names it. Which of the two it
 * is, the read tells (`askedOfBooking`).
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
  const also = {
    paymentExtId: paymentDetails?.paymentExtID,
    hasUnnamedPayment: paymentDetails !== undefined && !paymentDetails.paymentExtID,
    ids: namedIds(body),
    bodyHash,
  }
  if (action === 'new') return { key: identity, target: undefined, byIdentity: false, ...also }

  const target = bookingID ? { id: bookingID } : identity ? { identity } : undefined
  if (!target) return refuse('INVALID_FIELD', 'bookingID: expected an id, or an identity')
  if (!identity) return { key: undefined, target, byIdentity: false, ...also }
  const named =
    header && header !== identity
      ? { key: header, byIdentity: false }
      : { key: await changeKey(identity, bodyHash), byIdentity: true }
  if (!bookingID) return { target, ...named, ...also }
  return { key: identity, target, byIdentity: false, ownName: { identity, ...named }, ...also }
}

/** The same, once it is known whether the identity beside a bookingID is the booking's own. */
export function identifyWithBooking(
  { ownName, ...asked }: BookingIdentity,
  booked: CurrentBooking | undefined,
): BookingIdentity {
  if (!ownName || ownName.identity !== booked?.identity) return asked
  return { ...asked, key: ownName.key, byIdentity: ownName.byIdentity }
}

/** The key of a change that names its booking by identity alone. It tells neither the identity nor the body. */
const changeKey = async (identity: string, bodyHash: string): Promise<string> =>
  CHANGE_KEY_PREFIX + (await hashOfFields({ identity, bodyHash }))

/** What a request asks: by whom, under which key, and what its caller noted of an attempt before, does not count. */
function hashOf({ action, ...request }: BookingRequest): Promise<string> {
  const { apiKey: _a, token: _t, clientID: _c, identity: _i, errorMessage: _e, ...asked } = request
  return hashOfFields({ action, ...asked })
}
