import { GROUPS, type UpdateMessage } from '../../../schema/wire/channel-message'
import { type Refusal, refuse } from '../../errors'

/** A room or a plan of a hotel, by the channel manager's names. */
export type HotelScopedId = readonly [hotelId: string, id: string]

/** The distinct ids in a message, which must be read before it can be validated. */
export interface ReferencedIds {
  hotels: string[]
  rooms: HotelScopedId[]
  plans: HotelScopedId[]
  /** Ids of the hotel's own records, to which control fields tie the channel's ids. */
  roomTypes: number[]
  ownRooms: number[]
  rates: number[]
}

/** Hotels, rooms or plans that one message may name: more than any group of hotels has, and few enough for one bound parameter. */
const MAX_IDS = 2_000

/** Distinct rooms or plans by hotel, in the order of the message. */
class IdsByHotel {
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

/** Every id in a message; refused if it has more than MAX_IDS of a kind. */
export function referencedIds(message: UpdateMessage): ReferencedIds | Refusal<'INVALID_FIELD'> {
  const hotels = new Set<string>()
  const rooms = new IdsByHotel()
  const plans = new IdsByHotel()

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

  const ids = { hotels: [...hotels], rooms: rooms.list(), plans: plans.list() }
  for (const [kind, listed] of Object.entries(ids)) {
    if (listed.length > MAX_IDS) return refuse('INVALID_FIELD', `body: expected at most ${MAX_IDS} ${kind}`)
  }
  return { ...ids, ...ownIds(message) }
}

const calendarsOf = ({ rateAvailability, rateAvailabilityUpdate }: UpdateMessage) =>
  [...rateAvailability, ...rateAvailabilityUpdate].flatMap(({ data }) => data)

/** Control fields with ids of the hotel's own records, in the spelling of each group. */
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
