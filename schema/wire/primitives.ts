import * as z from 'zod'
import { memoize } from '../memoize'
import { FIRST_STAY_DATE, isDay, LAST_STAY_DATE } from './dates'
import { Expected } from './zod-internals'

/*
 * The types of values in requests and responses, each with its limits and error messages. All contracts use these.
 *
 * Every schema at the top level of a file is lazy: `z.lazy`, `memoize` for functions and sets of fields, `perLimits` where it depends
 * on limits. All 1,500 schemas together take longer to make than everything else before the first response of an isolate, and one
 * request needs few of them.
 */

const ISO_DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

const STAY_DATES = `from ${FIRST_STAY_DATE} to ${LAST_STAY_DATE}`

/** Reads a calendar date of the hotel. */
export function readStayDate(text: string): string | Expected {
  const day = ISO_DATE.exec(text)?.[1]
  if (day === undefined || !isDay(day)) return new Expected('expected YYYY-MM-DD')
  return FIRST_STAY_DATE <= day && day <= LAST_STAY_DATE ? day : new Expected(`expected a date ${STAY_DATES}`)
}

/**
 * A calendar date of the hotel: `YYYY-MM-DD`, or an ISO date-time whose date counts as it is written, without a change of zone.
 * SQL and many languages write a blank between date and time: it counts as `T`. The parsed value is `YYYY-MM-DD`.
 */
export const stayDate = z
  .lazy(() =>
    z.string().transform((text, context) => {
      const day = readStayDate(text)
      if (!(day instanceof Expected)) return day
      context.addIssue(day.message)
      return z.NEVER
    }),
  )
  .meta({ 'x-format': 'YYYY-MM-DD', description: `A calendar date of the hotel, ${STAY_DATES}.` })

const TIME_OF_DAY = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/

/** A time of day of the hotel: `H:mm`, `HH:mm` or `HH:mm:ss[.fff]`. The parsed value is `HH:mm`. */
export const timeOfDay = z
  .lazy(() =>
    z
      .string()
      .regex(TIME_OF_DAY, 'expected HH:mm')
      .transform(written => {
        const [hours = '', minutes = ''] = written.split(':')
        return `${hours.padStart(2, '0')}:${minutes}`
      }),
  )
  .meta({ 'x-format': 'HH:mm', description: 'A time of day at the hotel.' })

/** A time of day, or an empty text. */
export const timeOrEmpty = z.lazy(() => z.union([z.literal(''), timeOfDay], { error: 'expected HH:mm' }))

const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * An instant: an ISO 8601 date-time with a zone, with `T` or a blank between date and time. The parsed value is milliseconds since
 * 1970. A zone can shift it to a year without four digits, which responses could not show.
 */
export const instant = z.lazy(() =>
  z.preprocess(
    // A request may have a value of another type, which is refused by the schema.
    (value: string) => (typeof value === 'string' ? value.replace(/^(\S{10}) /, '$1T') : value),
    z.iso.datetime({ offset: true, error: 'expected an ISO 8601 date-time with a zone' }).transform((text, context) => {
      const instant = Date.parse(text)
      if (instant >= FIRST_INSTANT && instant <= LAST_INSTANT) return instant
      context.addIssue('expected an instant of the years 0000 to 9999 in UTC')
      return z.NEVER
    }),
  ),
)

/** An integer. All values of other types have the same error. */
export const integer = memoize(() =>
  z.int({ error: ({ code }) => (code === 'invalid_type' ? 'expected an integer' : undefined) }),
)

/**
 * Whether a value has no issue yet. A check with this as its `when` does not add a second one. The option `abort` would do that too,
 * but would also keep `withRules` from running on the object around the value.
 */
const hasNoIssue = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0

/** An integer of a range. The range is only checked of an integer, so that there is one issue at most. */
const between = memoize((minimum: number, maximum: number) =>
  integer()
    .refine(value => value >= minimum, { error: `expected at least ${minimum}`, when: hasNoIssue })
    .refine(value => value <= maximum, { error: `expected at most ${maximum}`, when: hasNoIssue })
    .meta({ minimum, maximum }),
)

/** A record's id: 1 to 2,147,483,647. */
export const id = z.lazy(() => between(1, 2_147_483_647))

/** An id, or 0 for none, which is parsed as undefined. */
export const idOrNone = z.lazy(() =>
  between(0, 2_147_483_647)
    .transform(number => number || undefined)
    .meta({ description: '0: none.' }),
)

/** The customer, where a request names it. It is checked for all endpoints in one place (`worker/http`), so that any value passes here. */
export const customerId = z.lazy(() =>
  z.unknown().optional().meta({
    type: 'integer',
    minimum: 0,
    maximum: 2_147_483_647,
    description:
      'Not needed: the [credential](/docs#credentials-and-customer) decides the customer. Another one than its own is refused.',
  }),
)

