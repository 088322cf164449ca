import type { Stay } from './state'

type Span = Pick<Stay, 'roomId' | 'stayArrival' | 'stayDeparture'>

/**
 * The stays of a booking that a change keeps: for each stay after the change, the stay before it in the same room. Where a
 * room occurs more than once, equal dates go first; a stay that has no entry is new. Each stay before is kept at most once.
 */
export function matchStays<Before extends Span, After extends Span>(
  before: readonly Before[],
  after: readonly After[],
): Map<After, Before> {
  const kept = new Map<After, Before>()
  const left = new Set(before)
  const match = (isSame: (one: Before, other: After) => boolean) => {
    for (const stay of after) {
      if (kept.has(stay)) continue
      const found = [...left].find(each => each.roomId === stay.roomId && isSame(each, stay))
      if (!found) continue
      kept.set(stay, found)
      left.delete(found)
    }
  }
  match((one, other) => one.stayArrival === other.stayArrival && one.stayDeparture === other.stayDeparture)
  match(() => true)
  return kept
}
