import * as z from 'zod'
import { memoize } from '../memoize'
import { FIRST_STAY_DATE, isDay, LAST_STAY_DATE } from './dates'

/*
 * The kinds of values that travel, each with the limits and the words of its refusal. Contracts are made of these, so that
 * a date is a date in the same way everywhere.
 *
 * Whatever stands at the top of a file of contracts is `z.lazy`, or `once` where it is a function or a set of fields: there are
 * 1,500 schemas in all, which take longer to make than all else that an isolate does before its first answer, and one request
 * needs few of them.
 */

const ISO_DATE =
  /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

const STAY_DATES = `from ${FIRST_STAY_DATE} to ${LAST_STAY_DATE}`

/**
 * A calendar date of the hotel: `YYYY-MM-DD`, or an ISO date-time of which the date as written counts. No zone ever shifts
 * it. Comes out as `YYYY-MM-DD`.
 */
export const stayDate = z
  .lazy(() =>
    z.string().transform((text, context) => {
      const day = ISO_DATE.exec(text)?.[1]
      const isSound = day !== undefined && isDay(day)
      if (isSound && FIRST_STAY_DATE <= day && day <= LAST_STAY_DATE) return day
      context.addIssue(isSound ? `expected a date ${STAY_DATES}` : 'expected YYYY-MM-DD')
      return z.NEVER
    }),
  )
  .meta({
    description: `The hotel's calendar date, ${STAY_DATES}: YYYY-MM-DD, or a date-time of which the date as written counts.`,
  })

const TIME_OF_DAY = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/

/** A time of day of the hotel: `H:mm`, `HH:mm` or `HH:mm:ss[.fff]`. Comes out as `HH:mm`. */
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
  .meta({ description: 'A time of day at the hotel: HH:mm. H:mm is understood too; seconds are dropped.' })

const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * An instant: an ISO 8601 date-time with a zone. Comes out in milliseconds since 1970. A zone can carry it beyond the years of
 * four digits, in which answers are written.
 */
export const instant = z.lazy(() =>
  z.iso.datetime({ offset: true, error: 'expected an ISO 8601 date-time with a zone' }).transform((text, context) => {
    const instant = Date.parse(text)
    if (instant >= FIRST_INSTANT && instant <= LAST_INSTANT) return instant
    context.addIssue('expected an instant of the years 0000 to 9999 in UTC')
    return z.NEVER
  }),
)

/** A whole number, whatever is sent instead. */
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

/** An id where 0 says that there is none. Comes out as undefined then. */
export const idOrNone = z.lazy(() =>
  between(0, 2_147_483_647)
    .transform(number => number || undefined)
    .meta({ description: '0 says that there is none.' }),
)

/** How many of something. */
export const count = (most: number, least = 0) => between(least, most)

/** How many of something, or a code, where 0 says that it is not sent. Comes out as undefined then. */
export const countOrNone = memoize((most: number) =>
  between(0, most)
    .transform(number => number || undefined)
    .meta({ description: '0 is the same as not sent.' })
    .optional(),
)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
const WITHOUT_CONTROL_CHARACTERS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]*$/u

/** Text as it is, up to a number of characters. Control characters but line breaks and tabs are refused, and half characters. */
export const text = memoize((max: number) =>
  z
    .string()
    .max(max)
    .refine(value => WITHOUT_CONTROL_CHARACTERS.test(value), {
      error: 'expected text without control characters',
      when: hasNoIssue,
    }),
)

/** Text that says something. */
export const nonBlankText = memoize((most: number) =>
  text(most).refine(value => value.trim() !== '', { error: 'expected some text', when: hasNoIssue }),
)

/** A text where '' says that it is not sent; a blank one takes away the text that is there. */
export const textOrNone = (most: number) =>
  text(most)
    .transform(value => (value === '' ? undefined : value.trim() && value))
    .optional()

/**
 * An amount in the customer's currency, as a decimal. How many decimals it may have is the currency's to say, so that a
 * rule judges it, not the contract; here it is a finite number of a sane size.
 */
export const amount = z.lazy(() =>
  z
    .number()
    .min(-1_000_000_000)
    .max(1_000_000_000)
    .meta({ description: "In the customer's currency, with no more decimals than that has." }),
)

/** An amount that is not below zero. */
export const price = z.lazy(() =>
  z
    .number()
    .min(0)
    .max(1_000_000_000)
    .meta({ description: "In the customer's currency, with no more decimals than that has." }),
)

/** An address on the web. */
export const webAddress = z.lazy(() =>
  z
    .string()
    .max(2048)
    .refine(value => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
      error: 'expected an http or https address',
      when: hasNoIssue,
    }),
)

/** An IANA time zone that this runtime knows. */
export const timeZone = z.lazy(() =>
  z.string().max(64).refine(isTimeZone, { error: 'expected an IANA time zone', when: hasNoIssue }),
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
  z.string().refine(code => currencies().has(code), 'expected a currency of ISO 4217'),
)
