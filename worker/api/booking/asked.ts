import type { BookingRequest } from '../../../schema/wire/booking'
import { namedIds } from '../../domain/booking-references'
import { Refusal, refuse } from '../../errors'
import { digestOf, idempotencyKey } from '../../http/repetition'
import type { Lookup } from '../../store/booking-read'

/** Which booking a request is about, and how its repetition is known. */
export interface Asked extends Lookup {
  /** It names its booking by identity, and has no key of its own. */
  byIdentity: boolean
  bodyHash: string
}

const HOUR = 3_600_000

/**
 * How long a change by identity alone is known. Whoever retries does so within a day; and whoever sets a value back and forth
 * by identity alone means it anew the day after.
 */
const KNOWN_BY_IDENTITY = 24 * HOUR

/**
 * The identity of a new booking is its own key. Beside a bookingID it is the key of that change; without one it names the
 * booking, and the header, where it says something else, is the key of the change. Where it does not, the change is known by
 * what it asks, for a day.
 */
export async function askedOf(body: BookingRequest, headers: Headers): Promise<Asked | Refusal<'INVALID_FIELD'>> {
  const header = idempotencyKey(headers)
  if (header instanceof Refusal) return header
  const { action, bookingID } = body
  const identity = body.identity ?? header
  const bodyHash = await hashOf(body)
  const also = { paymentExtId: body.paymentDetails?.paymentExtID, ids: namedIds(body), bodyHash }
  if (action === 'new') return { key: identity, target: undefined, byIdentity: false, ...also }
  if (bookingID) return { key: identity, target: { id: bookingID }, byIdentity: false, ...also }
  if (!identity) return refuse('INVALID_FIELD', 'bookingID: expected an id, or an identity')
  const target = { identity }
  if (header && header !== identity) return { key: header, target, byIdentity: false, ...also }
  const key = await derivedKey(identity, bodyHash)
  return { key, keyLasts: KNOWN_BY_IDENTITY, target, byIdentity: true, ...also }
}

/** A key that nobody can send: control characters are refused. It tells neither the identity nor the body. */
const derivedKey = async (identity: string, bodyHash: string) => `\u001f${await digestOf({ identity, bodyHash })}`

/** What a request asks: by whom, under which key, and what its caller noted of an attempt before, does not count. */
function hashOf({ action, ...request }: BookingRequest): Promise<string> {
  const { apiKey: _a, token: _t, clientID: _c, identity: _i, errorMessage: _e, ...asked } = request
  return digestOf({ action, ...asked })
}
