/*
 * Rules between the fields of one booking request, which need no lookup. Dates are `YYYY-MM-DD`, so that their order as text is
 * their order in time.
 */

import { daysBetween } from './dates'
import { STATUS } from './reservation-status'
import type { RuleIssue } from './with-rules'

/** Nights of one booking. Each is a row for each room. Nobody has tried more in one batch of D1. */
export const MAX_NIGHTS = 1_000
/** Rate lines of one booking, over all its rooms and activities. */
const MAX_RATE_LINES = 5_000

interface Dates {
  arrivalDate?: string | undefined
  departureDate?: string | undefined
}

interface RoomDates extends Dates {
  roomID?: number
  rates?: { fromDate?: string | undefined; toDate?: string | undefined }[] | undefined
}

interface ActivityDate {
  activityDate?: string
  rates?: unknown[]
}

interface GuestCounts {
  guestCount?: number | undefined
  adultCount?: number | undefined
  teenCount?: number | undefined
  youthCount?: number | undefined
  childCount?: number | undefined
  infantCount?: number | undefined
}

interface Booking extends Dates {
  action?: 'new' | 'modify' | 'cancel' | undefined
  identity?: string | undefined
  bookingID?: number | undefined
  expectedVersion?: number | undefined
  holdMinutes?: number | undefined
  bookingParameters?: { reservationStatusID?: number | undefined } | undefined
  primaryGuestDetails?: { lastName?: string | undefined } | undefined
  guests?: GuestCounts | undefined
  roomsBooked?: RoomDates[] | undefined
  activitiesBooked?: ActivityDate[] | undefined
}

/** The action of a request. Default: `modify` with a bookingID, else `new`. */
export const actionOf = ({ action, bookingID }: Pick<Booking, 'action' | 'bookingID'>) =>
  action ?? (bookingID ? 'modify' : 'new')

/** All issues of a request that need no lookup. A cancellation uses none of these fields. */
export function bookingIssues(body: Booking): RuleIssue[] {
  const action = actionOf(body)
  if (action === 'cancel') return []
  return [
    ...(action === 'new' ? missing(body) : []),
    ...holdIssues(body, action),
    ...guestIssues(body),
    ...dateIssues([], body),
    ...roomIssues(body.roomsBooked ?? [], body),
    ...activityIssues(body.activitiesBooked ?? [], body),
    ...rateLineIssues(body),
  ]
}

/** The same for a stay of one guest, with or without dates. */
export const stayIssues = (body: Pick<Booking, 'arrivalDate' | 'departureDate' | 'primaryGuestDetails' | 'guests'>) => [
  ...guestIssues(body),
  ...dateIssues([], body),
]

function* missing(body: Booking): Generator<RuleIssue> {
  if (body.bookingID) yield { path: ['bookingID'], message: 'a new booking has none yet' }
  if (body.expectedVersion) yield { path: ['expectedVersion'], message: 'a new booking has none yet' }
  for (const field of ['arrivalDate', 'departureDate'] as const) {
    if (!body[field]) yield { path: [field], message: 'required' }
  }
  if (body.primaryGuestDetails?.lastName === undefined) yield { path: LAST_NAME, message: 'required' }
  const books = (body.roomsBooked?.length ?? 0) + (body.activitiesBooked?.length ?? 0)
  if (!books && body.bookingParameters?.reservationStatusID !== STATUS.Inquiry) {
    yield { path: ['roomsBooked'], message: 'expected a room or an activity, unless the booking is an inquiry' }
  }
}

function* holdIssues({ holdMinutes, bookingParameters }: Booking, action: 'new' | 'modify'): Generator<RuleIssue> {
  if (!holdMinutes) return
  const statusId = bookingParameters?.reservationStatusID
  if (action !== 'new') yield { path: ['holdMinutes'], message: 'only a new booking can be held' }
  else if (statusId && statusId !== STATUS.Tentative) {
    yield { path: ['bookingParameters', 'reservationStatusID'], message: 'expected 2 or none: the booking is held' }
  }
}

const LAST_NAME = ['primaryGuestDetails', 'lastName']

