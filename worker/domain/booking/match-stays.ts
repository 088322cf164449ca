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

/**
 * The stay before a change that each stay after it continues: the one in the same room. If there are as many stays as before, the
 * others continue those that are left, in their order: their guests change rooms.
 */
export function continuedStays<Before extends Span, After extends Span>(
  before: readonly Before[],
  after: readonly After[],
): Map<After, Before> {
  const continued = matchStays(before, after)
  if (before.length !== after.length) return continued
  const matched = new Set(continued.values())
  const left = before.filter(stay => !matched.has(stay))
  const moved = after.filter(stay => !continued.has(stay))
  for (const [i, stay] of moved.entries()) continued.set(stay, left[i] as Before)
  return continued
}
