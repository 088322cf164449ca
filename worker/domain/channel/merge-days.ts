import { dateAfter } from '../../../schema/stay-dates'
import type { DateRun } from '../../../schema/wire/channel-content'
import { minorToWritten } from '../money'
import { areAlike, type CalendarDay, type DaySettings, NO_SETTINGS, type Prices } from './day-settings'
import type { ChannelOnPage } from './page'

/*
 * Merges stored days into runs: neighbouring days with equal settings are one date entry.
 */

/** The runs of a room itself, and of each plan in it. */
export interface RoomRuns {
  roomid: string
  own: DateRun[]
  plans: { planId: string; date: DateRun[] }[]
}

/**
 * The calendar of each room that has one. Every plan of a room has its own entries, each with the room's allotment; a day
 * without a plan here, or on which the room itself was closed, opened or restricted, has an entry without `rate` too.
 */
export function mergeDays({ hotel, continuedRoom, calendars }: ChannelOnPage): RoomRuns[] {
  const priceOf = priceWriter(hotel.currency)
  return calendars
    .map(({ roomId, own, plans }) => {
      const allotments = new Map(own.map(({ day, roomsToSell }) => [day, roomsToSell]))
      const planned = new Set(plans.flatMap(({ days }) => days.map(({ day }) => day)))
      const unplanned = own.filter(day => hasMoreThanAllotment(day) || !planned.has(day.day))
      return {
        roomid: roomId,
        own: roomId === continuedRoom ? [] : runsOf(unplanned, entryOf),
        plans: plans
          .filter(({ days }) => days.length > 0)
          .map(({ planId, days }) => ({
            planId,
            date: runsOf(
              days.map(day => ({ ...day, roomsToSell: allotments.get(day.day) ?? null })),
              settings => ({
                ...entryOf(settings),
                rate: [{ rateplanid: planId }],
                price: settings.prices ? priceOf(settings.prices) : undefined,
              }),
            ),
          })),
      }
    })
    .filter(({ own, plans }) => own.length > 0 || plans.length > 0)
}

const hasMoreThanAllotment = (day: DaySettings) => !areAlike(day, { ...NO_SETTINGS, roomsToSell: day.roomsToSell })

/** A date entry without its days. What was never sent is undefined, and absent in JSON. */
type Entry = Omit<DateRun, 'from' | 'to'>

const entryOf = (settings: DaySettings): Entry => ({
  roomstosell: textOf(settings.roomsToSell),
  closed: textOf(settings.closed),
  minimumstay: textOf(settings.minimumStay),
  maximumstay: textOf(settings.maximumStay),
  closedonarrival: textOf(settings.closedOnArrival),
  closedondeparture: textOf(settings.closedOnDeparture),
})

/** A flag is 1 or 0. */
const textOf = (value: number | boolean | null) => (value === null ? undefined : String(Number(value)))

/** Writes lists of prices as a response has them, each list once. */
function priceWriter(currency: string) {
  const known = new Map<Prices, DateRun['price']>()
  return (prices: Prices) => {
    const price =
      known.get(prices) ??
      Object.entries(prices).map(([numberOfGuests, minor]) => ({
        numberOfGuests,
        value: minorToWritten(minor, currency),
      }))
    known.set(prices, price)
    return price
  }
}

/** The days, which are in order, as runs. */
function runsOf(days: readonly CalendarDay[], entry: (settings: DaySettings) => Entry): DateRun[] {
  const runs: DateRun[] = []
  for (const [i, settings] of days.entries()) {
    const run = runs.at(-1)
    const before = days[i - 1]
    if (run && before && areAlike(before, settings) && dateAfter(run.to, 1) === settings.day) run.to = settings.day
    else runs.push({ from: settings.day, to: settings.day, ...entry(settings) })
  }
  return runs
}
