import { GROUPS, type UpdateMessage } from '../../../schema/wire/channel-message'
import { type Refusal, refuse } from '../../errors'

/** A room or a plan of a hotel, by the channel manager's names. */
export type HotelScopedId = readonly [hotelId: string, id: string]

/** What a message names, each once: what must be looked up before it can be judged. */
export interface ReferencedIds {
  hotels: string[]
  rooms: HotelScopedId[]
  plans: HotelScopedId[]
  /** Our own ids, which its control fields tie the channel's names to. */
  roomTypes: number[]
  ownRooms: number[]
  rates: number[]
}

/** Hotels, rooms or plans that one message may name: more than any group of hotels has, and few enough to bind. */
const MAX_IDS = 2_000

/** Rooms or plans by hotel, each once, in the order in which they are named. */
class NamesByHotel {
  readonly #byHotel = new Map<string, Set<string>>()

  add(hotelId: string, id: string) {
    const known = this.#byHotel.get(hotelId)
    if (known) known.add(id)
    else this.#byHotel.set(hotelId, new Set([id]))
  }

  list(): HotelScopedId[] {
    return [...this.#byHotel].flatMap(([hotelId, ids]) => [...ids].map(id => [hotelId, id] as const))
  }
}

/** Every name in a message, or the refusal of one that names more than any channel has. */
export function referencedIds(message: UpdateMessage): ReferencedIds | Refusal<'INVALID_FIELD'> {
  const hotels = new Set<string>()
  const rooms = new NamesByHotel()
  const plans = new NamesByHotel()

  for (const { hotelid } of message.property.flatMap(({ data }) => data)) hotels.add(hotelid)
  for (const { sellableProducts } of message.rooms.flatMap(({ data }) => data)) {
    hotels.add(sellableProducts.hotelid)
    for (const { roomid } of sellableProducts.sellableProduct) rooms.add(sellableProducts.hotelid, roomid)
  }
  for (const { ratePlans } of message.ratePlan.flatMap(({ data }) => data)) {
    hotels.add(ratePlans.hotelid)
    for (const { rateplanid } of ratePlans.ratePlan) plans.add(ratePlans.hotelid, rateplanid)
  }
  for (const { hotelid, room } of calendarsOf(message)) {
    hotels.add(hotelid)
    for (const { roomid, date } of room) {
      rooms.add(hotelid, roomid)
      for (const { rate = [] } of date) for (const { rateplanid } of rate) plans.add(hotelid, rateplanid)
    }
  }

  const names = { hotels: [...hotels], rooms: rooms.list(), plans: plans.list() }
  for (const [kind, named] of Object.entries(names)) {
    if (named.length > MAX_IDS) return refuse('INVALID_FIELD', `body: expected at most ${MAX_IDS} ${kind}`)
  }
  return { ...names, ...ownIds(message) }
}

const calendarsOf = ({ rateAvailability, rateAvailabilityUpdate }: UpdateMessage) =>
  [...rateAvailability, ...rateAvailabilityUpdate].flatMap(({ data }) => data)

/** Control fields that name records of ours, as the groups spell them. */
export interface OwnIds {
  roomTypeId?: number | undefined
  roomTypeID?: number | undefined
  roomId?: number | undefined
  rateID?: number | undefined
}

function ownIds(message: UpdateMessage): Pick<ReferencedIds, 'roomTypes' | 'ownRooms' | 'rates'> {
  const entries = GROUPS.flatMap((group): readonly OwnIds[] => message[group] as readonly OwnIds[])
  const distinct = (ids: (number | undefined)[]) => [...new Set(ids)].filter(id => id !== undefined)
  return {
    roomTypes: distinct(entries.flatMap(({ roomTypeId, roomTypeID }) => [roomTypeId, roomTypeID])),
    ownRooms: distinct(entries.map(({ roomId }) => roomId)),
    rates: distinct(entries.map(({ rateID }) => rateID)),
  }
}
