import { boundedList } from '../event/bounded-list'
import type { DayChanges, Days } from './calendar-changes'
import type { ChannelChange } from './message'

/** A hotel whose days a message may change, with the `data` of the event. */
interface RatesEvent {
  hotelid: string
  data: Record<string, unknown>
}

interface Named {
  rooms: Set<string>
  from: string | null
  to: string | null
}

/**
 * The events of a message: one for each hotel that it names with rates or availability, or from which it removes a room or a
 * plan. The database decides which of them are written: those of hotels with a day that differs.
 */
export function ratesEvents({ days, removed }: Pick<ChannelChange, 'days' | 'removed'>): RatesEvent[] {
  const hotels = new Map<string, Named>()
  const named = (hotelId: string): Named => {
    const known = hotels.get(hotelId) ?? { rooms: new Set(), from: null, to: null }
    hotels.set(hotelId, known)
    return known
  }
  for (const { set, exact, cleared } of [days.rooms, days.plans] satisfies DayChanges[]) {
    for (const { subject } of cleared) named(subject.hotelId).rooms.add(subject.roomId)
    for (const { subject, from, to } of [...set, ...exact, ...cleared.filter(isDated)]) {
      const hotel = named(subject.hotelId)
      hotel.rooms.add(subject.roomId)
      if (hotel.from === null || from < hotel.from) hotel.from = from
      if (hotel.to === null || to > hotel.to) hotel.to = to
    }
  }
  for (const [hotelId, roomId] of removed.rooms) named(hotelId).rooms.add(roomId)
  for (const hotelId of [...removed.hotels, ...removed.plans.map(([each]) => each)]) named(hotelId)
  return [...hotels].map(([hotelid, { rooms, from, to }]) => ({
    hotelid,
    data: { hotelid, ...boundedList('roomids', [...rooms]), from, to },
  }))
}

/** Whether a message names the days that it clears. Others lie before or after the days that it names. */
const isDated = ({ from, to }: Days) => isDay(from) && isDay(to)
const isDay = (text: string) => /^\d/.test(text)
