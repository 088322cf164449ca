import * as z from 'zod'
import { amountLeaf, count, countLeaf, day, orNothing, roomId, shortId, shut } from './channel-values'
import { longList } from './long-list'

/*
 * Rates and availability of a channel manager: what may be sold on which days. One message carries tens of thousands of
 * date entries, which is why the usual ones are read without the schema.
 */

/** Guests that one price is for. */
const MOST_GUESTS = 999
const MOST_ROOMS_TO_SELL = 99_999

const Rate = z.object({ rateplanid: shortId })
const Price = z.object({ numberOfGuests: countLeaf(MOST_GUESTS, 1), value: amountLeaf })

const DateEntry = z
  .object({
    from: day,
    to: day,
    roomstosell: orNothing(count(MOST_ROOMS_TO_SELL)),
    closed: shut,
    rate: longList(Rate, 1_000).default([]),
    price: longList(Price, 100).default([]),
  })
  .superRefine(({ from, to, rate, price }, context) => {
    if (from > to) context.addIssue({ code: 'custom', path: ['to'], message: 'expected a date not before from' })
    if (price.length && !rate.length) {
      context.addIssue({ code: 'custom', path: ['rate'], message: 'expected the plan that the price is of' })
    }
  })

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

const isPlainId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,20}$/.test(value)
const isPlainAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,8}(?:\.\d{1,4})?$/.test(value)

/** Whole numbers of up to three digits, as text or number; NaN for anything else. */
function plainCount(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,3}$/.test(value)) return Number(value)
  const number = Number.isInteger(value) ? (value as number) + 0 : Number.NaN
  return number >= 0 && number <= 999 ? number : Number.NaN
}

function plainRates(value: unknown): DateEntry['rate'] | undefined {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > 100) return undefined
  const rates: DateEntry['rate'] = []
  for (const rate of value) {
    const id: unknown = rate?.rateplanid
    if (!isPlainId(id)) return undefined
    rates.push({ rateplanid: id })
  }
  return rates
}

function plainPrices(value: unknown): DateEntry['price'] | undefined {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > 100) return undefined
  const prices: DateEntry['price'] = []
  for (const price of value) {
    const numberOfGuests = plainCount(price?.numberOfGuests)
    const amount: unknown = typeof price?.value === 'number' ? String(price.value) : price?.value
    if (!(numberOfGuests >= 1) || !isPlainAmount(amount)) return undefined
    prices.push({ numberOfGuests, value: amount })
  }
  return prices
}

/** A date entry as almost all of them are, read; undefined: let the schema judge it. */
export function plainDateEntry(entry: unknown): DateEntry | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { from, to, roomstosell, closed, rate, price } = entry as Record<string, unknown>
  if (!isDay(from) || !isDay(to) || from > to) return undefined
  const toSell = roomstosell === undefined ? undefined : plainCount(roomstosell)
  if (Number.isNaN(toSell)) return undefined
  if (closed !== undefined && closed !== '0' && closed !== '1' && closed !== 0 && closed !== 1) return undefined
  const rates = plainRates(rate)
  const prices = plainPrices(price)
  if (!rates || !prices || (prices.length && !rates.length)) return undefined
  return {
    from,
    to,
    roomstosell: toSell,
    closed: closed === undefined ? undefined : closed === '1' || closed === 1,
    rate: rates,
    price: prices,
  }
}

/** The schema alone, to hold the reading of plain entries against. */
export const DateEntryBySchema = DateEntry

const RoomDates = z.object({ roomid: roomId, date: longList(DateEntry, 100_000, plainDateEntry).default([]) })

/** What an entry of rateAvailability or rateAvailabilityUpdate carries for one hotel. */
export const AvailabilityData = z.object({ hotelid: shortId, room: longList(RoomDates, 1_000).default([]) })
export type AvailabilityData = z.output<typeof AvailabilityData>
