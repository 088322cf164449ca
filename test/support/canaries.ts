import type { Schema } from './hostile'

/*
 * Words that the service itself never uses. Tests put them wherever a request can carry personal data or a secret. A word that
 * appears elsewhere has leaked.
 */

/** Part of every personal value of a guest. */
export const GUEST_CANARY = 'Zilpzalp'

/** Part of every value that is sent in place of a secret. */
export const SECRET_CANARY = 'Kuckucksruf'

/** Ids that a refusal may repeat, so that the caller can identify the record. */
const ECHOED_FIELDS = /^(hotelid|roomid|rateplanid)$/

/** A body with the same text in every field of a schema, whatever its type. */
export function bodyFilledWith(text: string, { properties, items, anyOf }: Schema): unknown {
  if (items) return [bodyFilledWith(text, items)]
  const inner = anyOf?.find(each => each.properties ?? each.items)
  if (inner) return bodyFilledWith(text, inner)
  if (!properties) return text
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !ECHOED_FIELDS.test(name))
      .map(([name, schema]) => [name, bodyFilledWith(text, schema)]),
  )
}

/** Values that contain the text and that nearly every field refuses: another type, too long, an invalid character. */
export const invalidValuesWith = (text: string): unknown[] => [
  { [text]: text },
  [text],
  text,
  `${text} `.repeat(1000),
  `${text}\u0000`,
]

export const isEchoedField = (name: unknown) => ECHOED_FIELDS.test(String(name))
