import { channelHotelCalendar } from '../fixtures/channel-hotel.ts'
import type { BenchService } from './bench-service.ts'
import { compareLoads, type Pace } from './compare.ts'
import type { BenchData } from './fixture.ts'
import type { Load } from './load.ts'
import { atMost, type Figure } from './report.ts'

/** Ten rooms under four plans for two years. */
const DAYS = 730

/**
 * The largest message of a channel manager, compared with a loop that only writes its values. Every message changes every price.
 */
export async function benchChannel(
  { origins }: BenchService,
  { writers }: BenchData,
  { rounds }: Pace,
): Promise<Figure[]> {
  const cheap = channelHotelCalendar({ from: '2027-01-01', days: DAYS })
  const bodies = [cheap, withHigherPrices(cheap)].map(message => JSON.stringify(message))
  const [ours, bare] = writers as [BenchData['writers'][0], BenchData['writers'][0]]
  const load = (origin: URL, path: string, bearer: string): Load => ({
    origin,
    requests: bodies.map(body => ({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body,
    })),
    status: 200,
    connections: 1,
  })
  const contest = await compareLoads(
    {
      ours: load(origins.innlet, '/api/CMConnect/UpdateCMConnect', ours.bearer),
      bare: load(origins.bare, `/calendar/${bare.customer}`, bare.bearer),
    },
    // A few messages per round, with alternating prices. Both Workers need about twenty messages to warm up.
    { rounds: Math.ceil((2 * rounds) / 3), seconds: 1 },
  )
  const took = (name: 'ours' | 'bare') => `${Math.round(contest.latency(name).p50)} ms`
  return [
    atMost(
      'UpdateCMConnect, 29,200 cells: time against a bare loop',
      1 / contest.ratio('ours', 'bare'),
      '×',
      2.5,
      `Innlet ${took('ours')}, bare ${took('bare')}, ${((bodies[0]?.length ?? 0) / 1e6).toFixed(1)} MB`,
    ),
  ]
}

type Message = ReturnType<typeof channelHotelCalendar>

function withHigherPrices(message: Message): Message {
  const other = structuredClone(message)
  for (const { data } of other.rateAvailability) {
    for (const { room } of data) {
      for (const { date } of room) {
        for (const { price } of date) for (const each of price) each.value = (Number(each.value) + 1).toFixed(2)
      }
    }
  }
  return other
}
