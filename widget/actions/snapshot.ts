import type { Change, Entry } from '../guest-itinerary/changes.ts'
import type { Day } from '../guest-itinerary/dates.ts'
import type { Hotel } from '../guest-itinerary/hotel.ts'
import type { Itinerary } from '../guest-itinerary/itinerary.ts'
import type { Translator } from '../guest-itinerary/translator.ts'
import { hash } from './hash.ts'

/*
 * What is new or changed since the guest's last visit. The browser stores hashes and times of day; of a plan also the name and the
 * day, until that day is over: otherwise the guest could not be told what is no longer planned. Where it stores nothing, nothing
 * is marked.
 */

/**
 * For each entry of the stay a hash of its name, and a hash of all its content; a third text for those of its hotels, empty for
 * others; its time, empty if it has none; and of a plan its name and its day, `YYYY-MM-DD`. Earlier releases stored less.
 */
type Stored = string[]
export type Snapshot = Stored[]

const [BY_NAME, BY_CONTENT, DAY_OF_PLAN] = [0, 1, 5] as const
const OF_HOTEL = 'h'
const isOfHotel = ([, , kind]: Stored) => kind === OF_HOTEL

/** Without the names of plans of past days, by the device's date. Swedish writes dates as `YYYY-MM-DD`. */
function withoutPast(snapshot: Snapshot): Snapshot {
  const today = new Date().toLocaleDateString('sv')
  return snapshot.map(each => (each[5] && each[5] < today ? each.slice(0, 4) : each))
}

/** A change with the hash of the content that it is about. */
export interface FoundChange extends Change {
  content: string
  /** what is stored of the entry; undefined if it is new */
  former: Stored | undefined
}

interface Described {
  entry: Entry
  stored: Stored
  name: Change['name']
}

interface Description {
  /** by which an entry is found again */
  key: string
  name: Change['name']
  day?: Day | undefined
  /** what is compared; by default the entry */
  content?: unknown
  time?: string
  isPlan?: boolean
}

const describe = (entry: Entry, { key, name, day, content = entry, time = '', isPlan }: Description): Described => {
  const hashes = [hash(key), hash(JSON.stringify([key, day, content]))]
  // Any other text could name someone.
  const stored = [...hashes, '', /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time) ? time : '']
  return { entry, name, stored: isPlan ? [...stored, key, day === undefined ? '' : isoOf(day)] : stored }
}

const isoOf = (day: Day) => new Date(day).toISOString().slice(0, 10)

/** Every entry of the stay, in the order of the sheet. */
function entriesOf({ arrival, departure, hotels, rooms, schedule }: Itinerary): Described[] {
  return [
    describe(arrival, { key: 'arrival', name: ({ words }) => words.arrival, time: arrival.time }),
    describe(departure, { key: 'departure', name: ({ words }) => words.departure, time: departure.time }),
    // Release 1.0.0 hashed rooms without an id.
    ...rooms.map(room =>
      describe(room, {
        key: room.number || room.name,
        name: ({ words }) =>
          room.name || (room.number && words.roomNumber.replace('#', () => room.number)) || words.room,
        content: { ...room, id: undefined },
      }),
    ),
    ...hotels.flatMap(hotelEntries),
    ...schedule.flatMap(({ day, items }) =>
      items.map(item => {
        const key = item.name || item.type
        const name = ({ words }: Translator) => key || item.place || words.schedule
        return describe(item, { key, name, day, time: item.start, isPlan: true })
      }),
    ),
  ]
}

function hotelEntries(hotel: Hotel): Described[] {
  const { name, address, position, phone, whatsapp, email, website, directions, houseInfo } = hotel
  const own =
    (text: string, topic: 'hotel' | 'goodToKnow') =>
    ({ words }: Translator) =>
      text || words[topic]
  const entries = [
    // As the first releases hashed it: a field that is hashed too would mark the hotel as changed for every guest.
    describe(hotel, {
      key: `hotel ${name}`,
      name: own(name, 'hotel'),
      content: { name, address, position, phone, whatsapp, email, website },
    }),
    ...(directions
      ? [describe(directions, { key: `directions ${name}`, name: ({ words }) => words.gettingThere })]
      : []),
    ...houseInfo.map(note =>
      describe(note, { key: `house ${name} ${note.title}`, name: own(note.title, 'goodToKnow') }),
    ),
  ]
  return entries.map(each => ({ ...each, stored: [...each.stored.slice(0, 2), OF_HOTEL] }))
}

