import type { Day } from '../guest-itinerary/dates.ts'
import type { Itinerary, ScheduleItem } from '../guest-itinerary/itinerary.ts'
import type { Translator } from '../guest-itinerary/translator.ts'
import type { Words } from '../locales/words.ts'
import { addressText, type WriteAddress } from './address-text.ts'
import { calendarOf, eventOf, type Span } from './calendar-file.ts'
import { createElement, openDialog, title } from './dialog.ts'

/** What the guest adds to a calendar: the whole stay, or one item of a day. */
export interface CalendarSelection {
  itinerary: Itinerary
  /** the address of the service's calendar */
  calendar: string
  /** the page of the stay, for the event of the whole stay */
  page: string
  item?: ScheduleItem | undefined
  day?: Day | undefined
  /** This chunk does not import the script. */
  instantAt: InstantAt
  writtenAddress: WriteAddress
}

/** The instant (ms) of a wall clock in a time zone. */
type InstantAt = (zone: string, wall: number) => number

/** The fields of an event that web calendars take. */
interface CalendarEvent {
  name: string
  place: string
  notes: string
  span: Span
}

/** Opens the menu of calendars. Rejects if the service's calendar does not have the item. */
export async function openCalendarMenu(
  root: ShadowRoot,
  selection: CalendarSelection,
  translator: Translator,
): Promise<void> {
  const { words } = translator
  const { item, itinerary, calendar } = selection
  const { event, file } = item
    ? await eventOfItem(selection)
    : { event: eventOfStay(selection, translator), file: undefined }
  const address = file ? URL.createObjectURL(new Blob([file], { type: 'text/calendar' })) : calendar
  const subscribe = item ? undefined : choice(words.subscribe, calendar.replace(/^https?:/, 'webcal:'))
  const choices = [
    subscribe,
    event && choice('Google Calendar', googleAddress(event), NEW_TAB),
    event && choice('Outlook', outlookAddress(event, selection.instantAt), NEW_TAB),
    choice(words.file, address, file ? { download: 'itinerary.ics' } : {}),
  ].filter(each => typeof each === 'object')
  const name = createElement('p', {}, createElement('bdi', {}, event?.name ?? nameOf(itinerary, words)))
  const dialog = openDialog(root, words, [title(words.calendar), name, createElement('ul', {}, ...choices)], () =>
    // Later, because the browser may not have saved the file yet.
    setTimeout(() => URL.revokeObjectURL(address), 10_000),
  )
  // A device without an app for `webcal:` does nothing: the menu stays, with the other choices.
  for (const each of choices) if (each !== subscribe) each.addEventListener('click', () => dialog.close())
}

const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' }

const choice = (words: string, href: string, attributes: Record<string, string> = {}) =>
  createElement('li', {}, createElement('a', { href, referrerpolicy: 'no-referrer', ...attributes }, words))

/** An all-day event; the end, the day of departure, is exclusive. Undefined without both dates. */
function eventOfStay(
  { itinerary, page, writtenAddress }: CalendarSelection,
  translator: Translator,
): CalendarEvent | undefined {
  const { words, time } = translator
  const { hotels, reservationNumber, arrival, departure } = itinerary
  if (arrival.day === undefined || departure.day === undefined) return undefined
  const [start, end] = [arrival.day, departure.day].map(day =>
    new Date(day).toISOString().slice(0, 10).replaceAll('-', ''),
  )
  const notes = [
    reservationNumber && `${words.reservation} ${reservationNumber}`,
    arrival.time && `${words.arrival} ${time(arrival.time)}`,
    departure.time && `${words.departure} ${time(departure.time)}`,
    ...hotels.map(({ name, phone }) => phone && [name, phone].filter(Boolean).join(': ')),
    page,
  ]
  const name = nameOf(itinerary, words)
  const place = hotels.map(hotel => addressText(hotel, writtenAddress, translator).join(', ')).join('; ')
  return {
    name,
    place: place || name,
    notes: notes.filter(Boolean).join('\n'),
    span: { start: start ?? '', end: end ?? '', zone: '' },
  }
}

const nameOf = ({ hotels, hotel }: Itinerary, { trip }: Words) => (hotels.length > 1 ? trip : hotel)

/** The item from the service's calendar, because only that has the hotel's time zone. */
async function eventOfItem({
  calendar: address,
  item,
  day,
}: CalendarSelection): Promise<{ event: CalendarEvent; file: string }> {
  if (!item || day === undefined) throw new TypeError('An item without a date has no calendar event.')
  const { calendar, ok } = await readCalendar(address)
  const found = ok ? eventOf(calendar, day, item) : undefined
  if (!found) throw new TypeError('The calendar does not have this item.')
  const notes = [item.hosts, ...item.notes].filter(Boolean).join('\n')
  const event = { name: item.name || item.type, place: item.place, notes, span: found.span }
  return { event, file: calendarOf(calendar, found.lines) }
}

/** Rejects with a NetworkError if there is no response. */
async function readCalendar(address: string): Promise<{ calendar: string; ok: boolean }> {
  try {
    const response = await fetch(address, { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' })
    return { calendar: await response.text(), ok: response.ok }
  } catch (cause) {
    throw new DOMException(String(cause), 'NetworkError')
  }
}

function googleAddress({ name, place, notes, span: { start, end, zone } }: CalendarEvent): string {
  const query = new URLSearchParams({ action: 'TEMPLATE', text: name, dates: `${start}/${end}`, details: notes })
  if (place) query.set('location', place)
  if (zone) query.set('ctz', zone)
  return `https://calendar.google.com/calendar/render?${query}`
}

function outlookAddress(
  { name, place, notes, span: { start, end, zone } }: CalendarEvent,
  instantAt: InstantAt,
): string {
  const query = new URLSearchParams({ path: '/calendar/action/compose', rru: 'addevent', subject: name, body: notes })
  if (place) query.set('location', place)
  if (!zone) query.set('allday', 'true')
  query.set('startdt', instantOf(start, zone, instantAt))
  query.set('enddt', instantOf(end, zone, instantAt))
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`
}

/** The instant of `20260611T103000` in a time zone, `2026-06-11T09:30:00.000Z`; a date without a time stays a date. */
function instantOf(value: string, zone: string, instantAt: InstantAt): string {
  const [date = '', time] = value.split('T')
  const day = date.replace(/(....)(..)(..)/, '$1-$2-$3')
  if (!time) return day
  return new Date(instantAt(zone, Date.parse(`${day}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`))).toISOString()
}
