import { nightsBetween, nightsOf } from '../../../schema/stay-dates'
import { Refusal, refuse } from '../../errors'
import type { PlanMonth, RoomDay } from '../../store/online-booking/columns'
import type { RoomRateLine } from '../booking/state'
import type { CalendarDay, Prices } from '../channel/day-settings'
import { PlanMonths } from '../channel/plan-days'
import { fromMinor, toMinor } from '../money'
import { violatedRestrictions } from './stay-restrictions'
import { isOpen, roomOf, whyNotSold } from './why-not-sold'

/*
 * Offers from the channel's rates and availability: on each night a room has an allotment and a plan has prices. An offer is
 * one room with one plan that can be sold on every night of a stay.
 */

export interface PlanOffer {
  hotelId: string
  channelRoomId: string
  planId: string
  rateId: number | null
  /** The price of each night in minor units. */
  nights: { day: string; price: number }[]
}

/** A channel room with a plan on one day. */
type PlanDay = CalendarDay & Omit<PlanMonth, 'month' | 'days'>

/** Prices for a number of guests. Most days share a list of prices with others: each list is looked up once. */
function pricesFor(guests: number): (prices: Prices) => number | undefined {
  const known = new Map<Prices, number | undefined>()
  return prices => {
    if (!known.has(prices)) known.set(prices, priceFor(prices, guests))
    return known.get(prices)
  }
}

/**
 * The price for a number of guests, else for the next higher number listed. Undefined: there is none. A price of 0 counts as not
 * listed, because channel managers send it for what they do not sell. A list of one entry for two guests or more has the price of
 * the room, also for more guests; any other list says nothing about more guests than it names.
 */
function priceFor(prices: Prices, guests: number): number | undefined {
  const list = Object.entries(prices)
    .map(([guestCount, price]) => ({ guestCount: Number(guestCount), price }))
    .sort((a, b) => a.guestCount - b.guestCount)
  const [only, ...others] = list
  const isOfRoom = only !== undefined && others.length === 0 && only.guestCount > 1
  return list.find(({ guestCount, price }) => price > 0 && (isOfRoom || guestCount >= guests))?.price
}

interface Stay {
  arrivalDate: string
  departureDate: string
  /** Those that count for the price. */
  guests: number
}

/**
 * The cheapest room and plan that are open on every night and whose restrictions allow the stay. If there is none, the refusal
 * names the first night on which nothing is sold, else the first of the plan that is sold longest, else the violated restrictions
 * of the cheapest. The days of rooms are those from arrival to departure, and the months have these days.
 */
export function cheapestOffer(
  stay: Stay,
  roomDays: readonly RoomDay[],
  planMonths: readonly PlanMonth[],
): PlanOffer | Refusal<'NOT_FOR_SALE'> {
  const { nights, planDays, offers, complete } = offersOf(stay, roomDays, planMonths)
  const allowed = complete.find(({ violations }) => violations.length === 0)
  if (allowed) return allowed.offer
  const [reason = whyNotSold(nights, offers, roomDays, planDays()), ...others] = complete[0]?.violations ?? []
  const errorItem = (description: string) => ({ code: 'NOT_FOR_SALE' as const, description })
  return new Refusal([errorItem(reason), ...others.map(errorItem)])
}

/** The cheapest offer of each rate, in the order of their prices, then of the rates. */
export function offersByRate(
  stay: Stay,
  roomDays: readonly RoomDay[],
  planMonths: readonly PlanMonth[],
): (PlanOffer & { rateId: number })[] {
  const byRate = new Map<number, PlanOffer & { rateId: number }>()
  for (const { offer, violations } of offersOf(stay, roomDays, planMonths).complete) {
    const { rateId } = offer
    if (rateId !== null && !violations.length && !byRate.has(rateId)) byRate.set(rateId, { ...offer, rateId })
  }
  return [...byRate.values()].sort((a, b) => offerTotal(a) - offerTotal(b) || a.rateId - b.rateId)
}

