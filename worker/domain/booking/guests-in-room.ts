import type { Guests } from '../../../schema/wire/guest'
import type { BookingValidator } from './parts'
import type { CurrentBooking, Stay } from './state'

/** The guests of a request, and the booking that it changes. */
export interface Party {
  guests: Guests | undefined
  current?: CurrentBooking | undefined
}

/** Infants that do not count against the maximum of a room: those of a booking with one room. */
export const uncountedInfants = (rooms: number, infantCount: number | null | undefined): number =>
  rooms === 1 ? (infantCount ?? 0) : 0

/** The most guests in a room after a request. A room whose maximum was lowered since may keep its number of guests. */
export function mostGuests(
  { references }: BookingValidator,
  roomId: number,
  rooms: number,
  { guests, current }: Party,
): number {
  const infants = uncountedInfants(rooms, (guests ?? current)?.infantCount)
  const stays = current?.stays ?? []
  const infantsBefore = rooms === 1 ? uncountedInfants(stays.length, current?.infantCount) : 0
  const before = stays.filter(stay => stay.roomId === roomId).map(stay => stay.guestsInRoom - infantsBefore)
  return Math.max(references.rooms.get(roomId)?.maxOccupancy ?? 1, ...before) + infants
}

/**
 * The new number of guests of a booking, if it is the number in its only room too, so that both stay equal. Undefined: the room
 * keeps its number.
 */
export function followedGuests({ guests, current }: Party): number | undefined {
  const [only, ...others] = current?.stays ?? []
  const isFollowed = only && !others.length && only.guestsInRoom === (current?.guestCount ?? 1)
  return isFollowed ? guests?.guestCount : undefined
}

/**
 * The stays of a booking whose rooms are not sent, with its new number of guests. `shifted`: the stays, if their dates change.
 * Undefined: nothing changes.
 */
export function followGuests(
  validator: BookingValidator,
  shifted: Stay[] | undefined,
  party: Party,
): Stay[] | undefined {
  const guestsInRoom = followedGuests(party)
  const [only] = shifted ?? party.current?.stays ?? []
  if (!only || guestsInRoom === undefined) return shifted
  const most = mostGuests(validator, only.roomId, 1, party)
  if (guestsInRoom > most) validator.invalid('guests.guestCount', `expected at most ${most}`)
  return [{ ...only, guestsInRoom }]
}
