import { base64url } from 'jose'
import { nonBlankText } from '../../schema/wire/primitives'
import { type Refusal, refuse } from '../errors'

/** The header that stands in for a body's `identity`. */
export function idempotencyKey(headers: Headers): string | undefined | Refusal<'INVALID_FIELD'> {
  const key = headers.get('idempotency-key') || undefined
  if (!key || nonBlankText(200).safeParse(key).success) return key
  return refuse('INVALID_FIELD', 'Idempotency-Key: expected some text of at most 200 characters')
}

/** The key was used before, for something else. */
export const identityConflict = () => refuse('IDENTITY_CONFLICT', 'identity: it was used before, with another body')

/** Tells whether two requests ask the same: SHA-256 of the fields that say what is asked, as their contract read them. */
export async function hashOfFields(asked: object): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(asked)))
  return base64url.encode(new Uint8Array(digest))
}