/** The entries that the last snapshot does not have, or has with other content, and the plans that only the snapshot has. */
export function changesSince(last: Snapshot | undefined, itinerary: Itinerary): Map<Entry, FoundChange> {
  const changes = new Map<Entry, FoundChange>()
  if (!last) return changes
  const unmatched = [...last]
  // Each entry of the snapshot matches one entry only: two entries may have the same name.
  const match = (stored: Stored, ...by: number[]) => {
    const index = unmatched.findIndex(other => by.every(each => other[each] === stored[each]))
    return index < 0 ? undefined : unmatched.splice(index, 1)[0]
  }
  // The hotels may have been unknown at the last visit: then nothing is known about their changes.
  const knewHotels = last.some(isOfHotel)
  const comparable = entriesOf(itinerary).filter(({ stored }) => knewHotels || !isOfHotel(stored))
  const differing = comparable.filter(({ stored }) => !match(stored, BY_CONTENT))
  // A plan that is there each day is rather the one of the same day.
  const sameDay = differing.map(({ stored }) => match(stored, BY_NAME, DAY_OF_PLAN))
  for (const [index, { entry, stored, name }] of differing.entries()) {
    const former = sameDay[index] ?? match(stored, BY_NAME)
    const [, content = '', , time = '', , day] = stored
    const [, , , formerTime = '', , formerDay] = former ?? []
    const isOtherDay = Boolean(formerDay && day && formerDay !== day)
    const was = time === formerTime && !isOtherDay ? '' : formerTime
    const movedName = (translator: Translator) => {
      const [at, before] = isOtherDay ? [day, formerDay] : []
      const former = filled(translator.words.was, whenOf(before, was, translator))
      return `${name(translator)} ${whenOf(at, time, translator)}, ${former}`
    }
    changes.set(entry, {
      kind: former ? 'changed' : 'fresh',
      id: `change-${index}`,
      was,
      wasDay: isOtherDay ? Date.parse(formerDay as string) : undefined,
      day: undefined,
      name: was || isOtherDay ? movedName : name,
      content,
      former,
    })
  }
  for (const [index, former] of itinerary.over ? [] : unmatched.entries()) {
    const [, content = '', , start = '', plan, date] = former
    if (!plan) continue
    const day = date ? Date.parse(date) : undefined
    const entry = { start, end: '', name: plan, type: '', place: '', hosts: '', participants: 0, notes: [] }
    const name = (translator: Translator) =>
      filled(translator.words.removed, `\u2068${plan}\u2069, ${whenOf(date, start, translator)}`.replace(/, $/, ''))
    changes.set(entry, {
      kind: 'removed',
      id: `change-r${index}`,
      was: '',
      wasDay: undefined,
      day,
      name,
      content,
      former,
    })
  }
  return changes
}

/** `Tue 16 11:00` */
const whenOf = (date: string | undefined, time: string, translator: Translator) =>
  [date && translator.shortDay(Date.parse(date)), time && translator.time(time)].filter(Boolean).join(' ')

const filled = (phrase: string, text: string) => phrase.replace('#', () => text)

/** The last snapshot of a reservation; undefined if there is none, or if the browser blocks storage. */
export function loadSnapshot(itinerary: Itinerary): Snapshot | undefined {
  try {
    const stored = JSON.parse(localStorage[keyOf(itinerary)])
    return stored.every(Array.isArray) ? withoutPast(stored) : undefined
  } catch {
    return undefined
  }
}

/**
 * Stores the stay as the guest knows it: what changed and was not seen stays as it was. `isSeen` has the hash of a content. Does
 * nothing if the browser blocks storage. While the hotels are unknown, what is stored of them stays.
 */
export function saveSnapshot(itinerary: Itinerary, isSeen: (content: string) => boolean): void {
  const last = loadSnapshot(itinerary)
  const changes = changesSince(last, itinerary)
  const known = entriesOf(itinerary).flatMap(({ entry, stored }) => {
    const change = changes.get(entry)
    if (!change || isSeen(change.content)) return [stored]
    return change.former ? [change.former] : []
  })
  for (const { kind, content, former } of changes.values())
    if (kind === 'removed' && former && !isSeen(content)) known.push(former)
  const ofHotels = (last ?? []).filter(isOfHotel)
  if (!itinerary.hotels.length) known.push(...ofHotels)
  // Every hotel may be new and not seen yet: an entry that matches none says that the hotels were known.
  else if (!known.some(isOfHotel)) known.push(['', '', OF_HOTEL])
  try {
    localStorage[keyOf(itinerary)] = JSON.stringify(withoutPast(known))
  } catch {}
}

export const keyOf = ({ customer, reservationNumber }: Itinerary) => `innlet:${hash(customer.name + reservationNumber)}`
