import type { Stay } from './state'

/** Nights of a room: those of a stay, or some of them. */
export type Nights = Pick<Stay, 'stayNo' | 'roomId' | 'stayArrival' | 'stayDeparture' | 'channelRoomId'>

/**
 * What a change does to the nights that a booking holds. `before` and `after` are the stays that hold their rooms. A night that
 * stays in its room is neither ended nor begun, unless its stay is now sold as another channel room. `renumbered` are the stays
 * of which nights may stay, and had another stay number. `movable` are begun nights that also end in another room:
 * if the rooms are of one type, the booking holds the night under the same channel room as before.
 */
export function changedNights(
  before: readonly Nights[],
  after: readonly Nights[],
): { ended: Nights[]; begun: Nights[]; renumbered: Nights[]; movable: Nights[] } {
  const ended = before.flatMap(stay =>
    nightsLeft(
      stay,
      after.filter(next => isKept(stay, next)),
    ),
  )
  const begun = after.flatMap(stay =>
    nightsLeft(
      stay,
      before.filter(previous => isKept(previous, stay)),
    ),
  )
  return {
    ended,
    begun,
    movable: begun.flatMap(stay => movableNights(stay, ended)),
    renumbered: after.filter(stay =>
      before.some(previous => isKept(previous, stay) && previous.stayNo !== stay.stayNo),
    ),
  }
}

/** Whether nights that both stays have are kept as they are. */
const isKept = (before: Nights, after: Nights) =>
  before.roomId === after.roomId && (!after.channelRoomId || after.channelRoomId === before.channelRoomId)

/**
 * The nights of a stay that begin and also end in another room. A stay that is sold as a channel room gets only nights of a stay
 * that was. A night that ends in the same room as well is left out: its row is still there when nights move.
 */
function movableNights(stay: Nights, ended: readonly Nights[]): Nights[] {
  const sources = ended.filter(({ channelRoomId }) => !stay.channelRoomId || channelRoomId === stay.channelRoomId)
  const own = ended.filter(({ roomId }) => roomId === stay.roomId)
  return nightsLeft(stay, own).filter(range => sources.some(source => overlap(range, source)))
}

const overlap = (one: Nights, other: Nights) =>
  one.stayArrival < other.stayDeparture && other.stayArrival < one.stayDeparture

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
