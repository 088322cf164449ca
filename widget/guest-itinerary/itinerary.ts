import type * as wire from '../../schema/wire/itinerary.ts'
import { plain, type Status } from '../locales/words.ts'
import { type Day, dayOf } from './dates.ts'
import { addressOf } from './link.ts'

/*
 * What an answer says, made fit to show. Nothing is taken for granted: a field that is missing, null or of another type is
 * empty here, and what nobody knows is passed over. A guest sees less then, but nothing that is not true.
 */

export interface Itinerary {
  guest: string
  hotel: string
  logo: string
  picture: string
  reservationNumber: string
  status: string
  type: string
  cancelled: boolean
  /** Nobody comes, or nobody comes any more. */
  over: boolean
  arrival: Moment
  departure: Moment
  rooms: Room[]
  /** In the order of the calendar; what has no date comes last. */
  schedule: ScheduleDay[]
}

/** A day, and the hotel's clock on it. */
export interface Moment {
  day: Day | undefined
  time: string
}

export interface Room {
  name: string
  number: string
  type: string
  description: string
  building: string
  occupants: number
  from: Day | undefined
  to: Day | undefined
}

export interface ScheduleDay {
  day: Day | undefined
  items: ScheduleItem[]
}

export interface ScheduleItem {
  start: string
  end: string
  name: string
  type: string
  place: string
  hosts: string
  participants: number
  notes: string[]
}

/** The content of an answer as an itinerary; undefined if it is none. */
export function itineraryOf(content: unknown): Itinerary | undefined {
  const { overview, roomStays, scheduleItems } = fields<wire.Itinerary>(content)
  const about = fields<wire.Itinerary['overview']>(overview)
  if (!Object.keys(about).length) return undefined
  return {
    guest: [text(about.guestFirstName), text(about.guestLastName)].filter(Boolean).join(' '),
    hotel: text(about.clientName),
    logo: webAddress(about.clientLogoUrl),
    picture: webAddress(about.clientImagePath),
    reservationNumber: text(about.reservationNumber),
    status: text(about.reservationStatus),
    cancelled: is(about.reservationStatus, 'Cancelled'),
    over: is(about.reservationStatus, 'Cancelled', 'NoShow', 'CheckedOut'),
    type: text(about.reservationType),
    arrival: { day: dayOf(about.arrivalDate), time: text(about.arrivalTime) },
    departure: { day: dayOf(about.departureDate), time: text(about.departureTime) },
    rooms: list(roomStays).map(roomOf),
    schedule: byDay(list(scheduleItems)),
  }
}

const roomOf = (stay: Untrusted<wire.RoomStay>): Room => ({
  name: text(stay.roomName),
  number: text(stay.roomNo),
  type: text(stay.roomTypeName),
  description: text(stay.roomTypeDescription),
  building: text(stay.roomLocationName),
  occupants: count(stay.occupants),
  from: dayOf(stay.assignmentStartDate),
  to: dayOf(stay.assignmentEndDate),
})

const itemOf = (item: Untrusted<wire.ScheduleItem>): ScheduleItem => ({
  start: text(item.startTime),
  end: text(item.endTime),
  name: text(item.activityName),
  type: text(item.scheduleType),
  place: text(item.locationName),
  hosts: text(item.hostNames),
  participants: count(item.occupantsCount),
  notes: text(item.guestNotes)
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean),
})

const hasText = ({ start, end, name, type, place, hosts, notes }: ScheduleItem) =>
  [start, end, name, type, place, hosts, ...notes].some(Boolean)

/** Items keep the order in which they came within their day. */
function byDay(items: Untrusted<wire.ScheduleItem>[]): ScheduleDay[] {
  const days = new Map<Day | undefined, ScheduleItem[]>()
  for (const item of items) {
    const day = dayOf(item.scheduleDate)
    const plan = itemOf(item)
    if (hasText(plan)) days.set(day, [...(days.get(day) ?? []), plan])
  }
  return [...days]
    .map(([day, items]) => ({ day, items }))
    .sort((one, other) => (one.day ?? Number.POSITIVE_INFINITY) - (other.day ?? Number.POSITIVE_INFINITY))
}

/** The fields of `T`, if they are there, and whatever they hold. */
type Untrusted<T> = { [Name in keyof T]?: unknown }

const fields = <T>(value: unknown): Untrusted<T> => (value && typeof value === 'object' ? (value as Untrusted<T>) : {})

/** The elements that have something to say. */
const list = <T>(value: unknown): Untrusted<T>[] =>
  Array.isArray(value) ? value.map(fields<T>).filter(each => Object.keys(each).length) : []

/** Whether a status is one of these, however it is written: `NoShow`, `No show`, `no-show`. */
const is = (status: unknown, ...names: Status[]) => names.some(name => plain(name) === plain(text(status)))

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

const count = (value: unknown) => (Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0)

/** An http or https address, else nothing: whoever writes a hotel's record does not get to choose another scheme. */
function webAddress(value: unknown): string {
  const address = addressOf(text(value))
  return address && /^https?:$/.test(address.protocol) ? address.href : ''
}
