import type { RoomGroup } from './plan.ts'

/*
 * Where rooms and days are, in CSS pixels from the first row below the head. A stay begins and ends in the middle of a day, so
 * that the departure and the arrival of one day are both seen.
 */

export interface Measures {
  /** The width of a day. */
  day: number
  /** The width of the names of rooms. */
  head: number
  row: number
  /** The height of the line of a room type. */
  type: number
}

/** A type of rooms: where it begins, and the index of its first room. */
export interface Placed {
  group: RoomGroup
  top: number
  height: number
  first: number
}

export function placeGroups(groups: readonly RoomGroup[], { row, type }: Measures): Placed[] {
  let [top, first] = [0, 0]
  return groups.map(group => {
    const placed = { group, top, height: type + group.rows.length * row, first }
    top += placed.height
    first += group.rows.length
    return placed
  })
}

/** The rooms of a type, by their index within it, that are between two heights. */
export function rowsBetween(
  { top, group }: Placed,
  { row, type }: Measures,
  from: number,
  to: number,
): [number, number] {
  const index = (y: number) => (y - top - type) / row
  const first = Math.max(0, Math.floor(index(from)))
  return [first, Math.max(first, Math.min(group.rows.length, Math.ceil(index(to))))]
}

/** The top of a room, by its index among all. */
export function topOf(places: readonly Placed[], { row, type }: Measures, index: number): number {
  const place = places.findLast(({ first }) => first <= index)
  return place ? place.top + type + (index - place.first) * row : 0
}

/** The left edge and the width of a bar, from the first day that is shown. What began before is cut a day before it. */
export function spanOf({ from, to }: { from: number; to: number }, first: number, last: number, { day }: Measures) {
  const begin = Math.max(from, first - 1)
  const end = Math.min(to, last + 1)
  return { left: (begin - first + 0.5) * day, width: (end - begin) * day }
}

/** The night at a distance from the left edge of the days: it lasts from the middle of its day to that of the next. */
export const nightAt = (x: number, first: number, { day }: Measures): number => first + Math.floor(x / day - 0.5)

/** Days that are seen, in steps of a week, so that scrolling draws rows again once a week and not at each pixel. */
export function daysBetween(left: number, width: number, { day }: Measures, nights: number): [number, number] {
  const week = day * 7
  return [Math.max(0, Math.floor(left / week) * 7 - 1), Math.min(nights, Math.ceil((left + width) / week) * 7 + 1)]
}

/** The measures of a width: 30 days on a desk, 7 on a telephone. */
export function measuresOf(width: number, isCoarse: boolean): Measures {
  const head = width < 600 ? 64 : 104
  const days = Math.max(7, Math.min(31, Math.floor((width - head) / 36)))
  const row = isCoarse ? 44 : 30
  return { day: Math.max(24, Math.floor((width - head) / days)), head, row, type: isCoarse ? 36 : 30 }
}
