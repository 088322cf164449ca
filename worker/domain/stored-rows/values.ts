import * as z from 'zod'
import { isDay } from '../../../schema/wire/dates'
import { count, id, integer } from '../../../schema/wire/primitives'

/*
 * The types of stored values, as they are in the rows of an export: integers, texts, and JSON as text. Each accepts what the service
 * writes, and no more.
 */

/** An amount in minor units, or a sum of them. */
export const minor = z.lazy(() => integer())

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the refused characters
const NEVER_STORED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u

/** Text. Releases before 1.2.0 stored U+0080 to U+009F too. */
export const storedText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(value => !NEVER_STORED.test(value), 'expected text without control characters')

/** Text that is not blank. */
export const nonBlankStoredText = (max: number) =>
  storedText(max).refine(value => value.trim() !== '', 'expected some text')

/** A number that counts up: a sequence, or a version. */
export const sequence = z.lazy(() => count(Number.MAX_SAFE_INTEGER))

/** A number that the service gave: an id, or the sequence of an event. */
export const givenId = id

/** The number of a row in its reservation, or in its sale. */
export const position = z.lazy(() => count(1_000_000))

export const flag = z.lazy(() => z.literal([0, 1], { error: 'expected 0 or 1' }))

/** A calendar date. An inquiry with one date has the day beside it as the other. */
export const date = z.lazy(() =>
  z
    .string()
    .refine(
      day => /^\d{4}-\d{2}-\d{2}$/.test(day) && isDay(day) && '1899-12-31' <= day && day <= '9998-12-31',
      'expected YYYY-MM-DD, a stay date',
    ),
)

/** A time of day; empty: none. */
export const time = z.lazy(() => z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, 'expected HH:mm'))

/** Milliseconds since 1970, in a year that responses can show. */
export const instant = z.lazy(() => count(Date.parse('9999-12-31T23:59:59.999Z'), Date.parse('0000-01-01T00:00:00Z')))

/** A hash, a name of a key or a random name. */
export const token = z.lazy(() => z.string().regex(/^[\w.~:+/=-]{1,300}$/, 'expected letters, digits and -._~:+/='))

/** The fingerprint of a secret; empty: none is known. */
export const madeWith = z.lazy(() => z.string().regex(/^(?:[\da-f]{4})?$/, 'expected four hexadecimal digits'))

/** An `identity`, or the key of a repetition that contains one. */
export const identity = z.lazy(() => storedText(500))

/** JSON as text. */
export const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((written, context): unknown => {
      try {
        return JSON.parse(written)
      } catch {
        context.addIssue('expected JSON')
        return z.NEVER
      }
    })
    .pipe(schema)

/** The values of a record that is stored as it is sent, by field. Amounts are in minor units. What is no plain value needs a contract of its own. */
export const storedValues = <Shape extends z.ZodRawShape>(sent: z.ZodLazy<z.ZodObject<Shape>>) =>
  Object.fromEntries(Object.entries(sent.unwrap().shape).map(([name, field]) => [name, storedValue(field)])) as {
    [Name in keyof Shape]: z.ZodType
  }

function storedValue(field: unknown): z.ZodType {
  if (field instanceof z.ZodLazy || field instanceof z.ZodDefault || field instanceof z.ZodOptional)
    return storedValue(field.unwrap())
  if (field instanceof z.ZodPipe) return storedValue(field.in)
  if (field instanceof z.ZodBoolean) return flag
  if (field instanceof z.ZodNumber) return field.isInt ? field : sequence
  if (field instanceof z.ZodString)
    return (field.safeParse(' ').success ? storedText : nonBlankStoredText)(field.maxLength ?? 0)
  return field as z.ZodType
}
