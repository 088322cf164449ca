import { ACTIONS, type AvailabilityEntry, FULL_SYNC, type UpdateMessage } from '../../schema/wire/cm-connect'
import type { AvailabilityData, DateEntry } from '../../schema/wire/cm-connect-calendar'
import { type Refusal, refuse } from '../errors'
import { type Hotel, put } from './channel-books'
import {
  type CalendarChanges,
  changesOf,
  MOST_DAYS_SET,
  REACH,
  type RoomCalendar,
  type Setting,
} from './channel-calendar'
import { hotelAt, type Judging, judgeOwnIds, rateOf, roomTypeOf } from './channel-judging'
import { decimalsExpected, writtenToMinor } from './money'
import { nightsBetween } from './stay-dates'

/*
 * The rates and availability of a message: each date entry judged and noted as a setting of its room or of its plans.
 */

const AVAILABILITY = ['rateAvailability', 'rateAvailabilityUpdate'] as const

type Room = AvailabilityData['room'][number]

/** What the calendars of a message come to, once hotels, rooms and plans are as it declares them; or every fault there is. */
export function readCalendars(
  judging: Judging,
  message: UpdateMessage,
): CalendarChanges | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE'> {
  const firstDay = firstDayOf(message)
  const reader = new CalendarReader(judging, firstDay)
  for (const group of AVAILABILITY) {
    for (const [i, entry] of message[group].entries()) reader.readEntry(entry, `${group}[${i}]`)
  }
  const refusal = judging.faults.refusal()
  if (refusal) return refusal
  const changes = changesOf(firstDay, reader.calendars)
  return (
    changes ??
    refuse(
      'INVALID_FIELD',
      `rateAvailability: expected at most ${MOST_DAYS_SET} days of rooms and plans in one message; send it in parts`,
    )
  )
}

/** The first day that a message speaks of; any, if it speaks of none. */
function firstDayOf(message: UpdateMessage): string {
  let first = '9999-12-31'
  for (const group of AVAILABILITY) {
    for (const { data } of message[group]) {
      for (const { room } of data) {
        for (const { date } of room) {
          for (const { from } of date) if (from < first) first = from
        }
      }
    }
  }
  return first
}

class CalendarReader {
  readonly #judging: Judging
  readonly #firstDay: string
  /** Days counted from the first, by their date. */
  readonly #days = new Map<string, number>()
  /** Amounts in minor units, by their text; undefined: more decimals than the currency has. */
  readonly #amounts = new Map<string, number | undefined>()
  readonly #rooms = new Map<string, Map<string, RoomCalendar>>()

  constructor(judging: Judging, firstDay: string) {
    this.#judging = judging
    this.#firstDay = firstDay
  }

