import type { Change, Entry } from '../guest-itinerary/changes.ts'
import type { Day } from '../guest-itinerary/dates.ts'
import type { Hotel } from '../guest-itinerary/hotel.ts'
import type { Itinerary } from '../guest-itinerary/itinerary.ts'
import type { Words } from '../locales/words.ts'
import { hash } from './hash.ts'

/*
 * What is new or changed since the guest's last visit. The browser stores hashes and times of day only, no names and no places.
 * Where it stores nothing, nothing is marked.
 */

/**
 * For each entry of the stay a hash of its name, and a hash of all its content; a third text for those of its hotels, empty for
 * others; and its time, if it has one. Earlier releases stored no times.
 */
type Stored = string[]
export type Snapshot = Stored[]

const [BY_NAME, BY_CONTENT] = [0, 1] as const
const OF_HOTEL = 'h'
const isOfHotel = ([, , kind]: Stored) => kind === OF_HOTEL

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
}

const describe = (entry: Entry, { key, name, day, content = entry, time = '' }: Description): Described => {
  const hashes = [hash(key), hash(JSON.stringify([key, day, content]))]
  // Any other text could name someone.
  return { entry, name, stored: /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time) ? [...hashes, '', time] : hashes }
}

/** Every entry of the stay, in the order of the sheet. */
function entriesOf({ arrival, departure, hotels, rooms, schedule }: Itinerary): Described[] {
  return [
    describe(arrival, { key: 'arrival', name: words => words.arrival, time: arrival.time }),
    describe(departure, { key: 'departure', name: words => words.departure, time: departure.time }),
    // Release 1.0.0 hashed rooms without an id.
    ...rooms.map(room =>
      describe(room, {
        key: room.number || room.name,
        name: ({ roomNumber, room: any }) =>
          room.name || (room.number && roomNumber.replace('#', () => room.number)) || any,
        content: { ...room, id: undefined },
      }),
    ),
    ...hotels.flatMap(hotelEntries),
    ...schedule.flatMap(({ day, items }) =>
      items.map(item => {
        const key = item.name || item.type
        return describe(item, { key, name: words => key || item.place || words.schedule, day, time: item.start })
      }),
    ),
  ]
}

function hotelEntries(hotel: Hotel): Described[] {
  const { name, address, position, phone, whatsapp, email, website, directions, houseInfo } = hotel
  const own = (text: string, topic: 'hotel' | 'goodToKnow') => (words: Words) => text || words[topic]
  const entries = [
    // As the first releases hashed it: a field that is hashed too would mark the hotel as changed for every guest.
    describe(hotel, {
      key: `hotel ${name}`,
      name: own(name, 'hotel'),
      content: { name, address, position, phone, whatsapp, email, website },
    }),
    ...(directions ? [describe(directions, { key: `directions ${name}`, name: words => words.gettingThere })] : []),
    ...houseInfo.map(note =>
      describe(note, { key: `house ${name} ${note.title}`, name: own(note.title, 'goodToKnow') }),
    ),
  ]
  return entries.map(each => ({ ...each, stored: [...each.stored, OF_HOTEL] }))
}

/** The entries that the last snapshot does not have, or has with other content. */
export function changesSince(last: Snapshot | undefined, itinerary: Itinerary): Map<Entry, FoundChange> {
  const changes = new Map<Entry, FoundChange>()
  if (!last) return changes
  const unmatched = [...last]
  // Each entry of the snapshot matches one entry only: two entries may have the same name.
  const match = (by: 0 | 1, stored: Stored) => {
    const index = unmatched.findIndex(other => other[by] === stored[by])
    return index < 0 ? undefined : unmatched.splice(index, 1)[0]
  }
  // The hotels may have been unknown at the last visit: then nothing is known about their changes.
  const knewHotels = last.some(isOfHotel)
  const comparable = entriesOf(itinerary).filter(({ stored }) => knewHotels || !isOfHotel(stored))
  const differing = comparable.filter(({ stored }) => !match(BY_CONTENT, stored))
  for (const [index, { entry, stored, name }] of differing.entries()) {
    const former = match(BY_NAME, stored)
    const [, content = '', , time = ''] = stored
    const formerTime = former?.[3] ?? ''
    const was = time === formerTime ? '' : formerTime
    changes.set(entry, { kind: former ? 'changed' : 'fresh', id: `change-${index}`, was, name, content, former })
  }
  return changes
}

/** The last snapshot of a reservation; undefined if there is none, or if the browser blocks storage. */
export function loadSnapshot(itinerary: Itinerary): Snapshot | undefined {
  try {
    const stored = JSON.parse(localStorage[keyOf(itinerary)])
    return stored.every(Array.isArray) ? stored : undefined
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
  const ofHotels = (last ?? []).filter(isOfHotel)
  if (!itinerary.hotels.length) known.push(...ofHotels)
  // Every hotel may be new and not seen yet: an entry that matches none says that the hotels were known.
  else if (!known.some(isOfHotel)) known.push(['', '', OF_HOTEL])
  try {
    localStorage[keyOf(itinerary)] = JSON.stringify(known)
  } catch {}
}

export const keyOf = ({ customer, reservationNumber }: Itinerary) => `innlet:${hash(customer.name + reservationNumber)}`
