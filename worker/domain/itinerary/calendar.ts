import { dateAfter } from '../../../schema/stay-dates'
import type { ItineraryHotel } from '../../../schema/wire/itinerary'
import { STATUS } from '../../../schema/wire/reservation-status'
import type {
  ItineraryReservation,
  StoredActivity,
  StoredItinerary,
  StoredItineraryWithHotels,
} from '../../store/itinerary/columns'
import { calendarText, escapeText } from './calendar-text'
import { zoneLines } from './calendar-zone'
import { hotelsOf, oneLineAddress, stayName } from './hotels'
import { assembleItinerary, roomLine, scheduleOf } from './itinerary'

/*
 * The itinerary as a calendar: an all-day event for the stay, and an event for each activity in the hotel's time zone.
 */

/** How often a client should read a subscribed calendar again. */
const REFRESH = 'PT1H'

/** The name of a stay in several hotels, and words in the description. */
export interface CalendarWords {
  trip: string
  reservation: string
  arrival: string
  departure: string
}

export const ENGLISH: CalendarWords = {
  trip: 'Your trip',
  reservation: 'Reservation',
  arrival: 'Check-in',
  departure: 'Check-out',
}

/**
 * The calendar of an itinerary (RFC 5545). `host` is the host name of the service. With it the UIDs, which are made of the
 * reservation and the booked activity, are globally unique and stable. `url` is the address that the guest's link opens.
 */
export function itineraryCalendar(
  itinerary: StoredItineraryWithHotels,
  { host, url }: { host: string; url: string },
  words = ENGLISH,
): string {
  const { reservation } = itinerary
  const zone = reservation.propertyTimeZone ?? reservation.timeZone
  const uidSuffix = `reservation-${reservation.reservationId}.client-${reservation.customerId}@${host}`
  const hotels = hotelsOf(itinerary.hotels)
  const name = stayName(hotels, reservation.customerName, words.trip)
  const activities = activityEvents(itinerary, zone, uidSuffix)
  const days = activities.flatMap(({ days }) => days)
  return calendarText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Innlet//Guest itinerary//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${zone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...(days.length ? zoneLines(zone, days) : []),
    ...stayEvent(itinerary, { name, hotels, uidSuffix, url, words }),
    ...activities.flatMap(({ lines }) => lines),
    'END:VCALENDAR',
  ])
}

/** `20260329` of `2026-03-29`, `090000` of `09:00`. */
const dateValue = (date: string) => date.replaceAll('-', '')
const timeValue = (time: string) => `${time.replace(':', '')}00`

const instantValue = (instant: number) => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const allDay = (name: string, date: string) => `${name};VALUE=DATE:${dateValue(date)}`

/** A property of type TEXT; none for an empty value. */
const text = (name: string, value: string) => (value ? [`${name}:${escapeText(value)}`] : [])

/** The lines on the reservation's state, in each of its events. Without a METHOD, DTSTAMP is the time of the last change. */
function stateLines({ statusId, version, updatedAt }: ItineraryReservation): string[] {
  const changed = instantValue(updatedAt)
  return [`DTSTAMP:${changed}`, `LAST-MODIFIED:${changed}`, `SEQUENCE:${version}`, `STATUS:${eventStatus(statusId)}`]
}

export function eventStatus(statusId: number): 'CANCELLED' | 'TENTATIVE' | 'CONFIRMED' {
  if (statusId === STATUS.Cancelled || statusId === STATUS.NoShow) return 'CANCELLED'
  return statusId === STATUS.Inquiry || statusId === STATUS.Tentative ? 'TENTATIVE' : 'CONFIRMED'
}

/** DTEND is exclusive, so the event of the stay covers its nights and ends on the day of departure. */
function stayEvent(
  itinerary: StoredItinerary,
  {
    name,
    hotels,
    uidSuffix,
    url,
    words,
  }: { name: string; hotels: readonly ItineraryHotel[]; uidSuffix: string; url: string; words: CalendarWords },
): string[] {
  const { reservation } = itinerary
  const { overview, roomStays } = assembleItinerary(itinerary)
  const description = [
    `${words.reservation} ${overview.reservationNumber}`,
    overview.arrivalTime && `${words.arrival} ${overview.arrivalTime}`,
    overview.departureTime && `${words.departure} ${overview.departureTime}`,
    ...roomStays.map(roomLine),
    ...hotels.map(({ name, phone }) => phone && `${name}: ${phone}`),
    url,
  ]
  return [
    'BEGIN:VEVENT',
    `UID:stay.${uidSuffix}`,
    ...stateLines(reservation),
    allDay('DTSTART', reservation.arrivalDate),
    allDay('DTEND', reservation.departureDate),
    ...text('SUMMARY', name),
    ...text('LOCATION', hotels.map(placeOf).join('; ') || name),
    ...geoLine(hotels),
    ...text('DESCRIPTION', description.filter(Boolean).join('\n')),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const placeOf = ({ name, address }: ItineraryHotel) =>
  [name, address && oneLineAddress(address)].filter(Boolean).join(', ')

/** An event has one position, so a stay in several hotels has none. */
function geoLine([hotel, ...others]: readonly ItineraryHotel[]): string[] {
  if (!hotel?.position || others.length) return []
  const { latitude, longitude } = hotel.position
  return [`GEO:${latitude.toFixed(6)};${longitude.toFixed(6)}`]
}

/** An event for each activity, with the days for which the time zone is needed. */
function activityEvents(
  itinerary: StoredItinerary,
  zone: string,
  uidSuffix: string,
): { days: string[]; lines: string[] }[] {
  const slots = new Map<string, number>()
  return scheduleOf(itinerary).map(({ activity, item }) => {
    const { days, lines } = timesOf(activity, zone)
    return {
      days,
      lines: [
        'BEGIN:VEVENT',
        `UID:${slotName(activity, slots)}.${uidSuffix}`,
        ...stateLines(itinerary.reservation),
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

/** An activity is identified by its slot, so its UID stays when others are added or removed. Equal slots are numbered. */
function slotName({ activityId, activityDate, startTime }: StoredActivity, slots: Map<string, number>): string {
  const slot = `activity-${activityId}-${dateValue(activityDate)}${startTime && `-${startTime.replace(':', '')}`}`
  const count = (slots.get(slot) ?? 0) + 1
  slots.set(slot, count)
  return count === 1 ? slot : `${slot}-${count}`
}

/**
 * The times of an activity: all day without a start time; no end without an end time, or if it equals the start. An end
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
  // Release 1.0.0 accepted this date, and no later day can be written.
  if (isOvernight && activityDate === '9999-12-31') return { days: [activityDate], lines: [start] }
  const lastDay = isOvernight ? dateAfter(activityDate, 1) : activityDate
  return { days: [activityDate, lastDay], lines: [start, at('DTEND', lastDay, endTime)] }
}