  get calendars(): RoomCalendar[] {
    return [...this.#rooms.values()].flatMap(rooms => [...rooms.values()])
  }

  readEntry(entry: AvailabilityEntry, path: string) {
    judgeOwnIds(this.#judging, entry, path)
    for (const [j, { hotelid, room }] of entry.data.entries()) {
      const here = `${path}.data[${j}]`
      const hotel = hotelAt(this.#judging, hotelid, here)
      if (!hotel) continue
      const roomType = roomTypeOf(this.#judging, entry, hotel, path)
      const rate = rateOf(this.#judging, entry, hotel, path)
      for (const [k, each] of room.entries()) {
        this.#readRoom(entry, hotel, each, `${here}.room[${k}]`)
        if (roomType && hotel.rooms.there.has(each.roomid)) put(hotel.rooms, each.roomid, tiedTo(roomType))
        if (rate) this.#tiePlans(hotel, each, rate)
      }
    }
  }

  #tiePlans(hotel: Hotel, { date }: Room, rate: number) {
    const named = new Set(date.flatMap(entry => entry.rate.map(({ rateplanid }) => rateplanid)))
    for (const plan of named) if (hotel.plans.there.has(plan)) put(hotel.plans, plan, tiedTo(rate))
  }

  #readRoom({ action, syncType }: AvailabilityEntry, hotel: Hotel, { roomid, date }: Room, path: string) {
    const { faults } = this.#judging
    if (!hotel.rooms.there.has(roomid)) faults.unknown(`${path}.roomid`, `room ${roomid} in ${hotel.hotelId}`)
    const calendar = this.#calendarOf(hotel.hotelId, roomid)
    const clears = action === ACTIONS.delete
    if (syncType === FULL_SYNC || (clears && !date.length)) calendar.isFull = true
    for (const [l, entry] of date.entries()) {
      if (this.#dayOf(entry.to) > REACH) {
        faults.invalid(
          `${path}.date[${l}].to`,
          `expected at most ${REACH} days after ${this.#firstDay}, the message's first`,
        )
      }
      for (const [m, { rateplanid }] of entry.rate.entries()) {
        if (hotel.plans.there.has(rateplanid)) continue
        faults.unknown(`${path}.date[${l}].rate[${m}].rateplanid`, `plan ${rateplanid} in ${hotel.hotelId}`)
      }
      const prices = this.#pricesOf(entry, path, l)
      if (clears) this.#clear(calendar, entry)
      else this.#set(calendar, entry, prices)
    }
  }

  #set(calendar: RoomCalendar, entry: DateEntry, prices: string | undefined) {
    const { rate, closed, roomstosell } = entry
    const days = { ...this.#daysOf(entry), clears: false }
    const isOfRoom = rate.length === 0
    if (roomstosell !== undefined || (isOfRoom && closed !== undefined)) {
      calendar.own.push({ ...days, closed: isOfRoom ? closed : undefined, value: roomstosell })
    }
    if (!isOfRoom && (closed !== undefined || prices !== undefined))
      this.#ofPlans(calendar, entry, { ...days, closed, value: prices })
  }

  /** With plans their prices and closures are cleared, without any the room's own allotment and closure. */
  #clear(calendar: RoomCalendar, entry: DateEntry) {
    const setting = { ...this.#daysOf(entry), clears: true, closed: undefined, value: undefined }
    if (entry.rate.length) this.#ofPlans(calendar, entry, setting)
    else calendar.own.push(setting)
  }

  #ofPlans({ plans }: RoomCalendar, { rate }: DateEntry, setting: Setting) {
    for (const { rateplanid } of rate) {
      const settings = plans.get(rateplanid)
      if (settings) settings.push(setting)
      else plans.set(rateplanid, [setting])
    }
  }

  /** Prices by number of guests as JSON, in the order of the guests, so that equal prices are equal texts. */
  #pricesOf({ price }: DateEntry, path: string, entryNo: number): string | undefined {
    if (!price.length) return undefined
    const { known, faults } = this.#judging
    const prices: Record<number, number> = {}
    for (const [m, { numberOfGuests, value }] of price.entries()) {
      const minor = this.#minorOf(value)
      if (minor === undefined) {
        faults.invalid(`${path}.date[${entryNo}].price[${m}].value`, decimalsExpected(known.currency))
      } else {
        prices[numberOfGuests] = minor
      }
    }
    return JSON.stringify(prices)
  }

  #minorOf(written: string): number | undefined {
    if (this.#amounts.has(written)) return this.#amounts.get(written)
    const minor = writtenToMinor(written, this.#judging.known.currency)
    this.#amounts.set(written, minor)
    return minor
  }

  #daysOf({ from, to }: DateEntry) {
    return { first: this.#dayOf(from), last: this.#dayOf(to) }
  }

  #dayOf(date: string): number {
    let day = this.#days.get(date)
    if (day === undefined) {
      day = nightsBetween(this.#firstDay, date)
      this.#days.set(date, day)
    }
    return day
  }

  #calendarOf(hotelId: string, roomId: string): RoomCalendar {
    const rooms = this.#rooms.get(hotelId) ?? new Map<string, RoomCalendar>()
    this.#rooms.set(hotelId, rooms)
    const calendar = rooms.get(roomId) ?? { hotelId, roomId, isFull: false, own: [], plans: new Map() }
    rooms.set(roomId, calendar)
    return calendar
  }
}

const tiedTo = (tie: number) => ({ tie, replaces: false, description: {} })
