import type { StoredPlanDay } from '../../../schema/tables/channel'
import { type CalendarDay, type DaySettings, NO_SETTINGS, type Prices } from './day-settings'

/*
 * The days of a rate plan as `plan_month` stores them: one JSON object for each month.
 */

/** Settings that are merged into a stored day. Null clears a setting; undefined, which JSON leaves out, keeps it. */
export type PlanDayPatch = { [Name in keyof StoredPlanDay]: StoredPlanDay[Name] | null }

/** `isExact`: settings that are null are cleared. Otherwise they keep their stored values. */
export function patchOf(settings: DaySettings, isExact: boolean): PlanDayPatch {
  const { closed, prices, minimumStay, maximumStay, closedOnArrival, closedOnDeparture } = settings
  const notSent = isExact ? null : undefined
  const flag = (value: boolean | null) => (value === null ? notSent : value ? 1 : 0)
  return {
    closed: flag(closed),
    prices: prices ? JSON.stringify(prices) : notSent,
    minimumStay: minimumStay ?? notSent,
    maximumStay: maximumStay ?? notSent,
    closedOnArrival: flag(closedOnArrival),
    closedOnDeparture: flag(closedOnDeparture),
  }
}

/** Reads stored months. Equal lists of prices are one object, so that they are parsed and compared once. */
export class PlanMonths {
  readonly #prices = new Map<string, Prices>()

  /** The days of a month from one date to another, in order. */
  daysOf({ month, days }: { month: string; days: string }, from: string, to: string): CalendarDay[] {
    return Object.entries<StoredPlanDay>(JSON.parse(days))
      .map(([dayOfMonth, stored]) => ({ day: `${month}-${dayOfMonth}`, stored }))
      .filter(({ day }) => from <= day && day <= to)
      .sort((one, other) => (one.day < other.day ? -1 : 1))
      .map(({ day, stored }) => ({
        ...NO_SETTINGS,
        day,
        closed: flagOf(stored.closed),
        prices: stored.prices === undefined ? null : this.#pricesOf(stored.prices),
        minimumStay: stored.minimumStay ?? null,
        maximumStay: stored.maximumStay ?? null,
        closedOnArrival: flagOf(stored.closedOnArrival),
        closedOnDeparture: flagOf(stored.closedOnDeparture),
      }))
  }

  #pricesOf(stored: string): Prices {
    const known = this.#prices.get(stored)
    if (known) return known
    const prices: Prices = JSON.parse(stored)
    this.#prices.set(stored, prices)
    return prices
  }
}

const flagOf = (flag: 0 | 1 | undefined) => (flag === undefined ? null : flag === 1)
