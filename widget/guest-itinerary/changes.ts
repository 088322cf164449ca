import type { Day } from './dates.ts'
import type { Itinerary, Moment, Room, ScheduleItem } from './itinerary.ts'

/*
 * What is new or other than when the guest last looked. The browser keeps hashes of what was shown, and nothing that could be
 * read: neither a name nor a place. Where it keeps nothing, nothing is new.
 */

export type Change = 'fresh' | 'changed'
export type Changes = ReadonlyMap<Moment | Room | ScheduleItem, Change>

/** What was shown: of each thing a hash of what it is called, and one of all that is said of it. */
export type Snapshot = string[][]

type SnapshotItem = Moment | Room | ScheduleItem

/** All that is shown of a stay, and how it looks. */
function snapshotOf({ arrival, departure, rooms, schedule }: Itinerary): [SnapshotItem, string[]][] {
  const look = (thing: SnapshotItem, name: string, day?: Day): [SnapshotItem, string[]] => [
    thing,
    [hash(name), hash(JSON.stringify([name, day, thing]))],
  ]
  return [
    look(arrival, 'arrival'),
    look(departure, 'departure'),
    ...rooms.map(room => look(room, room.number || room.name)),
    ...schedule.flatMap(({ day, items }) => items.map(item => look(item, item.name || item.type, day))),
  ]
}

/** What of this stay was not there at the last look, or was other then. */
export function changesSince(last: Snapshot | undefined, itinerary: Itinerary): Changes {
  const changes = new Map<SnapshotItem, Change>()
  const before = [...(last ?? [])]
  const take = (which: 0 | 1, look: string[]) => {
    const place = before.findIndex(other => other[which] === look[which])
    return place >= 0 && before.splice(place, 1)
  }
  const others = last ? snapshotOf(itinerary).filter(([, look]) => !take(1, look)) : []
  for (const [thing, look] of others) changes.set(thing, take(0, look) ? 'changed' : 'fresh')
  return changes
}

/** The last look at a reservation; undefined if there was none, or if the browser does not say. */
export function loadSnapshot(itinerary: Itinerary): Snapshot | undefined {
  try {
    const kept = JSON.parse(localStorage[keyOf(itinerary)])
    return kept.every(Array.isArray) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps how the stay looks now, if the browser lets us. */
export function saveSnapshot(itinerary: Itinerary): void {
  try {
    localStorage[keyOf(itinerary)] = JSON.stringify(snapshotOf(itinerary).map(([, look]) => look))
  } catch {}
}

const keyOf = ({ hotel, reservationNumber }: Itinerary) => `innlet:${hash(hotel + reservationNumber)}`

/** 32 bits (FNV-1a): enough to tell things apart, and too few to tell what they were. */
function hash(text: string): string {
  let bits = 0x811c9dc5
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193)
  return (bits >>> 0).toString(36)
}
