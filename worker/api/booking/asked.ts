import { base64url } from 'jose'
import type { BookingRequest } from '../../../schema/wire/booking'
import { someText } from '../../../schema/wire/primitives'
import { namedIds } from '../../domain/booking-references'
import { type Refusal, refuse } from '../../errors'
import type { Lookup } from '../../store/booking-read'

/** Which booking a request is about, and how its repetition is known. */
export interface Asked extends Lookup {
  /** It names its booking by identity, and has no key of its own. */
  byIdentity: boolean
}

const Key = someText(200)

/**
 * The identity of a new booking is its own key. Beside a bookingID it is the key of that change; without one it names the
 * booking, and the header, where it says something else, is the key of the change.
 */
export function askedOf(body: BookingRequest, headers: Headers): Asked | Refusal<'INVALID_FIELD'> {
  const header = headers.get('idempotency-key') || undefined
  if (header && !Key.safeParse(header).success) {
    return refuse('INVALID_FIELD', 'Idempotency-Key: expected some text of at most 200 characters')
  }
  const { action, bookingID } = body
  const identity = body.identity ?? header
  const also = { paymentExtId: body.paymentDetails?.paymentExtID, ids: namedIds(body) }
  if (action === 'new') return { key: identity, target: undefined, byIdentity: false, ...also }
  if (bookingID) return { key: identity, target: { id: bookingID }, byIdentity: false, ...also }
  if (!identity) return refuse('INVALID_FIELD', 'bookingID: expected an id, or an identity')
  const key = header === identity ? undefined : header
  return { key, target: { identity }, byIdentity: !key, ...also }
}

/** Tells whether two requests ask the same: a digest of the fields that say what is asked, not by whom or under which key. */
export async function hashOf({ apiKey: _a, token: _t, clientID: _c, identity: _i, action, ...rest }: BookingRequest) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify({ action, ...rest })))
  return base64url.encode(new Uint8Array(digest))
}
