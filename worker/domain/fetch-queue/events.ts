import { STATUS } from '../../../schema/wire/reservation-status'
import { matchStays } from '../booking/match-stays'
import type { FetchEvent, Stay } from '../booking/state'

interface Change {
  roomsHeld: { before: boolean; after: boolean }
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

const withEvent = (stays: readonly Stay[], event: FetchEvent) => stays.map(({ stayNo }) => ({ stayNo, event }))

/**
 * The messages of a change for the fetch queue, one for each stay. A stay that is roomsHeld from now on is New, one that ends is
 * Cancelled. A change to InHouse, CheckedOut or NoShow, or back from InHouse, is StatusChanged, any other is Modified. A stay that is roomsHeld neither
 * before nor after gets no message: a change that ends a booking may add rooms that were never announced.
 */
export function fetchEvents({ roomsHeld, statusBefore, statusAfter, before, after }: Change): Events {
  if (!roomsHeld.before) return { ended: [], events: roomsHeld.after ? withEvent(after, 'New') : [] }
  if (statusAfter === STATUS.Cancelled) return { ended: withEvent(before, 'Cancelled'), events: [] }

  const matched = matchStays(before, after)
  const remaining = new Set(matched.values())
  const tellsStatus = statusAfter !== statusBefore && Math.max(statusBefore, statusAfter) >= STATUS.InHouse
  const changed = tellsStatus ? 'StatusChanged' : 'Modified'
  const added = after.filter(stay => !matched.has(stay))
  const events = [...withEvent([...matched.keys()], changed), ...withEvent(roomsHeld.after ? added : [], 'New')]
  return {
    ended: withEvent(
      before.filter(stay => !remaining.has(stay)),
      'Cancelled',
    ),
    events: events.sort((one, other) => one.stayNo - other.stayNo),
  }
}
