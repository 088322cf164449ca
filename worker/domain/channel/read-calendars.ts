import { nightsBetween } from '../../../schema/stay-dates'
import type { AvailabilityData } from '../../../schema/wire/channel-calendar'
import {
  ACTIONS,
  type AvailabilityEntry,
  FULL_SYNC,
  MAX_DAYS_SET,
  type UpdateMessage,
} from '../../../schema/wire/channel-message'
import { hasContent } from '../../../schema/wire/channel-values'
import { type DateEntry, FIELDS_TO_SET } from '../../../schema/wire/date-entry'
import { type Refusal, refuse } from '../../errors'
import { decimalsExpected, writtenToMinor } from '../money'
import { type CalendarChanges, calendarChanges, type RoomCalendar } from './calendar-changes'
import { type HotelDraft, mergeEntry } from './catalog-draft'
import { idsOf } from './control-ids'
import { type EntrySettings, hasSettings, NO_SETTINGS, type Prices } from './day-settings'
import { type ChannelValidation, findHotel, linkedRatePlan, linkedRoomType, validateOwnIds } from './validation'

/*
 * Validates the rates and availability of a message and records each date entry as a setting of its room or of its plans.
 */

const AVAILABILITY = ['rateAvailability', 'rateAvailabilityUpdate'] as const

type Room = AvailabilityData['room'][number]
type Rates = NonNullable<DateEntry['rate']>
type Price = NonNullable<DateEntry['price']>

/** The changes of a message's calendars, or all its issues. Call it after its hotels, rooms and plans are applied. */
export function readCalendars(
  validation: ChannelValidation,
  message: UpdateMessage,
): CalendarChanges | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE'> {
  const firstDay = firstDayOf(message)
  const reader = new CalendarReader(validation, firstDay)
  for (const group of AVAILABILITY) {
    for (const [i, entry] of message[group].entries()) reader.readEntry(entry, `${group}[${i}]`)
  }
  const refusal = validation.issues.refusal()
  if (refusal) return refusal
  const changes = calendarChanges(firstDay, reader.calendars, validation.limits)
  return (
    changes ??
    refuse(
      'INVALID_FIELD',
      `rateAvailability: expected at most ${MAX_DAYS_SET} days of rooms and plans in one message; send it in parts`,
    )
  )
}