/** What is sold on any night, and the offers of every night with the restrictions that the stay violates, the cheapest first. */
function offersOf(stay: Stay, roomDays: readonly RoomDay[], planMonths: readonly PlanMonth[]) {
  const nights = nightsOf(stay.arrivalDate, stay.departureDate)
  const isEnd = ({ day }: { day: string }) => day === stay.arrivalDate || day === stay.departureDate
  const openDays = Map.groupBy(roomDays.filter(isOpen), roomOf)
  const priceOf = pricesFor(stay.guests)
  const plans = plansOf(planMonths, stay)
  const offers = plans
    .map(({ days, ...plan }): PlanOffer => {
      const open = new Set(openDays.get(roomOf(plan))?.map(({ day }) => day))
      const nights = days.flatMap(({ day, closed, prices }) => {
        const price = prices && !closed && day !== stay.departureDate && open.has(day) ? priceOf(prices) : undefined
        return price === undefined ? [] : [{ day, price }]
      })
      return { ...plan, nights }
    })
    .filter(offer => offer.nights.length)
  const planDays = (isWanted: (day: CalendarDay) => boolean = () => true) =>
    plans.flatMap(({ days, ...plan }) => days.filter(isWanted).map((day): PlanDay => ({ ...plan, ...day })))
  const [roomEnds, planEnds] = [roomDays.filter(isEnd), planDays(isEnd)]
  const complete = offers
    .filter(offer => offer.nights.length === nights.length)
    .sort((a, b) => offerTotal(a) - offerTotal(b) || (a.planId < b.planId ? -1 : 1))
    .map(offer => ({ offer, violations: violationsOf(offer, stay, roomEnds, planEnds) }))
  return { nights, planDays, offers, complete }
}

type Plan = Omit<PlanMonth, 'month' | 'days'> & { days: CalendarDay[] }

/** The plans of channel rooms, each with its days from arrival to departure in order. */
function plansOf(
  months: readonly PlanMonth[],
  { arrivalDate, departureDate }: { arrivalDate: string; departureDate: string },
): Plan[] {
  const reader = new PlanMonths()
  const byPlan = Map.groupBy(months, month => JSON.stringify([roomOf(month), month.planId]))
  return [...byPlan.values()].map(months => {
    const { month: _, days: __, ...plan } = months[0] as PlanMonth
    const inOrder = months.toSorted((one, other) => (one.month < other.month ? -1 : 1))
    return { ...plan, days: inOrder.flatMap(each => reader.daysOf(each, arrivalDate, departureDate)) }
  })
}

/** The restrictions of an offer that a stay violates. The days are those of arrival and departure. */
function violationsOf(
  { hotelId, channelRoomId, planId, nights }: PlanOffer,
  stay: { arrivalDate: string; departureDate: string },
  roomDays: readonly RoomDay[],
  planDays: readonly PlanDay[],
): string[] {
  const isOfRoom = (day: RoomDay | PlanDay) => day.hotelId === hotelId && day.channelRoomId === channelRoomId
  const days = [...roomDays.filter(isOfRoom), ...planDays.filter(day => isOfRoom(day) && day.planId === planId)]
  const on = (date: string) => days.filter(({ day }) => day === date)
  return violatedRestrictions({ ...stay, nights: nights.length }, on(stay.arrivalDate), on(stay.departureDate))
}

/** The price of a stay in minor units. */
export const offerTotal = ({ nights }: PlanOffer) => nights.reduce((sum, { price }) => sum + price, 0)

/** The refusal of a stay that costs something else than the guest has seen. */
export const refuseOtherTotal = (expected: number | undefined, total: number, currency: string) =>
  expected === undefined || toMinor(expected, currency) === total
    ? undefined
    : refuse('NOT_FOR_SALE', `expectedTotal: the stay costs ${fromMinor(total, currency)} ${currency}`)

/** The rate lines of an offer: one for each run of nights with the same price. */
export function rateLinesOf({ nights, rateId }: PlanOffer, departureDate: string): RoomRateLine[] {
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
