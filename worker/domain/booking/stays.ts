import { dateAfter, nightsBetween } from '../../../schema/stay-dates'
import type { RoomBooking } from '../../../schema/wire/booking'
import { followedGuests, mostGuests, type Party } from './guests-in-room'
import { continuedStays } from './match-stays'
import { type BookingValidator, rateLine } from './parts'
import { moveLines } from './shift-stays'
import type { RoomRateLine, Stay } from './state'

interface Dates {
  arrivalDate: string
  departureDate: string
}

/** The stays in the rooms that a request sends. What it does not send of a room stays as it is in the stay that the room continues. */
export function decideStays(
  validator: BookingValidator,
  rooms: readonly RoomBooking[],
  dates: Dates,
  party: Party,
): Stay[] {
  const spans = rooms.map((room, i) => ({
    stayNo: i + 1,
    roomId: room.roomID,
    stayArrival: room.arrivalDate ?? dates.arrivalDate,
    stayDeparture: room.departureDate ?? dates.departureDate,
    room,
  }))
  const continued = continuedStays(party.current?.stays ?? [], spans)
  return spans.map(span => {
    const { room, ...stay } = span
    const path = `roomsBooked[${stay.stayNo - 1}]`
    const before = continued.get(span)
    validator.requireKnown(validator.references.rooms, room.roomID, `${path}.roomID`, 'room')
    return {
      ...stay,
      guestsInRoom: decideGuests(validator, room, { path, rooms: rooms.length, before }, party),
      roomNotes: room.roomNotes ?? before?.roomNotes ?? [],
      rates: room.rates
        ? room.rates.map((rate, j) => roomRateLine(validator, rate, stay, `${path}.rates[${j}]`))
        : moveLines(validator, before, stay, path),
    }
  })
}

type Place = { path: string; rooms: number; before: Stay | undefined }

/** The number of guests in a room: as sent, else as before, else those of the booking if it has one room, as far as they fit. */
function decideGuests(validator: BookingValidator, room: RoomBooking, { path, rooms, before }: Place, party: Party) {
  const most = mostGuests(validator, room.roomID, rooms, party)
  if (!room.guestsInRoom && !before) {
    const guestCount = (party.guests ?? party.current)?.guestCount
    return rooms === 1 ? Math.min(guestCount || 1, most) : 1
  }
  const followed = rooms === 1 && !room.guestsInRoom ? followedGuests(party) : undefined
  const guestsInRoom = room.guestsInRoom ?? followed ?? (before as Stay).guestsInRoom
  if (guestsInRoom > most && validator.references.rooms.has(room.roomID)) {
    const field = followed === undefined ? `${path}.guestsInRoom` : 'guests.guestCount'
    validator.invalid(field, `expected at most ${most}`)
  }
  return guestsInRoom
}

type SentLine = NonNullable<RoomBooking['rates']>[number]
type Span = Pick<Stay, 'stayArrival' | 'stayDeparture'>

/**
 * A rate line of a room. `toDate` is the day after the last night. Clients also write the last night itself: the night of
 * `fromDate`, or one that `nights` counts beyond the dates.
 */
function roomRateLine(validator: BookingValidator, rate: SentLine, stay: Span, path: string): RoomRateLine {
  const fromDate = rate.fromDate ?? stay.stayArrival
  const sent = rate.toDate ?? stay.stayDeparture
  const dates = nightsBetween(fromDate, sent)
  const isLastNight = dates === 0 || (rate.nights === dates + 1 && sent < stay.stayDeparture)
  const toDate = isLastNight && sent ? dateAfter(sent, 1) : sent
  const nights = rate.nights ?? Math.max(nightsBetween(fromDate, toDate), 0)
  return { ...rateLine(validator, { ...rate, nights }, path), fromDate, toDate }
}
