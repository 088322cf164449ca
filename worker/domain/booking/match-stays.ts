import type { Stay } from './state'

type Span = Pick<Stay, 'roomId' | 'stayArrival' | 'stayDeparture'>

/**
 * The stays of a booking that remain after a change: for each stay after the change, the stay before it in the same room. If
 * a room occurs more than once, stays with equal dates are matched first. A stay without an entry is new. Each stay before
 * the change is matched at most once.
 */
export function matchStays<Before extends Span, After extends Span>(
  before: readonly Before[],
  after: readonly After[],
): Map<After, Before> {
  const matched = new Map<After, Before>()
  const unmatched = new Set(before)
  const match = (isSame: (one: Before, other: After) => boolean) => {
    for (const stay of after) {
      if (matched.has(stay)) continue
      const found = [...unmatched].find(each => each.roomId === stay.roomId && isSame(each, stay))
      if (!found) continue
      matched.set(stay, found)
      unmatched.delete(found)
    }
  }
  match((one, other) => one.stayArrival === other.stayArrival && one.stayDeparture === other.stayDeparture)
  match(() => true)
  return matched
}
