import * as z from 'zod'
import { localError } from '../../errors.ts'
import type { Innlet } from '../../innlet.ts'
import { counted } from '../text.ts'
import * as inputs from './inputs.ts'
import { writingTool } from './tool.ts'

const flag = (text: string) => z.boolean().optional().describe(text)

const INPUT = z.strictObject({
  hotelid: inputs.hotelid,
  roomid: z.string().max(50).describe('The channel room, such as DBL.'),
  rateplanid: z.string().max(20).optional().describe('The rate plan, such as BAR. Prices need it.'),
  from: inputs.date.describe('The first day, YYYY-MM-DD.'),
  to: inputs.date.describe('The last day, YYYY-MM-DD. It is included.'),
  prices: z
    .array(z.strictObject({ numberOfGuests: z.int().min(1), value: z.number().min(0) }))
    .min(1)
    .optional()
    .describe('The price of a night for each number of guests that has one: the prices of a plan are set together.'),
  roomsToSell: z.int().min(0).optional().describe('Rooms to sell on each day.'),
  closed: flag('Whether nothing is sold.'),
  minimumStay: z.int().min(0).optional().describe('Nights. 0: no minimum.'),
  closedOnArrival: flag('Whether no stay may begin.'),
  closedOnDeparture: flag('Whether no stay may end.'),
})

type Input = z.output<typeof INPUT>

/** Sets prices and restrictions of a period, as a channel manager does. */
export const setRates = writingTool({
  name: 'set_rates',
  description:
    'Sets prices, rooms to sell or restrictions of a channel room for a period. What is not given stays as it is. `rates_week` shows the ids.',
  permission: 'rates:write',
  isDestructive: true,
  input: INPUT,
  prepare: async (innlet, input) => {
    const { hotelid, roomid, rateplanid, from, to } = input
    const entry = entryOf(input)
    const set = wordsOf(input)
    if (!set.length) throw localError('INVALID_FIELD', 'Nothing to set: give prices, rooms to sell or a restriction')
    if (input.prices && rateplanid === undefined)
      throw localError('INVALID_FIELD', 'rateplanid: prices need their plan')
    const before = await storedDays(innlet, input)
    return {
      text: `Set for room ${roomid}${rateplanid ? `, plan ${rateplanid},` : ''} of ${hotelid} from ${from} to ${to}: ${set.join('; ')}.`,
      data: { hotelid, roomid, rateplanid: rateplanid ?? null, from, to, before, after: entry },
      write: async () => {
        await storedDays(innlet, input)
        await innlet.cmConnect.update({
          rateAvailability: [{ data: [{ hotelid, room: [{ roomid, date: [entry] }] }] }],
        })
        return {
          text: `Set for room ${roomid} of ${hotelid} from ${from} to ${to}.`,
          data: { hotelid, roomid, from, to, after: entry },
        }
      },
    }
  },
})

/**
 * The days of the room as they are stored. Refuses an unknown room or plan, and prices that would remove the price of another number of
 * guests.
 */
async function storedDays(innlet: Innlet, { hotelid, roomid, rateplanid, from, to, prices }: Input) {
  const { rooms, ratePlan, rateAvailability } = await innlet.cmConnect.get({ hotelid, from, to })
  const knownRooms = rooms
    .flatMap(({ data }) => data)
    .flatMap(({ sellableProducts }) => sellableProducts.sellableProduct)
  if (!knownRooms.some(room => room.roomid === roomid))
    throw localError('UNKNOWN_REFERENCE', `roomid: there is no channel room ${roomid} in ${hotelid}`)
  const knownPlans = ratePlan.flatMap(({ data }) => data).flatMap(({ ratePlans }) => ratePlans.ratePlan)
  if (rateplanid !== undefined && !knownPlans.some(plan => plan.rateplanid === rateplanid))
    throw localError('UNKNOWN_REFERENCE', `rateplanid: there is no plan ${rateplanid} in ${hotelid}`)
  const days = rateAvailability
    .flatMap(({ data }) => data)
    .flatMap(({ room }) => room)
    .filter(room => room.roomid === roomid)
  if (prices) {
    const given = new Set(prices.map(({ numberOfGuests }) => numberOfGuests))
    const stored = days
      .flatMap(({ date }) => date)
      .filter(({ rate }) => rate?.some(plan => plan.rateplanid === rateplanid))
      .flatMap(({ price = [] }) => price.map(({ numberOfGuests }) => Number(numberOfGuests)))
    const all = new Set([...given, ...stored])
    if (all.size > given.size) {
      const numbers = [...all].sort((one, other) => one - other).map(String)
      const list = new Intl.ListFormat('en-GB').format(numbers)
      throw localError('INVALID_FIELD', `prices: give the prices for ${list} guests: a plan's prices are set together`)
    }
  }
  return days
}

/** The date entry of the channel message. */
const entryOf = ({ from, to, rateplanid, prices, ...rest }: Input) => ({
  from,
  to,
  rate: rateplanid ? [{ rateplanid }] : undefined,
  price: prices?.map(({ numberOfGuests, value }) => ({ numberOfGuests: String(numberOfGuests), value: String(value) })),
  roomstosell: textOf(rest.roomsToSell),
  closed: textOf(rest.closed),
  minimumstay: textOf(rest.minimumStay),
  closedonarrival: textOf(rest.closedOnArrival),
  closedondeparture: textOf(rest.closedOnDeparture),
})

/** A number as a text; a flag is `1` or `0`. */
const textOf = (value: number | boolean | undefined) => (value === undefined ? undefined : String(Number(value)))

const pricesOf = (prices: NonNullable<Input['prices']>) =>
  prices.map(({ numberOfGuests, value }) => `${value} for ${counted(numberOfGuests, 'guest')}`).join(', ')

/** What an input sets, in words. */
function wordsOf({ prices, roomsToSell, minimumStay, closed, closedOnArrival, closedOnDeparture }: Input): string[] {
  const either = (value: boolean | undefined, yes: string, no: string) =>
    value === undefined ? [] : [value ? yes : no]
  return [
    ...(prices ? [`prices in the hotel's currency ${pricesOf(prices)}`] : []),
    ...(roomsToSell === undefined ? [] : [`${counted(roomsToSell, 'room')} to sell`]),
    ...(minimumStay === undefined ? [] : [`a minimum stay of ${counted(minimumStay, 'night')}`]),
    ...either(closed, 'closed for sale', 'open for sale'),
    ...either(closedOnArrival, 'closed to arrival', 'open to arrival'),
    ...either(closedOnDeparture, 'closed to departure', 'open to departure'),
  ]
}
