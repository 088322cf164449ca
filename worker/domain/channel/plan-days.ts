import type { StoredPlanDays } from '../../../schema/tables/channel'
import type { StayRestrictions } from '../../rows/channel'

/** A day of a plan in a room. Null: never sent. */
export interface PlanDaySettings extends StayRestrictions {
  day: string
  closed: boolean | null
  /** Minor units by number of guests, as the JSON text that is stored. */
  prices: string | null
}

const flagOf = (flag: 0 | 1 | undefined) => (flag === undefined ? null : flag === 1)

/** The stored days of a month from one date to another, in order. */
export function daysOfMonth(
  { month, days }: { month: string; days: string },
  from: string,
  to: string,
): PlanDaySettings[] {
  return Object.entries<StoredPlanDays[string]>(JSON.parse(days))
    .map(([dayOfMonth, sent]) => ({ day: `${month}-${dayOfMonth}`, sent }))
    .filter(({ day }) => from <= day && day <= to)
    .sort((one, other) => (one.day < other.day ? -1 : 1))
    .map(({ day, sent }) => ({
      day,
      closed: flagOf(sent.closed),
      prices: sent.prices ?? null,
      minimumStay: sent.minimumStay ?? null,
      maximumStay: sent.maximumStay ?? null,
      closedOnArrival: flagOf(sent.closedOnArrival),
      closedOnDeparture: flagOf(sent.closedOnDeparture),
    }))
}
