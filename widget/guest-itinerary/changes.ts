import type { Day } from './dates.ts'
import type { Hotel, HotelNote } from './hotel.ts'
import type { Itinerary, Moment, Room, ScheduleItem } from './itinerary.ts'

/*
 * What is new or changed since the guest's last visit. The browser stores hashes only, no names and no places. Where it stores
 * nothing, nothing is marked.
 */

export type Change = 'fresh' | 'changed'
export type Changes = ReadonlyMap<Entry, Change>

/** For each entry of the stay a hash of its name, and a hash of all its content; a third text for those of its hotels. */
export type Snapshot = string[][]

/** A hotel stands for its address and its numbers; its texts are entries of their own. */
type Entry = Moment | Room | ScheduleItem | Hotel | HotelNote
const [BY_NAME, BY_CONTENT] = [0, 1] as const

/** Every entry of the stay with its hashes. */
function snapshotOf({ arrival, departure, hotels, rooms, schedule }: Itinerary): [Entry, string[]][] {
  const hashed = (entry: Entry, name: string, day?: Day, content: unknown = entry): [Entry, string[]] => [
    entry,
    [hash(name), hash(JSON.stringify([name, day, content]))],
  ]
  return [
    hashed(arrival, 'arrival'),
    hashed(departure, 'departure'),
    // Release 1.0.0 hashed rooms without an id.
    ...rooms.map(room => hashed(room, room.number || room.name, undefined, { ...room, id: undefined })),
    ...schedule.flatMap(({ day, items }) => items.map(item => hashed(item, item.name || item.type, day))),
    ...hotels.flatMap(hotel => hotelEntries(hotel, hashed)),
  ]
}

const OF_HOTEL = 'h'

function hotelEntries(
  hotel: Hotel,
  hashed: (entry: Entry, name: string, day?: Day, content?: unknown) => [Entry, string[]],
): [Entry, string[]][] {
  // Earlier releases did not hash the logo, the picture and the times.
  const {
    roomIds: _,
    logo: _logo,
    picture: _picture,
    timeZone: _zone,
    checkIn: _in,
    checkOut: _out,
    wifi: _wifi,
    directions,
    houseInfo,
    ...reach
  } = hotel
  const entries = [
    hashed(hotel, `hotel ${hotel.name}`, undefined, reach),
    ...(directions ? [hashed(directions, `directions ${hotel.name}`)] : []),
    ...houseInfo.map(note => hashed(note, `house ${hotel.name} ${note.title}`)),
  ]
  return entries.map(([entry, hashes]) => [entry, [...hashes, OF_HOTEL]])
}

const isOfHotel = ([, , kind]: string[]) => kind === OF_HOTEL

/** The entries that the last snapshot does not have, or has with other content. */
export function changesSince(last: Snapshot | undefined, itinerary: Itinerary): Changes {
  const changes = new Map<Entry, Change>()
  const unmatched = [...(last ?? [])]
  // Each hash of the snapshot matches one entry only: two entries may have the same name.
  const match = (by: 0 | 1, hashes: string[]) => {
    const index = unmatched.findIndex(other => other[by] === hashes[by])
    return index >= 0 && unmatched.splice(index, 1)
  }
  // The hotels may have been unknown at the last visit: then nothing is known about their changes.
  const knewHotels = last?.some(isOfHotel)
  const comparable = snapshotOf(itinerary).filter(([, hashes]) => knewHotels || !isOfHotel(hashes))
  const differing = last ? comparable.filter(([, hashes]) => !match(BY_CONTENT, hashes)) : []
  for (const [entry, hashes] of differing) changes.set(entry, match(BY_NAME, hashes) ? 'changed' : 'fresh')
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

/** Does nothing if the browser blocks storage. While the hotels are unknown, what is stored of them stays. */
export function saveSnapshot(itinerary: Itinerary): void {
  try {
    const entries = snapshotOf(itinerary).map(([, hashes]) => hashes)
    const kept = itinerary.hotels.length ? [] : (loadSnapshot(itinerary) ?? []).filter(isOfHotel)
    localStorage[keyOf(itinerary)] = JSON.stringify([...entries, ...kept])
  } catch {}
}

const keyOf = ({ customer, reservationNumber }: Itinerary) => `innlet:${hash(customer.name + reservationNumber)}`

/** 32 bits (FNV-1a): enough to tell entries apart, too few to recover them. */
function hash(text: string): string {
  let bits = 0x811c9dc5
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193)
  return (bits >>> 0).toString(36)
}
