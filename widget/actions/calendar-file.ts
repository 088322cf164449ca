import type { Day } from '../guest-itinerary/dates.ts'
import type { ScheduleItem } from '../guest-itinerary/itinerary.ts'

/*
 * Extracts one event from the service's calendar (iCalendar, RFC 5545). Its time zone and UID stay unchanged: a guest who adds
 * it twice, or also subscribes to the stay, gets it once.
 */

/** Start and exclusive end: `20260611T103000` in `zone`, or whole days, `20260611`, without a zone. */
export interface Span {
  start: string
  end: string
  zone: string
}

/** Milliseconds of a day. */
const DAY = 86_400_000

const EVENT = /BEGIN:VEVENT\r?\n[\s\S]*?END:VEVENT\r?\n/g

/** The event of an item on its day; undefined if the calendar does not have it. */
export function eventOf(
  calendar: string,
  day: Day,
  { start, name }: ScheduleItem,
): { lines: string; span: Span } | undefined {
  const date = dateValue(day)
  const from = /^\d\d?:\d\d/.test(start) ? `${date}T${start.replace(/\D/g, '').padStart(4, '0').slice(0, 4)}00` : date
  for (const [lines] of calendar.matchAll(EVENT)) {
    const properties = propertiesOf(lines)
    const [parameters, value] = properties.get('DTSTART') ?? []
    if (value !== from || plainText(properties.get('SUMMARY')?.[1]) !== name) continue
    const zone = /TZID=([^;:]+)/.exec(parameters ?? '')?.[1] ?? ''
    const end = properties.get('DTEND')?.[1] ?? (zone ? value : dateValue(day + DAY))
    return { lines, span: { start: value, end, zone } }
  }
  return undefined
}

/** A calendar with this one event and the time zone of the whole; without the properties that make clients refresh it. */
export const calendarOf = (calendar: string, event: string) =>
  `${calendar.slice(0, calendar.indexOf('BEGIN:VEVENT')).replace(/^(REFRESH-INTERVAL|X-PUBLISHED-TTL).*\r?\n/gm, '')}${event}END:VCALENDAR\r\n`

/** The unfolded properties of an event, by name. */
function propertiesOf(lines: string): Map<string, [parameters: string, value: string]> {
  const unfolded = lines.replace(/\r?\n[ \t]/g, '')
  const properties = [...unfolded.matchAll(/^([A-Z-]+)(;[^:]*)?:(.*?)\r?$/gm)]
  return new Map(properties.map(([, name = '', parameters = '', value = '']) => [name, [parameters, value]]))
}

const plainText = (value = '') =>
  value
    .replace(/\\n/gi, '\n')
    .replace(/\\([\\;,])/g, '$1')
    .trim()

const dateValue = (day: Day) => new Date(day).toISOString().slice(0, 10).replaceAll('-', '')
