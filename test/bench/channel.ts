import { channelHotelCalendar } from '../fixtures/channel-hotel.ts'
import type { BenchService } from './bench-service.ts'
import type { BenchData } from './fixture.ts'
import { type Load, runLoad } from './load.ts'
import { atMost, type Figure } from './report.ts'
import { type Pace, takeTurns } from './turns.ts'

/** Ten rooms under four plans for two years. */
const DAYS = 730
/** A few messages a round. Both Workers need about twenty messages to warm up. */
const SECONDS = 1

/**
 * The largest message of a channel manager, compared with a loop that only writes its values. Every message changes every price.
 */
export async function benchChannel(
  { origins }: BenchService,
  { writers }: BenchData,
  { rounds }: Pace,
): Promise<Figure[]> {
  const cheap = JSON.stringify(channelHotelCalendar({ from: '2027-01-01', days: DAYS }))
  const dear = cheap.replace(/(?<="value":")\d+/g, units => String(Number(units) + 1))
  const [ours, bare] = writers as [BenchData['writers'][0], BenchData['writers'][0]]
  const load = (origin: URL, path: string, bearer: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` }
    const requests = [cheap, dear].map(body => ({ method: 'POST' as const, path, headers, body }))
    const all: Load = { origin, requests, status: 200, connections: 1 }
    return () => runLoad(all, SECONDS)
  }
  const measured = await takeTurns(
    {
      ours: load(origins.innlet, '/api/CMConnect/UpdateCMConnect', ours.bearer),
      bare: load(origins.bare, `/calendar/${bare.customer}`, bare.bearer),
    },
    Math.ceil((2 * rounds) / 3),
  )
  const took = (name: 'ours' | 'bare') => `${Math.round(1000 / measured.of(name))} ms`
  return [
    atMost(
      'UpdateCMConnect, 29,200 cells: time against a bare loop',
      measured.ratio('bare', 'ours'),
      '×',
      2.5,
      `Innlet ${took('ours')}, bare ${took('bare')}, ${(cheap.length / 1e6).toFixed(1)} MB`,
    ),
  ]
}
