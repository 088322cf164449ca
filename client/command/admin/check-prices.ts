import type { Innlet } from '../../innlet.ts'
import type { ChannelContent } from '../../types.ts'
import { openClient } from '../connections.ts'
import type { Credentials } from '../credentials.ts'
import { Fault, NotChecked } from '../report.ts'
import { counted, todayIn } from '../text.ts'
import type { Document, Fields } from './setup-changes.ts'

/** Days that need a price, and days that are read to find the first one. */
const DAYS = 30
const READ_DAYS = 730

/** What a room type lacks on a day: what was never sent, and what stops its sale, which may be on purpose. */
const UNSENT = ['no price', 'no rooms to sell (no roomstosell)'] as const
const STOPPED = ['no rooms to sell (roomstosell 0)', 'closed'] as const
/** States of a day, the nearest to a sale first. */
const STATES = ['open', ...UNSENT, ...STOPPED] as const
type State = (typeof STATES)[number]

type Entry = ChannelContent['rateAvailability'][number]['data'][number]['room'][number]['date'][number]

/** What the channel manager has sent for days of a hotel. */
interface Sent {
  isEmpty: boolean
  /** The channel rooms, and the room type that each is tied to. */
  rooms: { roomTypeId: unknown; entries: Entry[] }[]
  /** Whether an entry has a price of a plan that is tied to a rate plan: others are not offered. A price of 0 is none. */
  isPriced: (entry: Entry) => boolean
  isOfTiedPlan: (entry: Entry) => boolean
}

interface HotelResult {
  isSent: boolean
  faults: string[]
  /** Room types that a channel room is tied to, and those that none is. */
  sold: Fields[]
  unsold: Fields[]
}

/**
 * Whether each room type that the channel manager sells can be sold on the next days. A day that is closed or sold out is no fault if
 * another day is open. A room type that no channel room is tied to is not sold.
 */
export async function checkPrices(credentials: Credentials, setup: Document): Promise<string> {
  const { properties = [], rooms = [] } = setup
  if (!rooms.length) throw new NotChecked('there are no rooms')
  const innlet = openClient(credentials)
  const results: HotelResult[] = []
  for (const hotel of properties) results.push(await checkHotel(innlet, hotel, setup))
  if (!results.some(({ isSent }) => isSent)) throw new NotChecked('the channel manager has sent none yet')
  const faults = results.flatMap(result => result.faults)
  if (faults.length) throw new Fault(faults.join('; '))
  const [sold, unsold] = [results.flatMap(result => result.sold), results.flatMap(result => result.unsold)]
  const names = unsold.map(nameOf).join(', ')
  const others = names && `; not sold, because no channel room has its roomTypeId: ${names}`
  return `of ${counted(sold.length, 'room type')} for the next ${DAYS} days${others}`
}

async function checkHotel(
  innlet: Innlet,
  { hotelid, timeZone }: Fields,
  { roomTypes = [], rooms = [] }: Document,
): Promise<HotelResult> {
  const types = roomTypes.filter(type => type.hotelid === hotelid)
  if (!types.length) return { isSent: false, faults: [], sold: [], unsold: [] }
  const days = daysFromToday(String(timeZone))
  const next = days.slice(0, DAYS)
  const sent = await readSent(innlet, String(hotelid), next)
  const sold = types.filter(type => roomsOf(type, sent).length)
  const unsold = types.filter(type => !sold.includes(type))
  if (sold.some(type => pricedOf(type, sent).length)) {
    const faults = sold.flatMap(type => {
      const hasRoom = rooms.some(({ roomTypeId }) => roomTypeId === type.roomTypeId)
      return hasRoom ? faultsOf(type, next, sent) : `${nameOf(type)} has no room`
    })
    return { isSent: true, faults, sold, unsold }
  }
  const later = await readSent(innlet, String(hotelid), days.slice(DAYS))
  const [first] = types.flatMap(type => pricedOf(type, later).map(({ from }) => from)).sort()
  const hint = first
    ? `the earliest is ${first}`
    : 'they need the roomTypeId of their room, and the rateID of their plan'
  const fault = `hotel ${hotelid} has none in the next ${DAYS} days; ${hint}`
  return { isSent: !(sent.isEmpty && later.isEmpty), faults: [fault], sold, unsold }
}

