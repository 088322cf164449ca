import { type Refusal, refuse } from '../errors'
import type { RoomRateLine } from './booking-state'
import { nightsBetween, nightsOf } from './stay-dates'

/*
 * What the channel sells: on each night a room has an allotment and a plan has its prices. An offer is one room under one
 * plan that can be sold on every night of a stay.
 */

/** A channel room on one day. */
export interface RoomDay {
  hotelId: string
  channelRoomId: string
  day: string
  roomsToSell: number | null
  isClosed: boolean
}

/** A channel room under a plan on one day. */
export interface PlanDay {
  hotelId: string
  channelRoomId: string
  planId: string
  /** The hotel's rate plan that the channel's is tied to. */
  rateId: number | null
  day: string
  isClosed: boolean
  /** Minor units by number of guests, as JSON; null: none. */
  prices: string | null
}

export interface Offer {
  hotelId: string
  channelRoomId: string
  planId: string
  rateId: number | null
  /** A price for each night, in minor units, with the list that it was taken from. */
  nights: { day: string; price: number; prices: string }[]
}

/** The price for a number of guests: theirs, else the next higher one listed, else the highest. Undefined: none is listed. */
export function priceFor(prices: Record<string, number>, guests: number): number | undefined {
  const listed = Object.entries(prices)
    .map(([heads, price]) => ({ heads: Number(heads), price }))
    .sort((a, b) => a.heads - b.heads)
  return (listed.find(({ heads }) => heads >= guests) ?? listed.at(-1))?.price
}

/** The cheapest room and plan that are open on every night, or the first night on which nothing is. */
export function cheapestOffer(
  stay: { arrivalDate: string; departureDate: string; guests: number },
  roomDays: readonly RoomDay[],
  planDays: readonly PlanDay[],
): Offer | Refusal<'NOT_FOR_SALE'> {
  const nights = nightsOf(stay.arrivalDate, stay.departureDate)
  const open = new Set(
    roomDays.filter(({ isClosed, roomsToSell }) => !isClosed && (roomsToSell ?? 0) > 0).map(room => keyOf(room)),
  )
  const offers = new Map<string, Offer>()
  const sold = new Set<string>()
  for (const plan of planDays) {
    const price = plan.prices && !plan.isClosed && priceFor(JSON.parse(plan.prices), stay.guests)
    if (typeof price !== 'number' || !plan.prices || !open.has(keyOf(plan))) continue
    const { hotelId, channelRoomId, planId, rateId, day, prices } = plan
    const key = JSON.stringify([hotelId, channelRoomId, planId])
    const offer = offers.get(key) ?? { hotelId, channelRoomId, planId, rateId, nights: [] }
    offer.nights.push({ day, price, prices })
    offers.set(key, offer)
    sold.add(day)
  }
  const whole = [...offers.values()].filter(offer => offer.nights.length === nights.length)
  const [cheapest] = whole.sort((a, b) => totalOf(a) - totalOf(b) || (a.planId < b.planId ? -1 : 1))
  if (cheapest) return cheapest
  const first = nights.find(night => !sold.has(night))
  return refuse(
    'NOT_FOR_SALE',
    first
      ? `roomTypeID: closed, sold out or without a price on the night of ${first}`
      : 'roomTypeID: no plan is open on every night',
  )
}

const keyOf = ({ hotelId, channelRoomId, day }: Pick<RoomDay, 'hotelId' | 'channelRoomId' | 'day'>) =>
  JSON.stringify([hotelId, channelRoomId, day])

/** What a stay costs, in minor units. */
export const totalOf = ({ nights }: Offer) => nights.reduce((sum, { price }) => sum + price, 0)

/** The rate lines of an offer: one for each run of nights at one price. */
export function rateLinesOf({ nights, rateId }: Offer, departureDate: string): RoomRateLine[] {
  const starts = nights.filter(({ price }, i) => price !== nights[i - 1]?.price)
  return starts.map(({ day, price }, i) => {
    const toDate = starts[i + 1]?.day ?? departureDate
    return {
      rateId,
      unitCost: price,
      quantity: 1,
      nights: nightsBetween(day, toDate),
      fromDate: day,
      toDate,
      isTaxOverride: false,
      taxAmount: 0,
    }
  })
}
