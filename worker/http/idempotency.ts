import { nonBlankText } from '../../schema/wire/primitives'
import { statusName } from '../../schema/wire/reservation-status'
import { endedUnused } from '../domain/reservation/status'
import { Refusal, refuse } from '../errors'

/** What the runtime reads instead of bytes of a header that are not UTF-8. Different keys would be read as the same. */
const REPLACEMENT_CHARACTER = '\ufffd'

/** The header `Idempotency-Key`, as far as it can be read. */
export function readKeyHeader(headers: Headers): string | undefined | Refusal<'INVALID_FIELD'> {
  const key = headers.get('idempotency-key') || undefined
  return key?.includes(REPLACEMENT_CHARACTER) ? refuse('INVALID_FIELD', 'Idempotency-Key: expected text in UTF-8') : key
}

/** The header `Idempotency-Key`, which replaces a missing `identity` of the body. */
export function idempotencyKey(headers: Headers): string | undefined | Refusal<'INVALID_FIELD'> {
  const key = readKeyHeader(headers)
  if (!key || key instanceof Refusal || nonBlankText(200).safeParse(key).success) return key
  return refuse('INVALID_FIELD', 'Idempotency-Key: expected some text of at most 200 characters')
}

/** The key was used before, with another body. */
export const identityConflict = () => refuse('IDENTITY_CONFLICT', 'identity: it was used before, with another body')

/**
 * The same for a booking. `statusId`: of the booking that has the identity; null: none has it. One that ended without a stay
 * refuses the first body too, because a repetition would report rooms that nobody holds.
 */
export const bookingConflict = (statusId: number | null) =>
  statusId !== null && endedUnused(statusId)
    ? refuse(
        'IDENTITY_CONFLICT',
        `identity: its booking is ${statusName(statusId)}; take that back with a modify of its status, or use another identity`,
      )
    : identityConflict()
