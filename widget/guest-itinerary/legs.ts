import type { Day } from './dates.ts'
import type { Hotel } from './hotel.ts'
import type { Itinerary, Room } from './itinerary.ts'

/** A part of the stay in one hotel. */
export interface Leg {
  hotel: Hotel
  rooms: Room[]
  from: Day | undefined
  to: Day | undefined
  /** the times of the stay at its ends, else those of the hotel */
  checkIn: string
  checkOut: string
}

type Span = Pick<Leg, 'hotel' | 'rooms' | 'from' | 'to'>

/**
 * The legs of the stay in order. A stay in one hotel is one leg. A guest who comes back to a hotel has another leg there. Rooms
 * without dates are there all the time.
 */
export function legsOf({ hotels, rooms, arrival, departure }: Itinerary): Leg[] {
  const [only] = hotels
  const stay = { from: arrival.day, to: departure.day }
  const spans: Span[] =
    hotels.length > 1
      ? hotels.flatMap(hotel => spansIn(hotel, rooms, stay)).sort((one, other) => (one.from ?? 0) - (other.from ?? 0))
      : only
        ? [{ hotel: only, rooms, ...stay }]
        : []
  return spans.map(span => ({
    ...span,
    checkIn: (span.from === arrival.day && arrival.time) || span.hotel.checkIn,
    checkOut: (span.to === departure.day && departure.time) || span.hotel.checkOut,
  }))
}

/** The rooms of a hotel, as one span for each time that the guest is there. */
function spansIn(hotel: Hotel, rooms: Room[], stay: Pick<Leg, 'from' | 'to'>): Span[] {
  const ids = new Set(hotel.roomIds)
  const own = rooms
    .filter(({ id }) => ids.has(id))
    .map(room => ({ hotel, rooms: [room], from: room.from ?? stay.from, to: room.to ?? stay.to }))
    .sort((one, other) => (one.from ?? 0) - (other.from ?? 0))
  const spans: Span[] = []
  for (const span of own) {
    const last = spans.at(-1)
    if (!last || (span.from ?? 0) > (last.to ?? 0)) spans.push(span)
    else {
      last.rooms = [...last.rooms, ...span.rooms]
      last.to = Math.max(last.to ?? 0, span.to ?? 0)
    }
  }
  return own.length ? spans : [{ hotel, rooms: [], ...stay }]
}
