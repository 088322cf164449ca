import * as z from 'zod'
import { memoize } from '../memoize'
import { amountLeaf, countLeaf, countOrUndefined, dayOrUndefined, oneOf, shortId } from './channel-values'
import { longList } from './long-list'
import { type RuleIssue, withRules } from './with-rules'

/* A date entry of a channel message: what it sets for a range of days. */

/** Guests of one price. */
const MAX_GUESTS = 999
const MAX_ROOMS_TO_SELL = 99_999
/** Nights of a minimum or maximum stay. */
const MAX_NIGHTS = 999

const Rate = memoize(() =>
  z
    .object({ rateplanid: shortId().describe("The channel manager's id of the rate plan. `ratePlan` declares it.") })
    .meta({ id: 'ChannelRate', description: 'The rate plan of a date entry.' }),
)
const Price = memoize(() =>
  z
    .object({
      numberOfGuests: countLeaf(MAX_GUESTS, 1).describe(`The number of guests, 1 to ${MAX_GUESTS}.`),
      value: amountLeaf().describe(
        "The price of a night for so many guests, in the customer's currency. 0: not for sale at `postreservation`.",
      ),
    })
    .meta({ id: 'ChannelPrice', description: 'The price for a number of guests.' }),
)

const stay = (bound: string) =>
  countOrUndefined(MAX_NIGHTS).describe(
    `The ${bound} number of nights of a stay that arrives on these days, at most ${MAX_NIGHTS}. 0: no limit.`,
  )

const DateFields = memoize(() =>
  z.object({
    from: dayOrUndefined().describe('The first day.'),
    to: dayOrUndefined().describe('The last day, included.'),
    value: dayOrUndefined().describe('One day: the same as `from` and `to` of that day, which are not sent then.'),
    roomstosell: countOrUndefined(MAX_ROOMS_TO_SELL).describe(
      `The rooms that can be sold on each of these days, 0 to ${MAX_ROOMS_TO_SELL}. Bookings take from it.`,
    ),
    closed: oneOf('0', '1').describe('1: not for sale. 0: for sale. Without `rate` it is of the room, for all plans.'),
    minimumstay: stay('minimum'),
    maximumstay: stay('maximum'),
    closedonarrival: oneOf('0', '1').describe('1: no stay arrives on these days.'),
    closedondeparture: oneOf('0', '1').describe('1: no stay departs on these days.'),
    rate: longList(Rate(), 1_000)
      .optional()
      .describe(
        'The rate plans that `price`, `closed` and the restrictions are of. Without it, `closed` and the restrictions are of the room, ' +
          'and `price` is refused.',
      ),
    price: longList(Price(), 100)
      .optional()
      .describe('The prices of a night by number of guests. They replace all prices of the plans on these days.'),
  }),
)

type SentDateEntry = z.output<ReturnType<typeof DateFields>>
/** `value` is the day that was sent instead of `from` and `to`. */
export type DateEntry = SentDateEntry & { from: string; to: string }

/** The fields of a date entry that set something, unless they are empty. */
export const FIELDS_TO_SET = [
  ...(['roomstosell', 'price', 'closed'] as const),
  ...(['minimumstay', 'maximumstay', 'closedonarrival', 'closedondeparture'] as const),
]

export const DateEntry = memoize(() =>
  withRules(DateFields(), dateIssues)
    .transform(
      // The rules require `value`, or both others.
      entry => (entry.value === undefined ? entry : { ...entry, from: entry.value, to: entry.value }) as DateEntry,
    )
    .meta({
      id: 'ChannelDateEntry',
      description: 'What a message sets for the days from `from` to `to`, both included, or for the day `value`.',
    }),
)

/** Rules between the fields of a date entry. */
function* dateIssues(entry: SentDateEntry, isInvalid: (field: string) => boolean): Iterable<RuleIssue> {
  const { from, to, rate = [], price = [] } = entry
  const isSent = (field: 'from' | 'to' | 'value') => entry[field] !== undefined || isInvalid(field)
  if (isSent('value')) {
    if (isSent('from') || isSent('to')) yield { path: ['value'], message: 'expected either value, or from and to' }
  } else if (!isSent('from')) {
    yield { path: ['from'], message: isSent('to') ? 'expected a day' : 'expected a day, or value for one day' }
  } else if (!isSent('to')) {
    yield { path: ['to'], message: 'expected a day' }
  } else if (from && to && from > to) {
    yield { path: ['to'], message: 'expected a date not before from' }
  }
  if (price.length && !rate.length) yield { path: ['rate'], message: 'expected the plan that the price is of' }
}
