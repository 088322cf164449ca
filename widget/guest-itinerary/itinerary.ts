import { personName } from '../../schema/person-name.ts'
import type * as wire from '../../schema/wire/itinerary.ts'
import { normalize, type Status } from '../locales/words.ts'
import { type Day, dayOf } from './dates.ts'
import { type Hotel, hotelsOf } from './hotel.ts'
import { count, fields, list, text, type Untrusted, webAddress } from './untrusted.ts'
import { knownZone } from './zone.ts'

/*
 * The content of a response, ready to render. No field is trusted: one that is missing, null or of the wrong type is empty
 * here, and unknown fields are ignored. The guest then sees less, but nothing false.
 */

export interface Itinerary {
  guest: string
  /** Of the hotel of the stay. Of the customer, if there are several hotels or none is known. */
  hotel: string
  logo: string
  picture: string
  customer: { name: string; logo: string; picture: string }
  reservationNumber: string
  status: string
  type: string
  cancelled: boolean
  /** Cancelled, no-show or checked out. */
  over: boolean
  /** A request, or not yet confirmed. */
  pending: boolean
  arrival: Moment
  departure: Moment
  /** where no hotel has one of its own; empty if it is not known */
  timeZone: string
  /** Of the rooms, in their order; empty if they are not known. */
  hotels: Hotel[]
  rooms: Room[]
  /** By date; items without a date come last. */
  schedule: ScheduleDay[]
}

/** A date and a time at the hotel. */
export interface Moment {
  day: Day | undefined
  time: string
}

export interface Room {
  id: number
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

/** Parses the contents of the responses `details` and `hotels`; undefined if the first is not an itinerary. */
export function itineraryOf(content: unknown, hotels?: unknown, timeZone?: unknown): Itinerary | undefined {
  const { overview, roomStays, scheduleItems } = fields<wire.Itinerary>(content)
  const stay = fields<wire.Itinerary['overview']>(overview)
  if (!Object.keys(stay).length) return undefined
  const customer = {
    name: text(stay.clientName),
    logo: webAddress(stay.clientLogoUrl),
    picture: webAddress(stay.clientImagePath),
  }
  const itinerary = {
    guest: personName(text(stay.guestFirstName), text(stay.guestLastName)),
    customer,
    reservationNumber: text(stay.reservationNumber),
    status: text(stay.reservationStatus),
    cancelled: is(stay.reservationStatus, 'Cancelled'),
    over: is(stay.reservationStatus, 'Cancelled', 'NoShow', 'CheckedOut'),
    pending: is(stay.reservationStatus, 'Inquiry', 'Tentative'),
    type: text(stay.reservationType),
    arrival: { day: dayOf(stay.arrivalDate), time: text(stay.arrivalTime) },
    departure: { day: dayOf(stay.departureDate), time: text(stay.departureTime) },
    timeZone: knownZone(text(timeZone)),
    rooms: list(roomStays).map(roomOf),
    schedule: byDay(list(scheduleItems)),
  }
  return withHotels(itinerary, hotelsOf(hotels))
}

/** The itinerary with the hotels of its stay. */
export function withHotels(
  itinerary: Omit<Itinerary, 'hotel' | 'logo' | 'picture' | 'hotels'>,
  hotels: Hotel[],
): Itinerary {
  const [hotel, ...others] = hotels
  const only = others.length ? undefined : hotel
  const { name, logo, picture } = itinerary.customer
  return {
    ...itinerary,
    hotels,
    hotel: only?.name || name,
    logo: only?.logo || logo,
    picture: only?.picture || picture,
  }
}

const roomOf = (room: Untrusted<wire.RoomStay>): Room => ({
  id: count(room.roomId),
  name: text(room.roomName),
  number: text(room.roomNo),
  type: text(room.roomTypeName),
  description: text(room.roomTypeDescription),
  building: text(room.roomLocationName),
  occupants: count(room.occupants),
  from: dayOf(room.assignmentStartDate),
  to: dayOf(room.assignmentEndDate),
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

/** Within a day, items keep their order. */
function byDay(items: Untrusted<wire.ScheduleItem>[]): ScheduleDay[] {
  const days = new Map<Day | undefined, ScheduleItem[]>()
  for (const item of items) {
    const day = dayOf(item.scheduleDate)
    const parsed = itemOf(item)
    if (hasText(parsed)) days.set(day, [...(days.get(day) ?? []), parsed])
  }
  return [...days]
    .map(([day, items]) => ({ day, items }))
    .sort((one, other) => (one.day ?? Number.POSITIVE_INFINITY) - (other.day ?? Number.POSITIVE_INFINITY))
}

/** Whether the status of a stay is one of these. */
export const hasStatus = ({ status }: Itinerary, ...names: Status[]) => is(status, ...names)

/** Whether a status is one of these, in any spelling: `NoShow`, `No show`, `no-show`. */
const is = (status: unknown, ...names: Status[]) => names.some(name => normalize(name) === normalize(text(status)))
