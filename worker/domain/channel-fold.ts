import type { DateRun } from '../../schema/wire/cm-connect-answer'
import type { KeptChannel, KeptPlanDay, KeptRoomDay } from './channel-content'
import { minorToWritten } from './money'
import { dateAfter } from './stay-dates'

/*
 * Days folded back into runs: neighbouring days that say the same are one date entry, from the first to the last of them.
 */

interface RoomDays {
  roomid: string
  date: DateRun[]
}

/** What a day says, and the date entry that says it. Equal sayings are equal texts. */
interface Saying {
  day: string
  text: string
  entry: Omit<DateRun, 'from' | 'to'>
}

/**
 * The calendar of each room that has one. Every plan of a room has its own entries, each with the room's allotment; a day
 * without a plan, or on which the room itself was shut or opened, has an entry without `rate` too.
 */
export function foldDays({ hotel, roomDays, planDays }: KeptChannel): RoomDays[] {
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
      const unplanned = own.filter(({ day, closed }) => closed !== null || !planned.has(day))
      return {
        roomid,
        date: [
          ...runsOf(unplanned.map(ofRoom)),
          ...inOrder(plans).flatMap(([planId, days]) =>
            runsOf(days.map(day => ofPlan(day, planId, allotments.get(day.day) ?? null, price))),
          ),
        ],
      }
    })
    .filter(({ date }) => date.length > 0)
}

const inOrder = <Value>(byId: Map<string, Value>) => [...byId].sort(([one], [other]) => (one < other ? -1 : 1))

const allotted = (roomsToSell: number | null) => (roomsToSell === null ? {} : { roomstosell: String(roomsToSell) })
const shut = (closed: number | null) => (closed === null ? {} : { closed: String(closed) })

const ofRoom = ({ day, roomsToSell, closed }: KeptRoomDay): Saying => ({
  day,
  text: `${roomsToSell} ${closed}`,
  entry: { ...allotted(roomsToSell), ...shut(closed) },
})

const ofPlan = (
  { day, closed, prices }: KeptPlanDay,
  planId: string,
  roomsToSell: number | null,
  price: (prices: string) => DateRun['price'],
): Saying => ({
  day,
  text: `${roomsToSell} ${closed} ${prices}`,
  entry: {
    ...allotted(roomsToSell),
    ...shut(closed),
    rate: [{ rateplanid: planId }],
    ...(prices !== null && { price: price(prices) }),
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
