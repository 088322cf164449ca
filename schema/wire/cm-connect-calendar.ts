import * as z from 'zod'
import { amountLeaf, countLeaf, countOrNothing, day, isExact, oneOf, roomId, shortId } from './channel-values'
import { longList } from './long-list'

/*
 * Rates and availability of a channel manager: what may be sold on which days. One message carries tens of thousands of
 * date entries, which is why the usual ones are read without the schema.
 */

/** Guests that one price is for. */
const MOST_GUESTS = 999
const MOST_ROOMS_TO_SELL = 99_999

const Rate = z.lazy(() => z.object({ rateplanid: shortId }))
const Price = z.lazy(() => z.object({ numberOfGuests: countLeaf(MOST_GUESTS, 1), value: amountLeaf }))

const DateEntry = z.lazy(() =>
  z
    .object({
      from: day,
      to: day,
      roomstosell: countOrNothing(MOST_ROOMS_TO_SELL),
      closed: oneOf('0', '1'),
      rate: longList(Rate, 1_000).optional(),
      price: longList(Price, 100).optional(),
    })
    .superRefine(({ from, to, rate = [], price = [] }, context) => {
      if (from > to) context.addIssue({ code: 'custom', path: ['to'], message: 'expected a date not before from' })
      if (price.length && !rate.length) {
        context.addIssue({ code: 'custom', path: ['rate'], message: 'expected the plan that the price is of' })
      }
    }),
)

export type DateEntry = z.output<typeof DateEntry>

/** Days that the schema found to be some, so that a day is judged once and not 29,200 times. */
const days = new Set<string>()
const MOST_DAYS_REMEMBERED = 4_000

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== 10) return false
  if (days.has(value)) return true
  if (!day.safeParse(value).success) return false
  if (days.size >= MOST_DAYS_REMEMBERED) days.clear()
  days.add(value)
  return true
}

const isPlainId = (value: unknown) => typeof value === 'string' && /^[\w-]{1,20}$/.test(value)
const isPlainCount = (value: unknown) => typeof value === 'string' && /^\d{1,3}$/.test(value)
const isPlainGuests = (value: unknown) => typeof value === 'string' && /^[1-9]\d{0,2}$/.test(value)
const isPlainAmount = (value: unknown) => typeof value === 'string' && /^\d{1,8}(?:\.\d{1,4})?$/.test(value)

/** A number as the text that the schema makes of it; anything else as it is. */
const asText = (value: unknown) => (typeof value === 'number' && isExact(value) ? String(value) : value)

function isPlainRates(value: unknown): value is DateEntry['rate'] {
  if (value === undefined) return true
  return Array.isArray(value) && value.length <= 100 && value.every(rate => isPlainId(rate?.rateplanid))
}

/** Prices as they came, if all of them are text; else with their numbers as text. Undefined where one is not plain. */
function plainPrices(value: unknown): NonNullable<DateEntry['price']> | undefined {
  if (!Array.isArray(value) || value.length > 100) return undefined
  let prices: NonNullable<DateEntry['price']> = value
  for (const [i, price] of value.entries()) {
    if (isPlainGuests(price?.numberOfGuests) && isPlainAmount(price.value)) continue
    const [guests, amount] = [asText(price?.numberOfGuests), asText(price?.value)]
    if (!isPlainGuests(guests) || !isPlainAmount(amount)) return undefined
    if (prices === value) prices = [...value]
    prices[i] = { numberOfGuests: guests as string, value: amount as string }
  }
  return prices
}

/**
 * A date entry as almost all of them are: itself, if its leaves are text as they should be, so that nothing is copied; else
 * with its numbers as text. Undefined: let the schema judge it.
 */
export function plainDateEntry(entry: unknown): DateEntry | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const sent = entry as Record<string, unknown>
  const { from, to, rate, price } = sent
  const roomstosell = asText(sent.roomstosell)
  const closed = asText(sent.closed)
  if (!isDay(from) || !isDay(to) || from > to) return undefined
  if (roomstosell !== undefined && !isPlainCount(roomstosell)) return undefined
  if (closed !== undefined && closed !== '0' && closed !== '1') return undefined
  if (!isPlainRates(rate)) return undefined
  const prices = price === undefined ? undefined : plainPrices(price)
  if (price !== undefined && (!prices || (prices.length && !rate?.length))) return undefined
  const isText = prices === price && roomstosell === sent.roomstosell && closed === sent.closed
  return (isText ? entry : { from, to, roomstosell, closed, rate, price: prices }) as DateEntry
}

/** The schema alone, to hold the reading of plain entries against. */
export const DateEntryBySchema = DateEntry

const RoomDates = z.lazy(() =>
  z.object({ roomid: roomId, date: longList(DateEntry, 100_000, plainDateEntry).default([]) }),
)

/** What an entry of rateAvailability or rateAvailabilityUpdate carries for one hotel. */
export const AvailabilityData = z.lazy(() =>
  z.object({ hotelid: shortId, room: longList(RoomDates, 1_000).default([]) }),
)
export type AvailabilityData = z.output<typeof AvailabilityData>
