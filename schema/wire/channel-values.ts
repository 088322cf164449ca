import * as z from 'zod'
import { memoize } from '../memoize'
import { FIRST_STAY_DATE, LAST_STAY_DATE } from './dates'
import {
  currency,
  hasControlCharacters,
  ID_CHARACTERS,
  isWellFormed,
  readStayDate,
  WELL_FORMED,
  withoutControlCharacters,
} from './primitives'
import { Expected, leafWithReader } from './zod-internals'

/*
 * The types of values in a channel manager's `data`. Clients send text or numbers for each; the parsed value is text. One message has
 * hundreds of thousands of them, so each is one schema with one function that reads it.
 */

/** Whether a number is exactly as it was written: JSON numbers have about fifteen digits. */
const isExact = (value: number) => /^-?\d{1,15}(?:\.\d{1,9})?$/.test(String(value))

/** Returns the value of a text. */
type Read<T> = (written: string) => T | Expected

/** The text of a number; undefined where it would not be exact. */
type Write = (value: number) => string | undefined

const exact: Write = value => (isExact(value) ? String(value) : undefined)

const leaf = <T>(read: Read<T>, write = exact) =>
  leafWithReader<T>(sent => {
    if (typeof sent === 'string') return read(sent)
    if (typeof sent !== 'number') return new Expected('expected a string or a number')
    const written = write(sent)
    return written === undefined ? new Expected('expected a string: the number has too many digits') : read(written)
  })

/** A value where '' counts as absent. */
const leafOrUndefined = <T>(read: Read<T>, description: string, write = exact) =>
  leaf(written => (written === '' ? undefined : read(written)), write)
    .describe(description)
    .optional()

/** A condition on a text, and the message of its issue. */
interface Rule {
  meets: (written: string) => boolean
  expected: string
}

/** Text that meets every rule. Only the first rule that it does not meet becomes an issue. */
const meeting =
  (...rules: Rule[]): Read<string> =>
  written => {
    for (const { meets, expected } of rules) if (!meets(written)) return new Expected(expected)
    return written
  }

const textOf = (max: number): Rule[] => [
  { meets: written => written.length <= max, expected: `expected at most ${max} characters` },
  { meets: isWellFormed, expected: WELL_FORMED },
]
const idOf = (max: number) =>
  meeting(
    ...textOf(max),
    { meets: written => !hasControlCharacters(written), expected: ID_CHARACTERS },
    { meets: written => written.trim() !== '', expected: 'expected some text' },
  )

/** Text for people, which keeps no control characters. */
const readingText =
  (read: Read<string>): Read<string> =>
  written =>
    read(withoutControlCharacters(written))

/** Text of a description; '' counts as absent. */
export const enumText = memoize((max: number) =>
  leafOrUndefined(readingText(meeting(...textOf(max))), `Text of at most ${max} characters.`),
)

/** A description without its empty objects and lists, which count as absent, as '' does. */
export function withoutEmpty<T extends object>(description: T): T {
  const fields = Object.entries(description).flatMap(([field, value]) => {
    const inner = Array.isArray(value)
      ? value.map(entry => (isObject(entry) ? withoutEmpty(entry) : entry)).filter(hasContent)
      : isObject(value)
        ? withoutEmpty(value)
        : value
    return hasContent(inner) ? [[field, inner]] : []
  })
  return Object.fromEntries(fields) as T
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const hasContent = (value: unknown) =>
  value !== undefined && (!isObject(value) || (Array.isArray(value) ? value : Object.keys(value)).length > 0)

/** One of these words, in exact spelling; '' counts as absent. */
export const oneOf = <const Word extends string>(...vocabulary: Word[]) => {
  const expected = `expected ${vocabulary.map(word => `"${word}"`).join(' or ')}`
  const read = meeting({ meets: written => (vocabulary as string[]).includes(written), expected }) as Read<Word>
  return leafOrUndefined(read, `One of ${vocabulary.join(', ')}.`)
}

const SHORT_ID = 'An id of at most 20 characters.'
const ROOM_ID = 'An id of at most 50 characters.'

/** The channel manager's name for a hotel, or for a rate plan. */
export const shortId = memoize(() => leaf(idOf(20)).describe(SHORT_ID))
/** The channel manager's name for a room. */
export const roomId = memoize(() => leaf(idOf(50)).describe(ROOM_ID))
/** The same where it may be missing, because it can be in another field. */
export const shortIdOrUndefined = memoize(() => leafOrUndefined(idOf(20), SHORT_ID))
export const roomIdOrUndefined = memoize(() => leafOrUndefined(idOf(50), ROOM_ID))

/** A day: `YYYY-MM-DD`. */
export const dayOrUndefined = memoize(() =>
  leafOrUndefined(readStayDate, `A day from ${FIRST_STAY_DATE} to ${LAST_STAY_DATE}.`).meta({
    'x-format': 'YYYY-MM-DD',
  }),
)

/** A count, as it was written. */
const count = (max: number, min = 0) =>
  meeting(
    { meets: written => /^\d{1,9}$/.test(written), expected: 'expected a whole number' },
    { meets: written => Number(written) >= min, expected: `expected at least ${min}` },
    { meets: written => Number(written) <= max, expected: `expected at most ${max}` },
  )
const countsTo = (max: number, min = 0) => `A whole number from ${min} to ${max}.`
export const countLeaf = (max: number, min = 0) => leaf(count(max, min)).describe(countsTo(max, min))
export const countOrUndefined = (max: number) => leafOrUndefined(count(max), countsTo(max))

/** An amount as it was computed: the rule for its decimals rounds what binary fractions leave. */
const amount: Write = value => (Math.abs(value) < 1e-6 ? value.toFixed(20) : String(value))

/** A decimal amount from zero, as it was written. Its decimals depend on the currency, so that a rule checks them. */
const decimal = meeting(
  { meets: written => /^\d{1,10}(?:\.\d{1,20})?$/.test(written), expected: 'expected an amount' },
  { meets: written => Number(written) <= 1_000_000_000, expected: 'expected at most 1000000000' },
)
const AMOUNT = "A decimal amount in the customer's currency."
export const amountLeaf = memoize(() => leaf(decimal, amount).describe(AMOUNT))
export const amountOrUndefined = memoize(() => leafOrUndefined(decimal, AMOUNT, amount))

/** Degrees from -max to max, as they were written. */
export const degrees = (max: number) =>
  leafOrUndefined(
    meeting(
      { meets: written => /^[-+]?\d{1,3}(?:\.\d{1,20})?$/.test(written), expected: 'expected degrees' },
      { meets: written => Math.abs(Number(written)) <= max, expected: `expected ${-max} to ${max}` },
    ),
    `Degrees from ${-max} to ${max}.`,
  )

/** The same for values that a schema reads. */
const orUndefined = (schema: z.ZodType<string, string>, description: string) =>
  leafOrUndefined(written => written, description)
    .pipe(schema.optional())
    .optional()

/** A language of ISO 639, optionally with a region or script. */
export const language = z.lazy(() =>
  orUndefined(
    z
      .string()
      .max(200)
      .regex(/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i, 'expected a language of ISO 639'),
    'A language of ISO 639, of at most 200 characters.',
  ),
)

/** A currency of ISO 4217. */
export const currencyOrUndefined = z.lazy(() => orUndefined(currency, "The customer's currency (ISO 4217)."))
