import { hotelDayIn } from '../../../schema/stay-dates'
import type { Offer as WireOffer } from '../../../schema/wire/online-booking'
import type { OfferedPlanMonth, OfferedType, OfType, RoomDay } from '../../store/online-booking/columns'
import { fromMinor } from '../money'
import { offersByRate, offerTotal, type PlanOffer } from './offers'

interface Sold {
  types: readonly OfferedType[]
  roomDays: readonly (RoomDay & OfType)[]
  planMonths: readonly OfferedPlanMonth[]
}

/** A room type with an offer for each rate that it is sold with, the cheapest first. */
export interface TypeOffers {
  hotelId: string
  roomTypeId: number
  offers: WireOffer[]
}

/**
 * The room types that are sold at an instant, in the order of hotels and types. Each offer is the one that a booking with its rate
 * would take.
 */
export function offersOfTypes(
  stay: { arrivalDate: string; departureDate: string; guests: number },
  { types, roomDays, planMonths }: Sold,
  now: number,
): TypeOffers[] {
  const daysOf = Map.groupBy(roomDays, ({ roomTypeId }) => roomTypeId)
  const monthsOf = Map.groupBy(planMonths, ({ roomTypeId }) => roomTypeId)
  return types
    .filter(({ freeRooms, timeZone }) => freeRooms > 0 && stay.arrivalDate >= hotelDayIn(timeZone, now))
    .map(type => {
      const days = daysOf.get(type.roomTypeId) ?? []
      const months = monthsOf.get(type.roomTypeId) ?? []
      const offers = offersByRate(stay, days, months)
      const rateNames = new Map(months.map(({ rateId, rateName }) => [rateId, rateName]))
      return {
        hotelId: type.hotelId,
        roomTypeId: type.roomTypeId,
        offers: offers.map(offer => wireOffer(offer, type, days, rateNames.get(offer.rateId) ?? '')),
      }
    })
    .filter(({ offers }) => offers.length)
}

function wireOffer(
  offer: PlanOffer & { rateId: number },
  type: OfferedType,
  roomDays: readonly RoomDay[],
  rateName: string,
): WireOffer {
  const { currency } = type
  const nights = new Set(offer.nights.map(({ day }) => day))
  const roomsToSell = roomDays
    .filter(({ channelRoomId, day }) => channelRoomId === offer.channelRoomId && nights.has(day))
    .map(({ roomsToSell }) => roomsToSell ?? 0)
  return {
    hotelid: type.hotelId,
    hotelName: type.hotelName,
    roomTypeID: type.roomTypeId,
    roomTypeName: type.roomTypeName,
    description: type.roomTypeDescription,
    maxOccupancy: type.maxOccupancy,
    rateID: offer.rateId,
    rateName,
    roomsLeft: Math.min(type.freeRooms, ...roomsToSell),
    total: fromMinor(offerTotal(offer), currency),
    currency,
    nights: offer.nights.map(({ day, price }) => ({ date: day, price: fromMinor(price, currency) })),
  }
}
