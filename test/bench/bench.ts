/**
 * `npm run bench`: drives the Worker in workerd at its own socket, past the development proxy that would hide its speed, and
 * prints one table: what was counted, what was measured, and the goal where there is one. The same goes to dist/bench.json.
 *
 * `--seconds 2` is how long one round of one load lasts, `--rounds 5` how many there are; loads take turns, and medians are told.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type House, openHouse, setUp } from './house.ts'
import { fire, median, type Round } from './load.ts'
import { type Loads, prepareLoads } from './loads.ts'
import { type Figure, report } from './report.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '5' } },
})

const house = await openHouse()
try {
  await setUp(house.service)
  const loads = await prepareLoads(house.service)
  const measured = await measure(house, loads, Number(values.seconds), Number(values.rounds))
  report([...counts(house), ...sizes(house), ...speeds(loads, measured)], 'dist/bench.json')
} finally {
  await house.close()
}

/** Rounds of every load, by its key. The first of each is to warm up, and is not told. */
async function measure({ origin }: House, loads: Loads, seconds: number, rounds: number) {
  const measured = new Map<string, Round[]>()
  for (const load of Object.values(loads)) await fire(origin, load, 1)
  for (let round = 1; round <= rounds; round++) {
    for (const [key, load] of Object.entries(loads)) {
      measured.set(key, [...(measured.get(key) ?? []), await fire(origin, load, seconds)])
    }
    console.error(`round ${round} of ${rounds}`)
  }
  return measured
}

/** D1 round trips, the most of all requests that were made, as the Worker's own log has them. */
function counts({ trips }: House): Figure[] {
  const most = (title: string, key: string, goal?: number): Figure => ({
    title: `D1 round trips: ${title}`,
    value: trips.get(key) ?? Number.NaN,
    goal,
  })
  return [
    most('details', 'GET /api/public/PartnerItinerary/details/{token} 200', 1),
    most("the guest's page, to be read as it comes", 'GET /itinerary/{token} 200', 1),
    most('PostBooking, new', 'POST /api/Booking/PostBooking 200', 2),
    most('verifying a bearer', 'POST /api/Booking/PostBooking 403', 0),
    most('token', 'POST /oauth/token 200'),
    most('IssueLink', 'POST /api/PartnerItinerary/IssueLink 200'),
  ]
}

function gzipped(...path: string[]): number {
  return gzipSync(readFileSync(join(...path)), { level: 9 }).length
}

function sizes({ build: { site, script } }: House): Figure[] {
  const locales = readdirSync(join(site, 'widget', 'locales')).filter(file => file.endsWith('.js'))
  const largest = Math.max(0, ...locales.map(file => gzipped(site, 'widget', 'locales', file)))
  return [
    { title: 'widget script, gzip', value: gzipped(site, 'widget', 'guest-itinerary.js'), unit: 'B', goal: 14_000 },
    { title: "the largest language's words, gzip", value: largest, unit: 'B' },
    { title: 'Worker, gzip', value: gzipped(script), unit: 'B' },
  ]
}

function speeds(loads: Loads, measured: Map<string, Round[]>): Figure[] {
  return Object.entries(loads).map(([key, { name }]) => {
    const middle = (of: (round: Round) => number) => median((measured.get(key) ?? []).map(of))
    const latency = { p50: middle(({ p50 }) => p50), p99: middle(({ p99 }) => p99) }
    return { title: name, value: Math.round(middle(({ perSecond }) => perSecond)), unit: '/s', latency }
  })
}
