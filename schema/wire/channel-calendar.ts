import * as z from 'zod'
import { amountLeaf, countLeaf, countOrUndefined, day, oneOf, roomId, shortId } from './channel-values'
import { longList } from './long-list'
import { plainDateEntry } from './plain-date-entry'
import { type RuleIssue, withRules } from './with-rules'

/*
 * Rates and availability of a channel manager, by day. One message has tens of thousands of date entries, so that the usual ones
 * are read without the schema (plain-date-entry.ts).
 */

/** Guests of one price. */
const MAX_GUESTS = 999
const MAX_ROOMS_TO_SELL = 99_999
/** Nights of a minimum or maximum stay. */
const MAX_NIGHTS = 999

const Rate = z.lazy(() => z.object({ rateplanid: shortId }))
const Price = z.lazy(() => z.object({ numberOfGuests: countLeaf(MAX_GUESTS, 1), value: amountLeaf }))

const stay = (bound: string) =>
  countOrUndefined(MAX_NIGHTS).describe(
    `The ${bound} number of nights of a stay that arrives on these days, at most ${MAX_NIGHTS}; 0 is none.`,
  )

const DateFields = z.lazy(() =>
  z.object({
    from: day,
    to: day,
    roomstosell: countOrUndefined(MAX_ROOMS_TO_SELL),
    closed: oneOf('0', '1'),
    minimumstay: stay('least'),
    maximumstay: stay('greatest'),
    closedonarrival: oneOf('0', '1').describe('1: no stay arrives on these days.'),
    closedondeparture: oneOf('0', '1').describe('1: no stay departs on these days.'),
    rate: longList(Rate, 1_000).optional(),
    price: longList(Price, 100).optional(),
  }),
)

export type DateEntry = z.output<typeof DateFields>

const DateEntry = z.lazy(() => withRules(DateFields.unwrap(), dateIssues))

/** Rules between the valid fields of a date entry. */
function* dateIssues({ from, to, rate = [], price = [] }: DateEntry): Iterable<RuleIssue> {
  if (from > to) yield { path: ['to'], message: 'expected a date not before from' }
  if (price.length && !rate.length) yield { path: ['rate'], message: 'expected the plan that the price is of' }
}

/** The schema alone, for the tests that compare it with `plainDateEntry`. */
export const DateEntryBySchema = DateEntry

const RoomDates = z.lazy(() =>
  z.object({ roomid: roomId, date: longList(DateEntry, 100_000, plainDateEntry).default([]) }),
)

/** The data of one hotel in rateAvailability or rateAvailabilityUpdate. */
export const AvailabilityData = z.lazy(() =>
  z.object({ hotelid: shortId, room: longList(RoomDates, 1_000).default([]) }),
)
export type AvailabilityData = z.output<typeof AvailabilityData>
