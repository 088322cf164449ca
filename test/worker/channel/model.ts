import { expect } from 'vitest'
import { dateAfter } from '../../../schema/stay-dates'

/*
 * A simple model of rates and availability: the fields of each day, one by one, in the order of the message.
 */

/** A value that is null or an empty text is absent. */
type Value = string | number | null | undefined

export interface Entry {
  from: string
  to: string
  roomstosell?: Value
  closed?: Value
  minimumstay?: Value
  maximumstay?: Value
  closedonarrival?: Value
  closedondeparture?: Value
  rate?: { rateplanid: string }[] | null
  price?: { numberOfGuests: string | number; value: string | number }[] | null | undefined
}

interface Group {
  syncType?: number
  action?: number
  data: { hotelid: string; room: { roomid: string; date: Entry[] }[] }[]
}

export interface Message {
  rateAvailability: Group[]
  rateAvailabilityUpdate?: Group[]
}

/** `DBL 2027-05-01` is a day of the room, `DBL BAR 2027-05-01` a day of the plan. The fields are those that were ever sent. */
export type Calendar = Map<string, Record<string, unknown>>

const daysOf = ({ from, to }: { from: string; to: string }) => {
  const days = [from]
  while ((days.at(-1) as string) < to) days.push(dateAfter(days.at(-1) as string, 1))
  return days
}

const pricesOf = (price: NonNullable<Entry['price']>) =>
  Object.fromEntries(price.map(({ numberOfGuests, value }) => [numberOfGuests, Number(value).toFixed(2)]))

export const isSent = (value: unknown) => value !== undefined && value !== null && value !== ''

/** The fields that an entry sends for the room, or for its plans. */
const rulesOf = ({ closed, minimumstay, maximumstay, closedonarrival, closedondeparture }: Entry) =>
  Object.fromEntries(
    Object.entries({ closed, minimumstay, maximumstay, closedonarrival, closedondeparture })
      .filter(([, value]) => isSent(value))
      .map(([field, value]) => [field, String(value)]),
  )

/** A calendar as a message leaves it. Prices of a plan's day in one message are one list, which replaces the one before. */
export function modelOf(before: Calendar, { rateAvailability, rateAvailabilityUpdate = [] }: Message): Calendar {
  const calendar: Calendar = new Map(before)
  const spoken = [...rateAvailability, ...rateAvailabilityUpdate].flatMap(({ syncType, action, data }) =>
    data.flatMap(({ room }) => room.map(each => ({ ...each, action, syncType }))),
  )
  const lists = new Map<string, Record<string, string>>()
  const remove = (key: string) => {
    calendar.delete(key)
    lists.delete(key)
  }
  const clear = (roomid: string) => {
    for (const key of calendar.keys()) if (key.startsWith(`${roomid} `)) remove(key)
  }
  const listOf = (key: string, price: NonNullable<Entry['price']>) => {
    const list = { ...lists.get(key), ...pricesOf(price) }
    lists.set(key, list)
    return list
  }
  for (const { roomid, syncType } of spoken) if (syncType === 1) clear(roomid)
  const set = (key: string, fields: Record<string, unknown>) => {
    const said = Object.entries(fields).filter(([, value]) => value !== undefined)
    if (said.length) calendar.set(key, { ...calendar.get(key), ...Object.fromEntries(said) })
  }
  for (const { roomid, date, action } of spoken) {
    if (action === 3 && date.length === 0) clear(roomid)
    for (const entry of date) {
      for (const day of daysOf(entry)) {
        const plans = (entry.rate ?? []).map(({ rateplanid }) => `${roomid} ${rateplanid} ${day}`)
        const rules = rulesOf(entry)
        if (action === 3) {
          for (const key of plans.length ? plans : [`${roomid} ${day}`]) remove(key)
        } else {
          const toSell = isSent(entry.roomstosell) ? String(entry.roomstosell) : undefined
          set(`${roomid} ${day}`, { toSell, ...(!plans.length && rules) })
          for (const key of plans) set(key, { ...rules, prices: entry.price ? listOf(key, entry.price) : undefined })
        }
      }
    }
  }
  return calendar
}

interface GetContent {
  rateAvailability: { data: { room: { roomid: string; date: Entry[] }[] }[] }[]
}

/** The calendar of a response of GetCMConnect. Adjacent entries that could be merged are an exception. */
export function calendarOf({ rateAvailability }: GetContent): Calendar {
  const calendar: Calendar = new Map()
  for (const { roomid, date } of rateAvailability.flatMap(({ data }) => data.flatMap(({ room }) => room))) {
    for (const [i, entry] of date.entries()) {
      const { from, to, roomstosell, price } = entry
      const rate = entry.rate ?? []
      const next = date[i + 1]
      if (next && next.from === dateAfter(to, 1)) {
        const { from: _f, to: _t, ...says } = entry
        const { from: _nf, to: _nt, ...nextSays } = next
        expect(nextSays, `${roomid} from ${from} and from ${next.from}`).not.toEqual(says)
      }
      const toSell = roomstosell === undefined ? {} : { toSell: roomstosell }
      const rules = rulesOf(entry)
      for (const day of daysOf({ from, to })) {
        const room = { ...calendar.get(`${roomid} ${day}`), ...toSell, ...(!rate.length && rules) }
        if (Object.keys(room).length) calendar.set(`${roomid} ${day}`, room)
        for (const { rateplanid } of rate) {
          const key = `${roomid} ${rateplanid} ${day}`
          expect(calendar.has(key), `${key} is told once`).toBe(false)
          calendar.set(key, { ...rules, ...(price && { prices: pricesOf(price) }) })
        }
      }
    }
  }
  return calendar
}
