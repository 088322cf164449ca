import { matchStays } from '../booking/match-stays'
import type { FetchEvent, Stay } from '../booking/state'
import { STATUS } from '../reservation/status'

interface Change {
  held: { before: boolean; after: boolean }
  statusBefore: number
  statusAfter: number
  before: readonly Stay[]
  after: readonly Stay[]
}

interface StayEvent {
  stayNo: number
  event: FetchEvent
}

interface Events {
  /** Stays that end, by their number before the change. */
  ended: StayEvent[]
  /** Stays that remain or are new, by their number after the change. */
  events: StayEvent[]
}

const addEvent = (stays: readonly Stay[], event: FetchEvent) => stays.map(({ stayNo }) => ({ stayNo, event }))

/**
 * What a change tells the fetch queue, one message a room stay. A stay that begins to be held is New, one that ends is
 * Cancelled, a move to InHouse, CheckedOut or NoShow is StatusChanged, everything else is Modified. A stay that is not held,
 * before and after, is not told: a change that ends a booking may bring rooms that were never announced.
 */
export function fetchEvents({ held, statusBefore, statusAfter, before, after }: Change): Events {
  if (!held.before) return { ended: [], events: held.after ? addEvent(after, 'New') : [] }
  if (statusAfter === STATUS.Cancelled) return { ended: addEvent(before, 'Cancelled'), events: [] }

  const kept = matchStays(before, after)
  const remaining = new Set(kept.values())
  const changed = statusAfter !== statusBefore && statusAfter >= STATUS.InHouse ? 'StatusChanged' : 'Modified'
  const added = after.filter(stay => !kept.has(stay))
  const events = [...addEvent([...kept.keys()], changed), ...addEvent(held.after ? added : [], 'New')]
  return {
    ended: addEvent(
      before.filter(stay => !remaining.has(stay)),
      'Cancelled',
    ),
    events: events.sort((one, other) => one.stayNo - other.stayNo),
  }
}
