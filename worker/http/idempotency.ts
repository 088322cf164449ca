import { nonBlankText } from '../../schema/wire/primitives'
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
