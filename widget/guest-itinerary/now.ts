import { type Day, nightsBetween } from './dates.ts'
import { hasStatus, type Itinerary, type ScheduleItem } from './itinerary.ts'
import { type Leg, legsOf } from './legs.ts'
import { DAY, dayOfWall, instantAt, MINUTE, wallAt } from './zone.ts'

/*
 * Where in the stay an instant is, by the hotel's day. Nothing here reads a clock: the service, the element and the tests pass
 * the instant.
 */

export interface Now {
  /** the hotel's date */
  today: Day
  /** undefined: the stay has no dates, or it is past and was never confirmed */
  state: 'before' | 'arrival' | 'during' | 'departure' | 'after' | 'cancelled' | 'pending' | undefined
  /** days until the arrival (`before`), or the departure (`during`) */
  days: number
  legs: Leg[]
  /** the hotel of today: the first one before the arrival, the last one after the departure */
  leg: Leg | undefined
  /** the hotel that the guest leaves today for that of `leg` */
  left: Leg | undefined
  /** whether the time of the check-out is past */
  isOut: boolean
  /** the plan that is on, or else the next, and at most two after it */
  plans: Upcoming[]
  /** the plans of today and before that are over */
  over: ReadonlySet<ScheduleItem>
}

export interface Upcoming {
  day: Day
  item: ScheduleItem
  isOn: boolean
  /** minutes until it begins, if it is later today */
  wait: number | undefined
}

/** Milliseconds that a plan without an end is taken to last. */
const USUAL_LENGTH = 60 * MINUTE
const SHOWN_PLANS = 3

/** `at` is an instant (ms). If no time zone is known, it is that of the device. */
export function nowOf(itinerary: Itinerary, at: number): Now {
  const { arrival, departure } = itinerary
  const zoneOf = (leg: Leg | undefined) => leg?.hotel.timeZone || itinerary.timeZone
  const todayIn = (leg: Leg | undefined) => dayOfWall(wallAt(zoneOf(leg), at))
  const legs = legsOf(itinerary)
  const begun = legs.filter(leg => leg.from !== undefined && leg.from <= todayIn(leg))
  const leg = begun.find(({ from }) => from === begun.at(-1)?.from) ?? legs[0]
  const today = todayIn(leg)
  const isChange = leg?.from === today && leg.from !== arrival.day
  const plans = plansOf(itinerary, today, zoneOf(leg))
  const timesOver = (day: Day | undefined, time: string) => {
    const minutes = minutesOf(time)
    return day !== undefined && minutes !== undefined && at >= instantAt(zoneOf(leg), day + minutes * MINUTE)
  }
  const now = {
    today,
    legs,
    leg,
    left: isChange ? legs.findLast(each => each.to === today && each.hotel !== leg.hotel) : undefined,
    isOut: timesOver(departure.day, departure.time),
    plans: upcoming(plans, at, today),
    over: new Set(plans.filter(({ end }) => end <= at).map(({ item }) => item)),
  }
  const state = stateOf(itinerary, now)
  const end = state === 'before' ? arrival.day : departure.day
  return { ...now, state, days: nightsBetween(today, end ?? today) }
}

function stateOf(itinerary: Itinerary, { today, isOut, plans }: Pick<Now, 'today' | 'isOut' | 'plans'>): Now['state'] {
  const { arrival, departure, pending, over } = itinerary
  if (hasStatus(itinerary, 'Cancelled', 'NoShow')) return 'cancelled'
  if (pending) return departure.day !== undefined && today > departure.day ? undefined : 'pending'
  const isPlanned = plans.some(({ day }) => day === today)
  if (over) return isPlanned && today === departure.day ? 'departure' : 'after'
  if (arrival.day === undefined || departure.day === undefined) return undefined
  if (today < arrival.day) return 'before'
  if (today > departure.day) return 'after'
  if (today === arrival.day && !isOut && !hasStatus(itinerary, 'InHouse')) return 'arrival'
  if (today < departure.day) return 'during'
  return isOut && !isPlanned ? 'after' : 'departure'
}

/** A plan with its instants (ms). One without a time lasts until the end of its day, and has no start. */
interface Plan {
  day: Day
  item: ScheduleItem
  /** of its start, since midnight */
  minutes: number
  start: number | undefined
  end: number
}

/** The plans that have a date, in order of time, those without a time last in their day. */
function plansOf({ schedule }: Itinerary, today: Day, zone: string): Plan[] {
  // Only those around today are compared to the minute.
  const instant = (wall: number) =>
    wall < today - DAY ? 0 : wall > today + 2 * DAY ? Number.POSITIVE_INFINITY : instantAt(zone, wall)
  const planOf = (day: Day, item: ScheduleItem): Plan => {
    const [from, to] = [minutesOf(item.start), minutesOf(item.end)]
    if (from === undefined)
      return { day, item, minutes: Number.POSITIVE_INFINITY, start: undefined, end: instant(day + DAY) }
    const start = instant(day + from * MINUTE)
    const end =
      to === undefined || to === from ? start + USUAL_LENGTH : instant(day + (to < from ? DAY : 0) + to * MINUTE)
    return { day, item, minutes: from, start, end }
  }
  return schedule
    .flatMap(({ day, items }) => (day === undefined ? [] : items.map(item => planOf(day, item))))
    .sort((one, other) => one.day - other.day || one.minutes - other.minutes)
}

function upcoming(plans: Plan[], at: number, today: Day): Upcoming[] {
  const isOn = ({ start }: Plan) => start !== undefined && start <= at
  const open = plans.filter(({ end }) => end > at)
  const main = open.findLast(isOn) ?? open[0]
  return [...open]
    .sort((one, other) => Number(other === main) - Number(one === main))
    .slice(0, SHOWN_PLANS)
    .map(plan => ({
      day: plan.day,
      item: plan.item,
      isOn: isOn(plan),
      wait:
        plan.start !== undefined && plan.day === today && plan.start > at
          ? Math.ceil((plan.start - at) / MINUTE)
          : undefined,
    }))
}

/** Minutes since midnight of `9:30` or `09:30`; undefined for other text. */
function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)(?::|$)/.exec(time) ?? []
  return hours ? Number(hours) * 60 + Number(minutes) : undefined
}
