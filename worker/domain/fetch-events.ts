import type { FetchEvent, Stay } from './booking-state'
import { STATUS } from './lifecycle'

interface Change {
  held: { before: boolean; after: boolean }
  statusBefore: number
  statusAfter: number
  before: readonly Stay[]
  after: readonly Stay[]
}

interface Events {
  /** Stays that are left out, by their number before the change. */
  ended: { stayNo: number; event: FetchEvent }[]
  /** Stays that remain or are new, by their number after the change. */
  events: { stayNo: number; event: FetchEvent }[]
}

const tell = (stays: readonly Stay[], event: FetchEvent) => stays.map(({ stayNo }) => ({ stayNo, event }))

/**
 * What a change tells the fetch queue, one message a room stay. A stay that begins to be held is New, one that ends is
 * Cancelled, a move to InHouse, CheckedOut or NoShow is StatusChanged, everything else is Modified; a reservation that
 * holds nothing, before and after, tells nothing.
 */
export function fetchEvents({ held, statusBefore, statusAfter, before, after }: Change): Events {
  if (!held.before) return { ended: [], events: held.after ? tell(after, 'New') : [] }
  if (!held.after) {
    const event = statusAfter === STATUS.Cancelled ? 'Cancelled' : 'StatusChanged'
    return { ended: [], events: tell(after, event) }
  }
  const changed = statusAfter === STATUS.InHouse && statusBefore !== STATUS.InHouse ? 'StatusChanged' : 'Modified'
  const left = [...before]
  const events = after.map(({ stayNo, roomId }): { stayNo: number; event: FetchEvent } => {
    const twin = left.findIndex(stay => stay.roomId === roomId)
    if (twin >= 0) left.splice(twin, 1)
    return { stayNo, event: twin >= 0 ? changed : 'New' }
  })
  return { ended: tell(left, 'Cancelled'), events }
}