/** The first day in a message; an arbitrary one, if it has none. */
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
  readonly #validation: ChannelValidation
  readonly #firstDay: string
  /** Days counted from the first, by their date. */
  readonly #days = new Map<string, number>()
  /** Amounts in minor units, by the text that was sent. */
  readonly #amounts = new Map<string, number>()
  readonly #rooms = new Map<string, Map<string, RoomCalendar>>()
  readonly #maxDaysAhead: number

  constructor(validation: ChannelValidation, firstDay: string) {
    this.#validation = validation
    this.#firstDay = firstDay
    this.#maxDaysAhead = validation.limits.CHANNEL_DAYS_AHEAD
  }

  get calendars(): RoomCalendar[] {
    return [...this.#rooms.values()].flatMap(rooms => [...rooms.values()])
  }

  readEntry(entry: AvailabilityEntry, path: string) {
    validateOwnIds(this.#validation, entry, path)
    for (const [j, { hotelid, room }] of entry.data.entries()) {
      const dataPath = `${path}.data[${j}]`
      const hotel = findHotel(this.#validation, hotelid, dataPath)
      if (!hotel) continue
      const roomType = linkedRoomType(this.#validation, entry, hotel, path)
      const rate = linkedRatePlan(this.#validation, entry, hotel, path)
      const availabilityIds = idsOf(entry, 'rateAvailability')
      for (const [k, roomEntry] of room.entries()) {
        this.#readRoom(entry, hotel, roomEntry, `${dataPath}.room[${k}]`)
        if ((roomType || availabilityIds) && hotel.rooms.present.has(roomEntry.roomid)) {
          mergeEntry(hotel.rooms, roomEntry.roomid, { ...linkedTo(roomType), availabilityIds })
        }
        if (rate) this.#linkPlans(hotel, roomEntry, rate)
      }
    }
  }

  #linkPlans(hotel: HotelDraft, { date }: Room, rate: number) {
    const named = new Set(date.flatMap(({ rate = [] }) => rate.map(({ rateplanid }) => rateplanid)))
    for (const plan of named) if (hotel.plans.present.has(plan)) mergeEntry(hotel.plans, plan, linkedTo(rate))
  }

  #readRoom({ action, syncType }: AvailabilityEntry, hotel: HotelDraft, { roomid, date }: Room, path: string) {
    const { issues } = this.#validation
    if (!hotel.rooms.present.has(roomid)) issues.unknown(`${path}.roomid`, `room ${roomid} in ${hotel.hotelId}`)
    const calendar = this.#calendarOf(hotel.hotelId, roomid)
    const clears = action === ACTIONS.delete
    const clearsAll = clears && !date.length
    if (clearsAll) {
      // Also what earlier entries of the message have set.
      calendar.own.length = 0
      calendar.plans.clear()
    }
    if (syncType === FULL_SYNC || clearsAll) calendar.isFull = true
    for (const [l, entry] of date.entries()) {
      const first = this.#dayOf(entry.from)
      const last = entry.to === entry.from ? first : this.#dayOf(entry.to)
      if (last > this.#maxDaysAhead) {
        issues.invalid(
          `${path}.date[${l}].${entry.value === undefined ? 'to' : 'value'}`,
          `expected at most ${this.#maxDaysAhead} days after ${this.#firstDay}, the message's first`,
        )
      }
      if (!clears && syncType !== FULL_SYNC && !FIELDS_TO_SET.some(field => hasContent(entry[field]))) {
        // Its fields are probably misspelled.
        issues.invalid(`${path}.date[${l}]`, `expected a field to set: ${FIELDS_TO_SET.join(', ')}`)
      }
      const { rate = [], price = [] } = entry
      for (const [m, { rateplanid }] of rate.entries()) {
        if (hotel.plans.present.has(rateplanid)) continue
        issues.unknown(`${path}.date[${l}].rate[${m}].rateplanid`, `plan ${rateplanid} in ${hotel.hotelId}`)
      }
      const prices = price.length ? this.#pricesOf(price, `${path}.date[${l}]`) : null
      if (clears) this.#add(calendar, rate, { first, last, settings: NO_SETTINGS, clears })
      else this.#set(calendar, entry, { first, last }, prices)
    }
  }

  #set(calendar: RoomCalendar, entry: DateEntry, days: Pick<EntrySettings, 'first' | 'last'>, prices: Prices | null) {
    const { rate = [] } = entry
    const isOfRoom = rate.length === 0
    const roomsToSell = numberOf(entry.roomstosell)
    const settings = {
      closed: flagOf(entry.closed),
      roomsToSell: isOfRoom ? roomsToSell : null,
      prices,
      minimumStay: numberOf(entry.minimumstay),
      maximumStay: numberOf(entry.maximumstay),
      closedOnArrival: flagOf(entry.closedonarrival),
      closedOnDeparture: flagOf(entry.closedondeparture),
    }
    if (hasSettings(settings)) this.#add(calendar, rate, { ...days, settings, clears: false })
    if (isOfRoom || roomsToSell === null) return
    // The rooms to sell are always those of the room.
    calendar.own.push({ ...days, settings: { ...NO_SETTINGS, roomsToSell }, clears: false })
  }

  /** Adds the settings of the plans that an entry names; without plans, those of the room itself. */
  #add({ own, plans }: RoomCalendar, rate: Rates, settings: EntrySettings) {
    if (!rate.length) own.push(settings)
    for (const { rateplanid } of rate) {
      const entries = plans.get(rateplanid)
      if (entries) entries.push(settings)
      else plans.set(rateplanid, [settings])
    }
  }

  #pricesOf(price: Price, path: string): Prices {
    const prices: Record<string, number> = {}
    for (const [m, { numberOfGuests, value }] of price.entries()) {
      const minor = this.#minorOf(value)
      if (minor === undefined) {
        const { known, issues } = this.#validation
        issues.invalid(`${path}.price[${m}].value`, decimalsExpected(known.currency))
      } else {
        prices[Number(numberOfGuests)] = minor
      }
    }
    return prices
  }

  #minorOf(written: string): number | undefined {
    const known = this.#amounts.get(written)
    if (known !== undefined) return known
    const minor = writtenToMinor(written, this.#validation.known.currency)
    if (minor !== undefined) this.#amounts.set(written, minor)
    return minor
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

const linkedTo = (linkedId: number | undefined) => ({ linkedId, replaces: false, description: {} })

const numberOf = (written: string | undefined) => (written === undefined ? null : Number(written))
const flagOf = (written: '0' | '1' | undefined) => (written === undefined ? null : written === '1')
