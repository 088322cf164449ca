import type { Day } from './dates.ts'
import type { Itinerary, Moment, Room, ScheduleItem } from './itinerary.ts'

/*
 * What is new or other than when the guest last looked. The browser keeps hashes of what was shown, and nothing that could be
 * read: neither a name nor a place. Where it keeps nothing, nothing is new.
 */

export type Change = 'fresh' | 'changed'
export type Changes = ReadonlyMap<Moment | Room | ScheduleItem, Change>

/** What was shown: two hashes for each thing, of what it is called and of all that is said of it. */
export type Look = string[][]

/** All that is shown of a stay, and how it looks. */
export function lookOf({ arrival, departure, rooms, schedule }: Itinerary) {
  const things: [thing: Moment | Room | ScheduleItem, name: string, day?: Day | undefined][] = [
    [arrival, 'arrival'],
    [departure, 'departure'],
    ...rooms.map(room => [room, `room ${room.number || room.name}`] as [Room, string]),
    ...schedule.flatMap(({ day, items }) =>
      items.map(item => [item, `item ${item.name || item.type}`, day] as [ScheduleItem, string, Day | undefined]),
    ),
  ]
  return things.map(([thing, name, day]) => ({ thing, look: [hash(name), hash(JSON.stringify([name, day, thing]))] }))
}

/** What of this stay was not there at the last look, or was other then. */
export function changesSince(last: Look | undefined, itinerary: Itinerary): Changes {
  const changes = new Map<Moment | Room | ScheduleItem, Change>()
  if (!last) return changes
  const before = [...last]
  const take = (place: number) => place >= 0 && before.splice(place, 1)
  const others = lookOf(itinerary).filter(({ look }) => !take(before.findIndex(([, all]) => all === look[1])))
  for (const { thing, look } of others) {
    changes.set(thing, take(before.findIndex(([name]) => name === look[0])) ? 'changed' : 'fresh')
  }
  return changes
}

/** The last look at a reservation; undefined if there was none, or if the browser does not say. */
export function lastLook(itinerary: Itinerary): Look | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(itinerary)) ?? '')
    return Array.isArray(kept) && kept.every(Array.isArray) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps how the stay looks now, if the browser lets us. */
export function keepLook(itinerary: Itinerary): void {
  try {
    localStorage.setItem(keyOf(itinerary), JSON.stringify(lookOf(itinerary).map(({ look }) => look)))
  } catch {}
}

const keyOf = ({ hotel, reservationNumber }: Itinerary) => `innlet:${hash(hotel + reservationNumber)}`

/** 32 bits (FNV-1a): enough to tell things apart, and too few to tell what they were. */
function hash(text: string): string {
  let bits = 0x811c9dc5
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193)
  return (bits >>> 0).toString(36)
}
