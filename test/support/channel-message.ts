import { dateAfter, nightsOf } from '../../schema/stay-dates'
import { withBindings } from './bindings'
import { type Call, rowsByTable } from './service'

/*
 * Messages of a channel manager for the sea hotel. Tests override the fields that they are about.
 */

type Fields = Record<string, unknown>

/** A function that sends requests of an integrator to a service with another database. */
export const callWithDatabase =
  (database: D1Database, { token }: { token: string }): Call =>
  (method, path, body, headers) =>
    withBindings({ DB: database })(method, `/api${path}`, body, { authorization: `Bearer ${token}`, ...headers })

export const update = (call: Call, body: unknown) => call('POST', '/CMConnect/UpdateCMConnect', body)

/** Sends a message that must be accepted. */
export async function updateSuccessfully(call: Call, body: unknown) {
  const { status, text } = await update(call, body)
  if (status !== 200 || text !== '') throw new Error(`expected 200 without a body, got ${status}: ${text}`)
}

/** The content of GetCMConnect, for May 2027 by default. */
export async function getContent(call: Call, query = 'from=2027-05-01&to=2027-05-31', hotelid = 'H1') {
  const { status, json, text } = await call('GET', `/CMConnect/GetCMConnect?hotelid=${hotelid}&${query}`)
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`)
  return json.content
}

/** The date entries of a room in GetCMConnect. */
export const getDates = async (call: Call, roomid = 'DBL', query?: string): Promise<Fields[]> =>
  (await getContent(call, query)).rateAvailability[0]?.data[0].room.find((room: Fields) => room.roomid === roomid)
    ?.date ?? []

export const property = (description: Fields, control: Fields = {}, hotelid = 'H1') => ({
  property: [{ ...control, data: [{ hotelid, hotelDescriptiveContents: { hotelDescriptiveContent: description } }] }],
})

export const rooms = (products: Fields[], control: Fields = {}, hotelid = 'H1') => ({
  rooms: [{ ...control, data: [{ sellableProducts: { hotelid, sellableProduct: products } }] }],
})

export const plans = (ratePlan: Fields[], control: Fields = {}, hotelid = 'H1') => ({
  ratePlan: [{ ...control, data: [{ ratePlans: { hotelid, ratePlan } }] }],
})

/** One room's date entries. */
export const days = (date: Fields[], control: Fields = {}, roomid = 'DBL', hotelid = 'H1') => ({
  rateAvailability: [{ ...control, data: [{ hotelid, room: [{ roomid, date }] }] }],
})

export const span = (from: string, to = from) => ({ from: `2027-05-${from}`, to: `2027-05-${to}` })
export const rate = (...plans: string[]) => ({ rate: plans.map(rateplanid => ({ rateplanid })) })
export const price = (prices: Record<number, string>) => ({
  price: Object.entries(prices).map(([numberOfGuests, value]) => ({ numberOfGuests, value })),
})

/** Rooms DBL (of type 10) and FAM (of type 20), plans BAR (rate 1) and HB (rate 2). */
export async function declareChannel(call: Call) {
  await updateSuccessfully(call, {
    rooms: [
      ...rooms([{ roomid: 'DBL' }], { roomTypeId: 10 }).rooms,
      ...rooms([{ roomid: 'FAM' }], { roomTypeId: 20 }).rooms,
    ],
    ratePlan: [
      ...plans([{ rateplanid: 'BAR' }], { rateID: 1 }).ratePlan,
      ...plans([{ rateplanid: 'HB' }], { rateID: 2 }).ratePlan,
    ],
  })
}

const TABLES = ['property', 'channel_property', 'channel_room', 'channel_rate_plan', 'room_day', 'plan_month']

/** All rows that a message may write, to check that a refused message has changed none. */
export const readChannelTables = () => rowsByTable(TABLES)

/** Runs as single days. */
export const unfolded = <Run extends { from: string; to: string }>(runs: Run[]): Run[] =>
  runs.flatMap(run => nightsOf(run.from, dateAfter(run.to, 1)).map(day => ({ ...run, from: day, to: day })))
