import { day, isExact } from './channel-values'
import { type DateEntry, FIELDS_TO_SET } from './date-entry'

/*
 * Reads a usual date entry without the schema, because one message has tens of thousands of them.
 */

/** Days that the schema found valid. A message may have the same day 29,200 times. */
const days = new Set<string>()
const MAX_CACHED_DAYS = 4_000

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== 10) return false
  if (days.has(value)) return true
  if (!day.safeParse(value).success) return false
  if (days.size >= MAX_CACHED_DAYS) days.clear()
  days.add(value)
  return true
}

const isPlainId = (value: unknown) => typeof value === 'string' && /^[\w-]{1,20}$/.test(value)
const isPlainCount = (value: unknown) => typeof value === 'string' && /^\d{1,3}$/.test(value)
const isPlainGuests = (value: unknown) => typeof value === 'string' && /^[1-9]\d{0,2}$/.test(value)
const isPlainAmount = (value: unknown) => typeof value === 'string' && /^\d{1,8}(?:\.\d{1,4})?$/.test(value)

/** A number as text, as the schema has it; other values as they are. */
const asText = (value: unknown) => (typeof value === 'number' && isExact(value) ? String(value) : value)

const isPlainFlag = (value: unknown) => value === '0' || value === '1'

const NAMES = new Set(['from', 'to', 'rate', ...FIELDS_TO_SET])
const NAMES_INSIDE = new Set(['rateplanid', 'numberofguests', 'value'])

/** Whether an unknown field is a known one in other letter case. Such a field must not be ignored. */
const isOtherSpelling = (field: string, names: ReadonlySet<string>) => names.has(field.toLowerCase())

function isPlainRate(rate: unknown): boolean {
  if (typeof rate !== 'object' || rate === null) return false
  for (const field in rate) {
    if (field !== 'rateplanid' && isOtherSpelling(field, NAMES_INSIDE)) return false
  }
  return isPlainId((rate as Record<string, unknown>).rateplanid)
}

/** The price, with its numbers as text; undefined where it is not plain. A price that is all text is not copied. */
function plainPrice(price: unknown): Prices[number] | undefined {
  if (typeof price !== 'object' || price === null) return undefined
  for (const field in price) {
    if (field !== 'numberOfGuests' && field !== 'value' && isOtherSpelling(field, NAMES_INSIDE)) return undefined
  }
  const { numberOfGuests: guests, value } = price as Record<string, unknown>
  if (isPlainGuests(guests) && isPlainAmount(value)) return price as Prices[number]
  const [guestsText, valueText] = [asText(guests), asText(value)]
  if (!isPlainGuests(guestsText) || !isPlainAmount(valueText)) return undefined
  return { numberOfGuests: guestsText as string, value: valueText as string }
}

type Prices = NonNullable<DateEntry['price']>

/** The prices, with their numbers as text; undefined where one is not plain. A list that is all text is not copied. */
function plainPrices(value: unknown): Prices | undefined {
  if (!Array.isArray(value) || value.length > 100) return undefined
  let prices: Prices = value
  for (let i = 0; i < value.length; i++) {
    const price = plainPrice(value[i])
    if (!price) return undefined
    if (price === value[i]) continue
    if (prices === value) prices = [...value]
    prices[i] = price
  }
  return prices
}

/**
 * A usual date entry, with its numbers as text; undefined where the schema must parse it. An entry whose values are all text is not
 * copied.
 */
export function plainDateEntry(entry: unknown): DateEntry | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const sent = entry as Record<string, unknown>
  /** A copy with numbers as text, where there is a number. */
  let changed: Record<string, unknown> | undefined
  for (const field in sent) {
    const value = sent[field]
    if (value === undefined) continue
    let read: unknown = value
    switch (field) {
      case 'from':
      case 'to':
        if (!isDay(value)) return undefined
        break
      case 'roomstosell':
      case 'minimumstay':
      case 'maximumstay':
        read = asText(value)
        if (!isPlainCount(read)) return undefined
        break
      case 'closed':
      case 'closedonarrival':
      case 'closedondeparture':
        read = asText(value)
        if (!isPlainFlag(read)) return undefined
        break
      case 'rate':
        if (!Array.isArray(value) || value.length > 100 || !value.every(isPlainRate)) return undefined
        break
      case 'price':
        read = plainPrices(value)
        if (read === undefined) return undefined
        break
      default:
        if (isOtherSpelling(field, NAMES)) return undefined
    }
    if (read === value) continue
    changed ??= { ...sent }
    changed[field] = read
  }
  const { from, to, rate, price } = sent as Partial<DateEntry>
  if (from === undefined || to === undefined || from > to) return undefined
  if (price?.length && !rate?.length) return undefined
  return (changed ?? entry) as DateEntry
}