function* guestIssues({
  primaryGuestDetails,
  guests,
}: Pick<Booking, 'primaryGuestDetails' | 'guests'>): Generator<RuleIssue> {
  if (primaryGuestDetails?.lastName?.trim() === '') yield { path: LAST_NAME, message: 'expected some text' }
  if (guests?.guestCount === undefined) return
  const { guestCount, ...ages } = guests
  const given = Object.values(ages).filter(age => age !== undefined)
  const sum = given.reduce((total, age) => total + age, 0)
  if (given.length && sum !== guestCount) {
    yield { path: ['guests', 'guestCount'], message: `expected ${sum}, the sum of the ages` }
  }
}

function* dateIssues(path: (string | number)[], { arrivalDate, departureDate }: Dates): Generator<RuleIssue> {
  if (!arrivalDate || !departureDate) return
  if (arrivalDate >= departureDate) {
    yield { path: [...path, 'departureDate'], message: 'expected a date after arrivalDate' }
  } else if (daysBetween(arrivalDate, departureDate) > MAX_NIGHTS) {
    yield { path: [...path, 'departureDate'], message: `expected at most ${MAX_NIGHTS} nights after arrivalDate` }
  }
}

/** Rooms must be within the dates of the booking, rate lines within those of their room, and no room may be booked twice. */
export function* roomIssues(rooms: readonly RoomDates[], booking: Dates): Generator<RuleIssue> {
  for (const [i, room] of rooms.entries()) {
    const path = ['roomsBooked', i]
    const stay = stayOf(room, booking)
    if (room.arrivalDate || room.departureDate) yield* dateIssues(path, stay)
    yield* within(path, { arrivalDate: room.arrivalDate, departureDate: room.departureDate }, booking, 'booking')
    for (const [j, { fromDate, toDate }] of (room.rates ?? []).entries()) {
      const line = [...path, 'rates', j]
      if (fromDate && toDate && fromDate > toDate) {
        yield { path: [...line, 'toDate'], message: 'expected a date not before fromDate' }
      }
      if (fromDate && fromDate === stay.departureDate) {
        yield { path: [...line, 'fromDate'], message: "expected a night of the room's stay" }
      }
      yield* within(line, { fromDate, toDate }, stay, "room's stay")
    }
    const twin = rooms
      .slice(0, i)
      .findIndex(other => room.roomID && other.roomID === room.roomID && overlappingStays(stay, stayOf(other, booking)))
    if (twin >= 0) yield { path: [...path, 'roomID'], message: `roomsBooked[${twin}] has this room on the same night` }
  }
}

/** Activities must be within the booking, or within a year before or after it. */
export function* activityIssues(
  activities: readonly ActivityDate[],
  { arrivalDate, departureDate }: Dates,
): Generator<RuleIssue> {
  if (!arrivalDate || !departureDate) return
  const [first, last] = [inAnotherYear(arrivalDate, -1), inAnotherYear(departureDate, 1)]
  for (const [i, { activityDate }] of activities.entries()) {
    if (!activityDate || (first <= activityDate && activityDate <= last)) continue
    yield { path: ['activitiesBooked', i, 'activityDate'], message: 'expected a date within a year of the booking' }
  }
}

/** The same day of another year, as text. 29 February stays as it is, because only the order counts. */
const inAnotherYear = (date: string, years: number) =>
  `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`

const stayOf = (room: Dates, booking: Dates): Dates => ({
  arrivalDate: room.arrivalDate ?? booking.arrivalDate,
  departureDate: room.departureDate ?? booking.departureDate,
})

function overlappingStays(one: Dates, other: Dates): boolean {
  if (!one.arrivalDate || !one.departureDate || !other.arrivalDate || !other.departureDate) return false
  return one.arrivalDate < other.departureDate && other.arrivalDate < one.departureDate
}

function* within(
  path: (string | number)[],
  dates: Record<string, string | undefined>,
  { arrivalDate, departureDate }: Dates,
  whole: string,
): Generator<RuleIssue> {
  for (const [field, date] of Object.entries(dates)) {
    if (date && ((arrivalDate && date < arrivalDate) || (departureDate && date > departureDate))) {
      yield { path: [...path, field], message: `expected a date within the ${whole}` }
    }
  }
}

function* rateLineIssues({ roomsBooked = [], activitiesBooked = [] }: Booking): Generator<RuleIssue> {
  const lines = [...roomsBooked, ...activitiesBooked].reduce((total, { rates }) => total + (rates?.length ?? 0), 0)
  if (lines > MAX_RATE_LINES) {
    yield { path: ['roomsBooked'], message: `expected at most ${MAX_RATE_LINES} rate lines in all` }
  }
}
