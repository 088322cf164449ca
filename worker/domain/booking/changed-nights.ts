import type { Stay } from './state'

/** Nights of a room: those of a stay, or some of them. */
export type Nights = Pick<Stay, 'stayNo' | 'roomId' | 'stayArrival' | 'stayDeparture' | 'channelRoomId'>

/**
 * What a change does to the nights that a booking holds. `before` and `after` are the stays that hold their rooms. A night that
 * stays in its room is neither ended nor begun, unless its stay is now sold as another channel room. `renumbered` are the stays
 * of which nights may stay, and had another stay number.
 */
export function changedNights(
  before: readonly Nights[],
  after: readonly Nights[],
): { ended: Nights[]; begun: Nights[]; renumbered: Nights[] } {
  return {
    ended: before.flatMap(stay =>
      nightsLeft(
        stay,
        after.filter(next => isKept(stay, next)),
      ),
    ),
    begun: after.flatMap(stay =>
      nightsLeft(
        stay,
        before.filter(previous => isKept(previous, stay)),
      ),
    ),
    renumbered: after.filter(stay =>
      before.some(previous => isKept(previous, stay) && previous.stayNo !== stay.stayNo),
    ),
  }
}

/** Whether nights that both stays have are kept as they are. */
const isKept = (before: Nights, after: Nights) =>
  before.roomId === after.roomId && (!after.channelRoomId || after.channelRoomId === before.channelRoomId)

/** The nights of a stay that none of the others has, as ranges. */
const nightsLeft = (stay: Nights, others: readonly Nights[]): Nights[] =>
  others.reduce<Nights[]>(
    (ranges, other) =>
      ranges
        .flatMap(range => [
          { ...range, stayDeparture: earlier(range.stayDeparture, other.stayArrival) },
          { ...range, stayArrival: later(range.stayArrival, other.stayDeparture) },
        ])
        .filter(({ stayArrival, stayDeparture }) => stayArrival < stayDeparture),
    [stay],
  )

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)