const nameOf = ({ roomTypeId, name }: Fields) => `room type ${roomTypeId} (${name})`

/** Days at a hotel, from its today on. */
function daysFromToday(timeZone: string): string[] {
  const today = Date.parse(todayIn(timeZone))
  return Array.from({ length: READ_DAYS }, (_, i) => new Date(today + i * 86_400_000).toISOString().slice(0, 10))
}

function faultsOf(type: Fields, days: readonly string[], sent: Sent): string[] {
  const states = days.map(day => stateOn(day, type, sent))
  const faults = states.includes('open') ? UNSENT : [...UNSENT, ...STOPPED]
  const texts = faults.flatMap(state => {
    const on = days.filter((_, i) => states[i] === state)
    return on.length ? `${state} on ${on.length} of ${DAYS} days, first on ${on[0]}` : []
  })
  return texts.length ? [`${nameOf(type)}: ${texts.join(', ')}`] : []
}

/** The state of a day of a room type: of several channel rooms, that of the one that is nearest to a sale. */
function stateOn(day: string, type: Fields, sent: Sent): State {
  const isOn = ({ from, to }: Entry) => from <= day && day <= to
  const states = roomsOf(type, sent).map(({ entries }) => stateOf(entries.filter(isOn), sent))
  return STATES.find(state => states.includes(state)) ?? 'no price'
}

function stateOf(entries: readonly Entry[], { isPriced, isOfTiedPlan }: Sent): State {
  const priced = entries.filter(isPriced)
  const plans = priced.length ? priced : entries.filter(isOfTiedPlan)
  const isClosed = ({ closed }: Entry) => closed === '1'
  const roomstosell = entries.find(entry => entry.roomstosell !== undefined)?.roomstosell
  if (entries.some(entry => !entry.rate && isClosed(entry)) || (plans.length && plans.every(isClosed))) return 'closed'
  if (roomstosell === '0') return 'no rooms to sell (roomstosell 0)'
  if (!priced.length) return 'no price'
  return roomstosell === undefined ? 'no rooms to sell (no roomstosell)' : 'open'
}

/** The channel rooms of a room type. */
const roomsOf = ({ roomTypeId }: Fields, { rooms }: Sent) => rooms.filter(room => room.roomTypeId === roomTypeId)

/** The entries of a room type that have a price. */
const pricedOf = (type: Fields, sent: Sent): Entry[] =>
  roomsOf(type, sent).flatMap(({ entries }) => entries.filter(sent.isPriced))

/** What was sent from the first of these days to the last. */
async function readSent(innlet: Innlet, hotelid: string, days: readonly string[]): Promise<Sent> {
  const { rooms, ratePlan, rateAvailability } = await innlet.cmConnect.get({ hotelid, from: days[0], to: days.at(-1) })
  const sent = rateAvailability.flatMap(({ data }) => data).flatMap(({ room }) => room)
  const entriesOf = (roomid: string) => sent.filter(room => room.roomid === roomid).flatMap(({ date }) => date)
  const tied = rooms.flatMap(({ roomTypeId, data }) =>
    data
      .flatMap(({ sellableProducts }) => sellableProducts.sellableProduct)
      .map(({ roomid }) => ({ roomTypeId, entries: entriesOf(roomid) })),
  )
  const plans = ratePlan
    .filter(({ rateID }) => rateID)
    .flatMap(({ data }) => data)
    .flatMap(({ ratePlans }) => ratePlans.ratePlan.map(({ rateplanid }) => rateplanid))
  const isOfTiedPlan = ({ rate }: Entry) => Boolean(rate?.some(({ rateplanid }) => plans.includes(rateplanid)))
  const isPriced = (entry: Entry) => isOfTiedPlan(entry) && Boolean(entry.price?.some(({ value }) => Number(value) > 0))
  return { isEmpty: !rateAvailability.length, rooms: tied, isPriced, isOfTiedPlan }
}
