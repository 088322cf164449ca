import type { BookingRequest } from '../../../schema/wire/booking'
import { namedIds } from '../../domain/booking-references'
import { Refusal, refuse } from '../../errors'
import { digestOf, idempotencyKey } from '../../http/repetition'
import type { Lookup } from '../../store/booking-read'

/** Which booking a request is about, and how its repetition is known. */
export interface Asked extends Lookup {
  /** It names its booking by identity, and has no key of its own. */
  byIdentity: boolean
}

/**
 * The identity of a new booking is its own key. Beside a bookingID it is the key of that change; without one it names the
 * booking, and the header, where it says something else, is the key of the change.
 */
export function askedOf(body: BookingRequest, headers: Headers): Asked | Refusal<'INVALID_FIELD'> {
  const header = idempotencyKey(headers)
  if (header instanceof Refusal) return header
  const { action, bookingID } = body
  const identity = body.identity ?? header
  const also = { paymentExtId: body.paymentDetails?.paymentExtID, ids: namedIds(body) }
  if (action === 'new') return { key: identity, target: undefined, byIdentity: false, ...also }
  if (bookingID) return { key: identity, target: { id: bookingID }, byIdentity: false, ...also }
  if (!identity) return refuse('INVALID_FIELD', 'bookingID: expected an id, or an identity')
  const key = header === identity ? undefined : header
  return { key, target: { identity }, byIdentity: !key, ...also }
}

/** What a request asks: by whom, under which key, and what its caller noted of an attempt before, does not count. */
export function hashOf({ action, ...request }: BookingRequest): Promise<string> {
  const { apiKey: _a, token: _t, clientID: _c, identity: _i, errorMessage: _e, ...asked } = request
  return digestOf({ action, ...asked })
}
