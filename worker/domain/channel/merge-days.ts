import type { DateRun } from '../../../schema/wire/channel-content'
import type { StayRestrictions, StoredCell, StoredChannel } from '../../rows/channel'
import { minorToWritten } from '../money'
import { dateAfter } from '../stay-dates'

/*
 * Merges stored days into runs: neighbouring days with equal settings are one date entry.
 */

/** The runs of a room itself, and of each plan in it. */
export interface RoomRuns {
  roomid: string
  own: DateRun[]
  plans: { planId: string; date: DateRun[] }[]
}

/** The date entry of a day. `text` is a canonical form of its settings, for comparison. */
interface DayEntry {
  day: string
  text: string
  entry: Omit<DateRun, 'from' | 'to'>
}

/**
 * The calendar of each room that has one. Every plan of a room has its own entries, each with the room's allotment; a day
 * without a plan here, or on which the room itself was closed, opened or restricted, has an entry without `rate` too.
 */
export function mergeDays({ hotel, continuedRoom, cells }: StoredChannel): RoomRuns[] {
  const rooms = new Map<string, { own: StoredCell[]; plans: Map<string, StoredCell[]> }>()
  for (const cell of cells) {
    let room = rooms.get(cell.roomId)
    if (!room) {
      room = { own: [], plans: new Map<string, StoredCell[]>() }
      rooms.set(cell.roomId, room)
    }
    if (cell.planId === null) {
      room.own.push(cell)
      continue
    }
    const days = room.plans.get(cell.planId)
    if (days) days.push(cell)
    else room.plans.set(cell.planId, [cell])
  }

  const price = priceReader(hotel.currency)
  return inOrder(rooms)
    .map(([roomid, { own, plans }]) => {
      const allotments = new Map(own.map(({ day, roomsToSell }) => [day, roomsToSell]))
      const planned = new Set([...plans.values()].flatMap(days => days.map(({ day }) => day)))
      const unplanned = own.filter(day => day.closed !== null || isRestricted(day) || !planned.has(day.day))
      return {
        roomid,
        own: roomid === continuedRoom ? [] : runsOf(unplanned.map(roomDayEntry)),
        plans: inOrder(plans).map(([planId, days]) => ({
          planId,
          date: runsOf(days.map(day => planDayEntry(day, planId, allotments.get(day.day) ?? null, price))),
        })),
      }
    })
    .filter(({ own, plans }) => own.length > 0 || plans.length > 0)
}

const inOrder = <Value>(byId: Map<string, Value>) => [...byId].sort(([one], [other]) => (one < other ? -1 : 1))

const isRestricted = (day: StayRestrictions) =>
  (day.minimumStay ?? day.maximumStay ?? day.closedOnArrival ?? day.closedOnDeparture) !== null

/** A field of a date entry, if anything was sent for it. A flag is 1 or 0. */
const optionalField = (field: keyof DateRun, value: number | boolean | null) =>
  value !== null && { [field]: String(Number(value)) }

const restrictionsOf = (day: StayRestrictions) =>
  isRestricted(day) && {
    ...optionalField('minimumstay', day.minimumStay),
    ...optionalField('maximumstay', day.maximumStay),
    ...optionalField('closedonarrival', day.closedOnArrival),
    ...optionalField('closedondeparture', day.closedOnDeparture),
  }

const textOf = ({ closed, minimumStay, maximumStay, closedOnArrival, closedOnDeparture }: StoredDay) =>
  `${closed} ${minimumStay} ${maximumStay} ${closedOnArrival} ${closedOnDeparture}`

type StoredDay = StayRestrictions & { closed: boolean | null }

const roomDayEntry = (day: StoredCell): DayEntry => ({
  day: day.day,
  text: `${day.roomsToSell} ${textOf(day)}`,
  entry: {
    ...optionalField('roomstosell', day.roomsToSell),
    ...optionalField('closed', day.closed),
    ...restrictionsOf(day),
  },
})

const planDayEntry = (
  day: StoredCell,
  planId: string,
  roomsToSell: number | null,
  price: (prices: string) => DateRun['price'],
): DayEntry => ({
  day: day.day,
  text: `${roomsToSell} ${textOf(day)} ${day.prices}`,
  entry: {
    ...optionalField('roomstosell', roomsToSell),
    ...optionalField('closed', day.closed),
    ...restrictionsOf(day),
    rate: [{ rateplanid: planId }],
    ...(day.prices !== null && { price: price(day.prices) }),
  },
})

/** Converts stored prices to their form in a response, each list once. */
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

function runsOf(days: DayEntry[]): DateRun[] {
  days.sort((one, other) => (one.day < other.day ? -1 : 1))
  const runs: DateRun[] = []
  let last: DayEntry | undefined
  for (const day of days) {
    const run = runs.at(-1)
    if (run && last?.text === day.text && dateAfter(run.to, 1) === day.day) run.to = day.day
    else runs.push({ from: day.day, to: day.day, ...day.entry })
    last = day
  }
  return runs
}
