import type { Day } from '../guest-itinerary/dates.ts'
import type { Itinerary, ScheduleItem } from '../guest-itinerary/itinerary.ts'
import type { Link } from '../guest-itinerary/link.ts'
import type { Language } from '../guest-itinerary/translator.ts'
import { calendarOf, eventOf, type Span } from './calendar-file.ts'
import { make, openDialog, title } from './dialog.ts'

/** What goes into the guest's calendar: the whole stay, or one item of a day. */
export interface Chosen {
  itinerary: Itinerary
  link: Link
  item?: ScheduleItem | undefined
  day?: Day | undefined
}

/** What a calendar is told of an event. */
interface Event {
  name: string
  place: string
  notes: string
  span: Span
}

/** Asks the guest which calendar it shall be. Rejects where the service does not tell of the item. */
export async function openCalendarMenu(root: ShadowRoot, chosen: Chosen, { words }: Language): Promise<void> {
  const { item, itinerary, link } = chosen
  const { event, file } = item ? await ofItem(chosen) : { event: ofStay(itinerary), file: undefined }
  const address = file ? URL.createObjectURL(new Blob([file], { type: 'text/calendar' })) : link.calendar
  const choices = [
    !item && choice(words.subscribe, link.calendar.replace(/^https?:/, 'webcal:')),
    event && choice('Google Calendar', googleAddress(event), ELSEWHERE),
    event && choice('Outlook', outlookAddress(event), ELSEWHERE),
    choice(words.file, address, file ? { download: 'itinerary.ics' } : {}),
  ].filter(each => typeof each === 'object')
  const name = make('p', {}, make('bdi', {}, event?.name ?? itinerary.hotel))
  const dialog = openDialog(root, words, [title(words.calendar), name, make('ul', {}, ...choices)], () =>
    // A moment later: the browser may still be about to save the file.
    setTimeout(() => URL.revokeObjectURL(address), 10_000),
  )
  for (const each of choices) each.addEventListener('click', () => dialog.close())
}

const ELSEWHERE = { target: '_blank', rel: 'noopener noreferrer' }

const choice = (words: string, href: string, more: Record<string, string> = {}) =>
  make('li', {}, make('a', { href, referrerpolicy: 'no-referrer', ...more }, words))

/** All days of the stay; the day of departure is free again. Undefined where it is not known when that is. */
function ofStay({ hotel, reservationNumber, arrival, departure }: Itinerary): Event | undefined {
  if (arrival.day === undefined || departure.day === undefined) return undefined
  const [start, end] = [arrival.day, departure.day].map(day =>
    new Date(day).toISOString().slice(0, 10).replaceAll('-', ''),
  )
  return { name: hotel, place: hotel, notes: reservationNumber, span: { start: start ?? '', end: end ?? '', zone: '' } }
}

/** The item as the calendar of the service has it, with the hotel's time zone, which the itinerary does not tell. */
async function ofItem({ link, item, day }: Chosen): Promise<{ event: Event; file: string }> {
  if (!item || day === undefined) throw new TypeError('An item without a day goes into no calendar.')
  const response = await fetch(link.calendar, { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' })
  const calendar = await response.text()
  const found = response.ok ? eventOf(calendar, day, item) : undefined
  if (!found) throw new TypeError('The calendar does not know of this item.')
  const notes = [item.hosts, ...item.notes].filter(Boolean).join('\n')
  const event = { name: item.name || item.type, place: item.place, notes, span: found.span }
  return { event, file: calendarOf(calendar, found.lines) }
}

function googleAddress({ name, place, notes, span: { start, end, zone } }: Event): string {
  const query = new URLSearchParams({ action: 'TEMPLATE', text: name, dates: `${start}/${end}`, details: notes })
  if (place) query.set('location', place)
  if (zone) query.set('ctz', zone)
  return `https://calendar.google.com/calendar/render?${query}`
}

function outlookAddress({ name, place, notes, span: { start, end, zone } }: Event): string {
  const query = new URLSearchParams({ path: '/calendar/action/compose', rru: 'addevent', subject: name, body: notes })
  if (place) query.set('location', place)
  if (!zone) query.set('allday', 'true')
  query.set('startdt', instantOf(start, zone))
  query.set('enddt', instantOf(end, zone))
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`
}

/** `20260611T103000` on a zone's clock as an instant, `2026-06-11T09:30:00.000Z`; a day without a time as a day. */
function instantOf(written: string, zone: string): string {
  const [date = '', time] = written.split('T')
  const day = date.replace(/(....)(..)(..)/, '$1-$2-$3')
  if (!time) return day
  const clock = Date.parse(`${day}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`)
  // Twice, since the first guess may lie on the other side of a change of the clocks.
  const guess = clock - aheadOf(zone, clock)
  return new Date(clock - aheadOf(zone, guess)).toISOString()
}

/** How far a zone's clock is ahead of UTC at an instant, ms. */
function aheadOf(zone: string, instant: number): number {
  const wall = new Date(instant).toLocaleString('sv', { timeZone: zone })
  return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000
}
