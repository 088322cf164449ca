import type { Day } from '../guest-itinerary/dates.ts'
import type { ScheduleItem } from '../guest-itinerary/itinerary.ts'

/*
 * One event out of the calendar that the service writes (iCalendar, RFC 5545). It is taken as it stands, with its zone and its
 * UID: whoever adds it once more, or subscribes to the whole stay as well, has it once.
 */

/** From when to when: `20260611T103000` on the clock of `zone`, or whole days, `20260611`, without a zone; the end is no part of it. */
export interface Span {
  start: string
  end: string
  zone: string
}

const EVENT = /BEGIN:VEVENT\r?\n[\s\S]*?END:VEVENT\r?\n/g

/** The event of an item on its day; undefined if the calendar does not know of it. */
export function eventOf(
  calendar: string,
  day: Day,
  { start, name }: ScheduleItem,
): { lines: string; span: Span } | undefined {
  const date = dateValue(day)
  const from = /^\d\d?:\d\d/.test(start) ? `${date}T${start.replace(/\D/g, '').padStart(4, '0').slice(0, 4)}00` : date
  for (const [lines] of calendar.matchAll(EVENT)) {
    const said = propertiesOf(lines)
    const [parameters, value] = said.get('DTSTART') ?? []
    if (value !== from || plainText(said.get('SUMMARY')?.[1]) !== name) continue
    const zone = /TZID=([^;:]+)/.exec(parameters ?? '')?.[1] ?? ''
    const end = said.get('DTEND')?.[1] ?? (zone ? value : dateValue(day + 86_400_000))
    return { lines, span: { start: value, end, zone } }
  }
  return undefined
}

/** A calendar of this one event, in the zone of the whole one; not to be read again by itself. */
export const calendarOf = (calendar: string, event: string) =>
  `${calendar.slice(0, calendar.indexOf('BEGIN:VEVENT')).replace(/^(REFRESH-INTERVAL|X-PUBLISHED-TTL).*\r?\n/gm, '')}${event}END:VCALENDAR\r\n`

/** The lines of an event, unfolded, by the names of their properties. */
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
