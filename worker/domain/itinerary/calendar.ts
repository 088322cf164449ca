import { STATUS } from '../reservation/status'
import { dateAfter } from '../stay-dates'
import { calendarText, escapeText } from './calendar-text'
import { zoneLines } from './calendar-zone'
import {
  assembleItinerary,
  type StoredActivity,
  type StoredItinerary,
  type StoredReservation,
  scheduleOf,
} from './itinerary'

/*
 * The itinerary as a calendar: the stay as an all-day event over its nights, and an event for each activity at the hotel's
 * own time.
 */

/** How often a calendar that is subscribed to should be read again. */
const REFRESH = 'PT1H'

/**
 * The calendar of an itinerary (RFC 5545). `host` is where the service lives: it makes the UIDs, which name the reservation
 * and what is booked, unique in the world and the same in every reading.
 */
export function itineraryCalendar(kept: StoredItinerary, host: string): string {
  const { reservation } = kept
  const zone = reservation.propertyTimeZone ?? reservation.timeZone
  const own = `reservation-${reservation.reservationId}.client-${reservation.customerId}@${host}`
  const activities = activityEvents(kept, zone, own)
  const days = activities.flatMap(({ days }) => days)
  return calendarText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Innlet//Guest itinerary//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(reservation.customerName)}`,
    `X-WR-CALNAME:${escapeText(reservation.customerName)}`,
    `X-WR-TIMEZONE:${zone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...(days.length ? zoneLines(zone, days) : []),
    ...stayEvent(kept, own),
    ...activities.flatMap(({ lines }) => lines),
    'END:VCALENDAR',
  ])
}

/** `20260329` of `2026-03-29`, `090000` of `09:00`. */
const dateValue = (date: string) => date.replaceAll('-', '')
const timeValue = (time: string) => `${time.replace(':', '')}00`

const instantValue = (instant: number) => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const allDay = (name: string, date: string) => `${name};VALUE=DATE:${dateValue(date)}`

/** A property of type TEXT; none where there is nothing to say. */
const text = (name: string, value: string) => (value ? [`${name}:${escapeText(value)}`] : [])

/** What the reservation's state makes of every event of it. A calendar without a METHOD was stamped when it last changed. */
function stateLines({ statusId, version, updatedAt }: StoredReservation): string[] {
  const changed = instantValue(updatedAt)
  return [`DTSTAMP:${changed}`, `LAST-MODIFIED:${changed}`, `SEQUENCE:${version}`, `STATUS:${eventStatus(statusId)}`]
}

function eventStatus(statusId: number): 'CANCELLED' | 'TENTATIVE' | 'CONFIRMED' {
  if (statusId === STATUS.Cancelled || statusId === STATUS.NoShow) return 'CANCELLED'
  return statusId === STATUS.Inquiry || statusId === STATUS.Tentative ? 'TENTATIVE' : 'CONFIRMED'
}

/** The stay takes the nights: its last day, the day of departure, is the first that is free again. */
function stayEvent(kept: StoredItinerary, own: string): string[] {
  const { reservation } = kept
  const { overview, roomStays } = assembleItinerary(kept)
  const rooms = roomStays.map(({ roomName, roomNo, roomTypeName, roomLocationName }) =>
    [roomName, roomNo, roomTypeName, roomLocationName].filter(Boolean).join(', '),
  )
  const description = [
    `Reservation ${overview.reservationNumber}`,
    overview.arrivalTime && `Check-in ${overview.arrivalTime}`,
    overview.departureTime && `Check-out ${overview.departureTime}`,
    ...rooms,
  ]
  return [
    'BEGIN:VEVENT',
    `UID:stay.${own}`,
    ...stateLines(reservation),
    allDay('DTSTART', reservation.arrivalDate),
    allDay('DTEND', reservation.departureDate),
    ...text('SUMMARY', overview.clientName),
    ...text('LOCATION', overview.clientName),
    ...text('DESCRIPTION', description.filter(Boolean).join('\n')),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** An event for each activity, with the days on which its zone matters. */
function activityEvents(kept: StoredItinerary, zone: string, own: string): { days: string[]; lines: string[] }[] {
  const slots = new Map<string, number>()
  return scheduleOf(kept).map(({ activity, item }) => {
    const { days, lines } = timesOf(activity, zone)
    return {
      days,
      lines: [
        'BEGIN:VEVENT',
        `UID:${slotName(activity, slots)}.${own}`,
        ...stateLines(kept.reservation),
        ...lines,
        ...text('SUMMARY', item.activityName),
        ...text('LOCATION', item.locationName),
        ...text('DESCRIPTION', [item.hostNames, item.guestNotes].filter(Boolean).join('\n')),
        ...text('CATEGORIES', item.scheduleType),
        'END:VEVENT',
      ],
    }
  })
}

/** An activity is known by its slot, so that it stays itself when others come and go; twins in one slot are counted. */
function slotName({ activityId, activityDate, startTime }: StoredActivity, slots: Map<string, number>): string {
  const slot = `activity-${activityId}-${dateValue(activityDate)}${startTime && `-${startTime.replace(':', '')}`}`
  const count = (slots.get(slot) ?? 0) + 1
  slots.set(slot, count)
  return count === 1 ? slot : `${slot}-${count}`
}

/**
 * When an activity is: all day where it has no start; without an end where it has none, or where that is its start; an end
 * before the start is on the next day.
 */
function timesOf(
  { activityDate, startTime, endTime }: StoredActivity,
  zone: string,
): { days: string[]; lines: string[] } {
  if (!startTime) return { days: [], lines: [allDay('DTSTART', activityDate)] }
  const at = (name: string, date: string, time: string) => `${name};TZID=${zone}:${dateValue(date)}T${timeValue(time)}`
  const start = at('DTSTART', activityDate, startTime)
  if (!endTime || endTime === startTime) return { days: [activityDate], lines: [start] }
  const isOvernight = endTime < startTime
  // Release 1.0.0 took this date, and no day after it can be written.
  if (isOvernight && activityDate === '9999-12-31') return { days: [activityDate], lines: [start] }
  const lastDay = isOvernight ? dateAfter(activityDate, 1) : activityDate
  return { days: [activityDate, lastDay], lines: [start, at('DTEND', lastDay, endTime)] }
}