/** A moment in a response. */
export const instantOf = (words: string) => z.string().describe(`${words} An instant in UTC.`)

/** A date of a stay in a response. */
export const dateOf = (words: string) => z.string().meta({ 'x-format': 'YYYY-MM-DDT00:00:00', description: words })

/** A time of day in a response. */
export const timeOf = (words: string) => z.string().meta({ 'x-format': 'HH:mm', description: words })

/** A count. */
export const count = (max: number, min = 0) => between(min, max)

/** The longest hold of a booking, in minutes. */
const MAX_HOLD_MINUTES = 1_440

/** The minutes for which a new booking is held. */
export const holdMinutesOf = (words: string) =>
  countOrNone(MAX_HOLD_MINUTES).describe(
    `${words} It is cancelled that many minutes later, at most ${MAX_HOLD_MINUTES.toLocaleString('en')}, unless it is confirmed before. 0 or absent: it is not held.`,
  )

/** A count or a code, or 0 for none, which is parsed as undefined. */
export const countOrNone = memoize((max: number) =>
  between(0, max)
    .transform(number => number || undefined)
    .meta({ description: '0 counts as absent.' })
    .optional(),
)

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the control characters, line breaks and tabs aside
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** A text for people, with a blank for each control character: text programs leave some in what is copied from them. */
export const withoutControlCharacters = (value: string): string => value.replace(CONTROL_CHARACTERS, ' ')

export const hasControlCharacters = (value: string): boolean => value.search(CONTROL_CHARACTERS) >= 0

/** A function of strings does the same, but the client is compiled for older runtimes. */
export const isWellFormed = (value: string): boolean => !/\p{Cs}/u.test(value)

export const WELL_FORMED = 'expected text without unpaired surrogates'

/** Text for people, of a maximum length. Control characters other than line breaks and tabs become blanks. */
export const text = memoize((max: number) =>
  z
    .string()
    .max(max)
    .overwrite(withoutControlCharacters)
    .refine(isWellFormed, { error: WELL_FORMED, when: hasNoIssue }),
)

/** Text for people that is not blank. */
export const nonBlankText = memoize((max: number) => notBlank(text(max)))

const notBlank = (schema: z.ZodString) =>
  schema.refine(value => value.trim() !== '', { error: 'expected some text', when: hasNoIssue })

export const ID_CHARACTERS = 'expected text without control characters'

/** Text that is compared, such as an id: a changed one would be another, so that control characters are refused. */
export const idText = memoize((max: number) =>
  z
    .string()
    .max(max)
    .refine(value => !hasControlCharacters(value), { error: ID_CHARACTERS, when: hasNoIssue })
    .refine(isWellFormed, { error: WELL_FORMED, when: hasNoIssue }),
)

/** The same if it is not blank. */
export const nonBlankIdText = memoize((max: number) => notBlank(idText(max)))

/** Characters of a note. */
export const NOTE_LENGTH = 20_000

/** Characters of a guest's telephone number: people write two numbers, and when to call. */
export const PHONE_LENGTH = 100

/** A text where '' counts as absent. A blank text deletes the stored text. */
export const textOrNone = (max: number) =>
  text(max)
    .transform(value => (value === '' ? undefined : value.trim() && value))
    .optional()

/** Its decimals depend on the currency, so that a rule checks them and not the contract. */
const decimal = (minimum: number) => z.number().min(minimum).max(1_000_000_000)

/** A decimal amount in the customer's currency, of limited size, with its words for the reference. */
export const amountOf = (words: string) => decimal(-1_000_000_000).describe(inCurrency(words))

/** An amount that is not below zero. */
export const price = z.lazy(() => decimal(0))
export const priceOf = (words: string) => price.describe(inCurrency(words))

const inCurrency = (words: string) => `${words} In the customer's currency, with at most its decimals.`

/** An address with http or https. */
export const webAddress = z.lazy(() =>
  z
    .string()
    .max(2048)
    .refine(value => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
      error: 'expected an http or https address',
      when: hasNoIssue,
    })
    .meta({ 'x-format': 'http or https address' }),
)

/** An IANA time zone that this runtime knows. */
export const timeZone = z.lazy(() =>
  z
    .string()
    .max(64)
    .refine(isTimeZone, { error: 'expected an IANA time zone', when: hasNoIssue })
    .meta({ description: 'An IANA time zone, such as `Europe/Lisbon`.' }),
)

function isTimeZone(zone: string): boolean {
  if (!zone || /^[+-]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const currencies = memoize(() => new Set(Intl.supportedValuesOf('currency')))

/** A currency of ISO 4217 that this runtime knows. */
export const currency = z.lazy(() =>
  z
    .string()
    .refine(code => currencies().has(code), 'expected a currency of ISO 4217')
    .meta({ description: 'A currency of ISO 4217, such as `EUR`.' }),
)
