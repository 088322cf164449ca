import type { Day } from './dates.ts'
import type { Itinerary, Moment, Room, ScheduleItem } from './itinerary.ts'

/*
 * What is new or changed since the guest's last visit. The browser stores hashes only, no names and no places. Where it stores
 * nothing, nothing is marked.
 */

export type Change = 'fresh' | 'changed'
export type Changes = ReadonlyMap<Moment | Room | ScheduleItem, Change>

/** For each entry of the stay a hash of its name, and a hash of all its content. */
export type Snapshot = string[][]

type Entry = Moment | Room | ScheduleItem
const [BY_NAME, BY_CONTENT] = [0, 1] as const

/** Every entry of the stay with its hashes. */
function snapshotOf({ arrival, departure, rooms, schedule }: Itinerary): [Entry, string[]][] {
  const hashed = (entry: Entry, name: string, day?: Day): [Entry, string[]] => [
    entry,
    [hash(name), hash(JSON.stringify([name, day, entry]))],
  ]
  return [
    hashed(arrival, 'arrival'),
    hashed(departure, 'departure'),
    ...rooms.map(room => hashed(room, room.number || room.name)),
    ...schedule.flatMap(({ day, items }) => items.map(item => hashed(item, item.name || item.type, day))),
  ]
}

/** The entries that the last snapshot does not have, or has with other content. */
export function changesSince(last: Snapshot | undefined, itinerary: Itinerary): Changes {
  const changes = new Map<Entry, Change>()
  const unmatched = [...(last ?? [])]
  // Each hash of the snapshot matches one entry only: two entries may have the same name.
  const match = (by: 0 | 1, hashes: string[]) => {
    const index = unmatched.findIndex(other => other[by] === hashes[by])
    return index >= 0 && unmatched.splice(index, 1)
  }
  const differing = last ? snapshotOf(itinerary).filter(([, hashes]) => !match(BY_CONTENT, hashes)) : []
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

/** Does nothing if the browser blocks storage. */
export function saveSnapshot(itinerary: Itinerary): void {
  try {
    localStorage[keyOf(itinerary)] = JSON.stringify(snapshotOf(itinerary).map(([, hashes]) => hashes))
  } catch {}
}

const keyOf = ({ hotel, reservationNumber }: Itinerary) => `innlet:${hash(hotel + reservationNumber)}`

/** 32 bits (FNV-1a): enough to tell entries apart, too few to recover them. */
function hash(text: string): string {
  let bits = 0x811c9dc5
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193)
  return (bits >>> 0).toString(36)
}
