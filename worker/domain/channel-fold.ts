import type { DateRun } from '../../schema/wire/cm-connect-answer'
import type { KeptChannel, KeptPlanDay, KeptRoomDay } from './channel-content'
import { minorToWritten } from './money'
import { dateAfter } from './stay-dates'
import type { StayRestrictions } from './stay-restrictions'

/*
 * Days folded back into runs: neighbouring days that say the same are one date entry, from the first to the last of them.
 */

/** The runs of a room itself, and of each plan in it. */
export interface RoomRuns {
  roomid: string
  own: DateRun[]
  plans: { planId: string; date: DateRun[] }[]
}

/** What a day says, and the date entry that says it. Equal sayings are equal texts. */
interface Saying {
  day: string
  text: string
  entry: Omit<DateRun, 'from' | 'to'>
}

/**
 * The calendar of each room that has one. Every plan of a room has its own entries, each with the room's allotment; a day
 * without a plan, or on which the room itself was closed, opened or restricted, has an entry without `rate` too.
 */
export function foldDays({ hotel, roomDays, planDays }: KeptChannel): RoomRuns[] {
  const rooms = new Map<string, { own: KeptRoomDay[]; plans: Map<string, KeptPlanDay[]> }>()
  const roomOf = (roomId: string) => {
    const room = rooms.get(roomId) ?? { own: [], plans: new Map<string, KeptPlanDay[]>() }
    rooms.set(roomId, room)
    return room
  }
  for (const day of roomDays) roomOf(day.roomId).own.push(day)
  for (const day of planDays) {
    const { plans } = roomOf(day.roomId)
    const days = plans.get(day.planId)
    if (days) days.push(day)
    else plans.set(day.planId, [day])
  }

  const price = priceReader(hotel.currency)
  return inOrder(rooms)
    .map(([roomid, { own, plans }]) => {
      const allotments = new Map(own.map(({ day, roomsToSell }) => [day, roomsToSell]))
      const planned = new Set([...plans.values()].flatMap(days => days.map(({ day }) => day)))
      const unplanned = own.filter(day => day.closed !== null || isRestricted(day) || !planned.has(day.day))
      return {
        roomid,
        own: runsOf(unplanned.map(ofRoom)),
        plans: inOrder(plans).map(([planId, days]) => ({
          planId,
          date: runsOf(days.map(day => ofPlan(day, planId, allotments.get(day.day) ?? null, price))),
        })),
      }
    })
    .filter(({ own, plans }) => own.length > 0 || plans.length > 0)
}

const inOrder = <Value>(byId: Map<string, Value>) => [...byId].sort(([one], [other]) => (one < other ? -1 : 1))

const isRestricted = (day: StayRestrictions) =>
  (day.minimumStay ?? day.maximumStay ?? day.closedOnArrival ?? day.closedOnDeparture) !== null

/** A field of a date entry, if anything was sent for it. */
const sent = (field: keyof DateRun, value: number | null) => value !== null && { [field]: String(value) }

const restrictionsOf = (day: StayRestrictions) =>
  isRestricted(day) && {
    ...sent('minimumstay', day.minimumStay),
    ...sent('maximumstay', day.maximumStay),
    ...sent('closedonarrival', day.closedOnArrival),
    ...sent('closedondeparture', day.closedOnDeparture),
  }

const textOf = ({ closed, minimumStay, maximumStay, closedOnArrival, closedOnDeparture }: KeptDay) =>
  `${closed} ${minimumStay} ${maximumStay} ${closedOnArrival} ${closedOnDeparture}`

type KeptDay = StayRestrictions & { closed: number | null }

const ofRoom = (day: KeptRoomDay): Saying => ({
  day: day.day,
  text: `${day.roomsToSell} ${textOf(day)}`,
  entry: { ...sent('roomstosell', day.roomsToSell), ...sent('closed', day.closed), ...restrictionsOf(day) },
})

const ofPlan = (
  day: KeptPlanDay,
  planId: string,
  roomsToSell: number | null,
  price: (prices: string) => DateRun['price'],
): Saying => ({
  day: day.day,
  text: `${roomsToSell} ${textOf(day)} ${day.prices}`,
  entry: {
    ...sent('roomstosell', roomsToSell),
    ...sent('closed', day.closed),
    ...restrictionsOf(day),
    rate: [{ rateplanid: planId }],
    ...(day.prices !== null && { price: price(day.prices) }),
  },
})

/** Reads kept prices as they travel, each list of them once. */
function priceReader(currency: string) {
  const read = new Map<string, DateRun['price']>()
  return (prices: string) => {
    const known = read.get(prices)
    if (known) return known
    const price = Object.entries<number>(JSON.parse(prices)).map(([numberOfGuests, minor]) => ({
      numberOfGuests,
      value: minorToWritten(minor, currency),
    }))
    read.set(prices, price)
    return price
  }
}

function runsOf(days: Saying[]): DateRun[] {
  days.sort((one, other) => (one.day < other.day ? -1 : 1))
  const runs: DateRun[] = []
  let last: Saying | undefined
  for (const saying of days) {
    const run = runs.at(-1)
    if (run && last?.text === saying.text && dateAfter(run.to, 1) === saying.day) run.to = saying.day
    else runs.push({ from: saying.day, to: saying.day, ...saying.entry })
    last = saying
  }
  return runs
}
