import type { Innlet } from '../../innlet.ts'
import type { ChannelContent } from '../../types.ts'
import { openClient } from '../connections.ts'
import { counted } from '../counted.ts'
import type { Credentials } from '../credentials.ts'
import { Fault, NotChecked } from '../report.ts'
import type { Document } from './setup-changes.ts'

/** Days that need a price, and days that are read to find the first one. */
const DAYS = 30
const READ_DAYS = 730

/** Days with a price, of a room type. */
interface Run {
  roomTypeId: number | undefined
  from: string
  to: string
}

/** Whether each room type with rooms has a price for each of the next days, in a rate plan that can be booked. */
export async function checkPrices(credentials: Credentials, { properties = [], roomTypes = [], rooms = [] }: Document) {
  const types = roomTypes.filter(({ roomTypeId }) => rooms.some(room => room.roomTypeId === roomTypeId))
  if (!types.length) throw new NotChecked('there are no rooms')
  const innlet = openClient(credentials)
  const faults: string[] = []
  let areSent = false
  for (const { hotelid, timeZone } of properties) {
    const ofHotel = types.filter(type => type.hotelid === hotelid)
    if (!ofHotel.length) continue
    const days = daysFromToday(String(timeZone))
    const next = days.slice(0, DAYS)
    const content = await pricesOf(innlet, String(hotelid), next)
    const runs = content.runs.filter(({ roomTypeId }) => ofHotel.some(type => type.roomTypeId === roomTypeId))
    const later = runs.length ? undefined : await pricesOf(innlet, String(hotelid), days.slice(DAYS))
    areSent ||= content.areSent || Boolean(later?.areSent)
    if (later) {
      const [first] = later.runs.map(({ from }) => from).sort()
      faults.push(`hotel ${hotelid} has none in the next ${DAYS} days${first ? `; the earliest is ${first}` : ''}`)
    } else faults.push(...ofHotel.flatMap(type => faultsOf(type, next, runs)))
  }
  if (!areSent) throw new NotChecked('the channel manager has sent none yet')
  if (faults.length)
    throw new Fault(`${faults.join('; ')}. They need the roomTypeId of their room, and the rateID of their plan`)
  return `of ${counted(types.length, 'room type')} for each of the next ${DAYS} days`
}

/** Days at a hotel, from its today on. */
function daysFromToday(timeZone: string): string[] {
  // The Swedish form of a date is YYYY-MM-DD.
  const today = Date.parse(new Date().toLocaleDateString('sv-SE', { timeZone }))
  return Array.from({ length: READ_DAYS }, (_, i) => new Date(today + i * 86_400_000).toISOString().slice(0, 10))
}

function faultsOf({ roomTypeId, name }: Record<string, unknown>, days: readonly string[], runs: readonly Run[]) {
  const priced = runs.filter(run => run.roomTypeId === roomTypeId)
  const missing = days.filter(day => !priced.some(({ from, to }) => from <= day && day <= to))
  const text = `room type ${roomTypeId} (${name}) has none on ${missing.length} of ${DAYS} days, first on ${missing[0]}`
  return missing.length ? [text] : []
}

/** The days with a price, from the first of these days to the last, and whether anything was sent for them. */
async function pricesOf(innlet: Innlet, hotelid: string, days: readonly string[]) {
  const content = await innlet.cmConnect.get({ hotelid, from: days[0], to: days.at(-1) })
  return { areSent: content.rateAvailability.length > 0, runs: pricedRuns(content) }
}

/** The days with a price of a hotel, of plans that are linked to a rate plan: others are not offered. A price of 0 is none. */
function pricedRuns({ rooms, ratePlan, rateAvailability }: ChannelContent): Run[] {
  const typeOf = new Map(
    rooms.flatMap(({ roomTypeId, data }) =>
      data.flatMap(({ sellableProducts }) =>
        sellableProducts.sellableProduct.map(({ roomid }) => [roomid, roomTypeId] as const),
      ),
    ),
  )
  const linked = new Set(
    ratePlan
      .filter(({ rateID }) => rateID)
      .flatMap(({ data }) => data.flatMap(({ ratePlans }) => ratePlans.ratePlan.map(({ rateplanid }) => rateplanid))),
  )
  return rateAvailability
    .flatMap(({ data }) => data.flatMap(({ room }) => room))
    .flatMap(({ roomid, date }) => date.map(run => ({ ...run, roomTypeId: typeOf.get(roomid) })))
    .filter(({ rate }) => rate?.some(({ rateplanid }) => linked.has(rateplanid)))
    .filter(({ price }) => price?.some(({ value }) => Number(value) > 0))
}
