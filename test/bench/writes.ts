import { isDeepStrictEqual } from 'node:util'
import type { BenchService } from './bench-service.ts'
import { compareLoads, type Pace } from './compare.ts'
import type { BenchData } from './fixture.ts'
import { type Load, median, oneRequest, quantile } from './load.ts'
import { runOpenLoad } from './open-load.ts'
import { startPeer } from './peers/start.ts'
import { atLeast, type Figure, figureWithoutLimit } from './report.ts'
import { createWriteHotels, WRITES, type WriteHotel } from './writes/data.ts'
import { requireSameRows } from './writes/same-rows.ts'

/** Innlet's hotel, and that of the bare Worker. Fastify has a copy of the first one. */
const CUSTOMERS = [21, 22]

/** Rounds are longer than those of reads: in 0.1 seconds there are ten of the slowest write. */
const ROUND_LENGTH = 3
/** Runs of the open load. In each, the programs take turns so often, for ten rounds of reads: a slow moment of the machine is in both. */
const OPEN_RUNS = 5
const TURNS = 8
const TURN_LENGTH = 10

/** The goal of an operation: its throughput against a bare Worker. A change reads and writes most. */
const goalOf = (name: string) => (name === 'PostBooking, modify' ? 0.5 : 0.75)

/** Throughput and latency of writes, compared with a bare Worker, and beside Fastify. */
export async function benchWrites(bench: BenchService, _: BenchData, pace: Pace): Promise<Figure[]> {
  const keyOf = (name: string) => JSON.parse(bench.vars[name] as string).keys[0]
  const [ours, bare] = (await createWriteHotels(bench.service, CUSTOMERS)) as [WriteHotel, WriteHotel]
  const hotel = await startPeer('writes.ts', {
    database: bench.copyDatabase(),
    signingKey: keyOf('SIGNING_KEYS'),
    linkKey: keyOf('LINK_KEYS'),
  })
  try {
    const operations = Object.entries(WRITES).map(([name, { path, body }]) => {
      const byHand = encodeURIComponent(name)
      const loads = {
        ours: newRequests(bench.origins.innlet, path, ours.bearer, body),
        bare: newRequests(bench.origins.bare, `/write/${bare.customer}/${byHand}`, bare.bearer, body),
        peer: newRequests(hotel.origin, `/write/${byHand}`, ours.bearer, body),
      }
      return { name, loads }
    })
    for (const { name, loads } of operations) {
      await requireSameResponses(name, loads)
      requireSameRows(name, bench.copyDatabase(), ours.customer, bare.customer)
    }
    const figures: Figure[] = []
    for (const { name, loads } of operations) figures.push(...(await compare(name, loads, pace)))
    return figures
  } finally {
    await hotel.close()
  }
}

/** The loads of one operation. */
type Loads = Record<'ours' | 'bare' | 'peer', Load>

async function compare(name: string, loads: Loads, pace: Pace): Promise<Figure[]> {
  const contest = await compareLoads(loads, { ...pace, seconds: ROUND_LENGTH * pace.seconds })
  const rate = (of: keyof typeof loads) => `${Math.round(contest.rate(of)).toLocaleString('en')}/s`
  const beside = `Innlet ${rate('ours')}, bare ${rate('bare')}; Fastify with node:sqlite ${rate('peer')}`
  const { ours, bare } = await openLoads(loads, contest.rate('bare') / 2, TURN_LENGTH * pace.seconds)
  const p99 = (runs: OpenRun[]) => median(runs.map(run => run.p99))
  return [
    atLeast(`${name}: throughput against bare`, contest.ratio('ours', 'bare'), '×', goalOf(name), beside),
    // Noise decides this ratio, so that it has no goal.
    figureWithoutLimit(
      `${name}: p99 against bare, at half of its throughput`,
      p99(ours) / p99(bare),
      '×',
      `Innlet ${latencies(ours)}; bare ${latencies(bare)}`,
    ),
  ]
}

/** Latencies of one run, in milliseconds. */
interface OpenRun {
  p50: number
  p99: number
}

/** Both loads at a constant rate, in turns of some seconds. A first turn is not counted. */
async function openLoads({ ours, bare }: Record<'ours' | 'bare', Load>, perSecond: number, seconds: number) {
  const runs = { ours: [] as OpenRun[], bare: [] as OpenRun[] }
  for (const load of [ours, bare]) await runOpenLoad(load, perSecond, seconds)
  for (let run = 0; run < OPEN_RUNS; run++) {
    const times = { ours: [] as number[], bare: [] as number[] }
    for (let turn = 0; turn < TURNS; turn++) {
      for (const name of turn % 2 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        times[name].push(...(await runOpenLoad(name === 'ours' ? ours : bare, perSecond, seconds)))
      }
    }
    runs.ours.push(quantilesOf(times.ours))
    runs.bare.push(quantilesOf(times.bare))
  }
  return runs
}

function quantilesOf(times: number[]): OpenRun {
  times.sort((a, b) => a - b)
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** The median of the runs, with the lowest and the highest. */
function latencies(runs: readonly OpenRun[]): string {
  const text = (of: keyof OpenRun) => {
    const times = runs.map(run => run[of])
    return `${of} ${median(times).toFixed(1)} ms (${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)})`
  }
  return `${text('p50')}, ${text('p99')}`
}

function newRequests(origin: URL, path: string, bearer: string, body: (n: number) => object): Load {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` }
  let n = 0
  return {
    origin,
    status: 200,
    requests: () => ({ method: 'POST', path, headers, body: JSON.stringify(body(n++)) }) as const,
  }
}

/** What differs between equal responses: a room of the type, and the signed link. */
const VARIABLE = ['roomId', 'itineraryUrl', 'reservationId', 'reservationNumber']
/** The headers of HTTP itself, and those that the runtime adds. */
const OF_HTTP = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']
/** The headers whose values differ. */
const VARIABLE_HEADERS = ['server-timing', 'x-d1-bookmark', 'x-request-id', 'x-reservation-id', 'x-reservation-number']

/**
 * Throws unless all programs respond the same to their first request: only equal work can be compared. The bare Worker sends the
 * same headers too.
 */
async function requireSameResponses(name: string, { ours, bare, peer }: Loads): Promise<void> {
  const [own, ...others] = await Promise.all(
    [ours, bare, peer].map(async load => {
      const { path, ...rest } = oneRequest(load)
      const response = await fetch(new URL(path, load.origin), rest)
      const text = await response.text()
      const json = text ? JSON.parse(text) : {}
      const variable = VARIABLE.filter(field => json.content?.[field] !== undefined)
      for (const field of variable) delete json.content[field]
      const headers = [...response.headers].filter(([header]) => load !== peer && !OF_HTTP.includes(header))
      const fixed = headers.map(([header, value]) => [header, VARIABLE_HEADERS.includes(header) ? '' : value])
      const hasId = response.headers.has('x-reservation-id')
      return { status: response.status, hasId, json, variable, headers: load === peer ? undefined : fixed }
    }),
  )
  const isSame = others.every(other => isDeepStrictEqual(other, { ...own, headers: other.headers && own?.headers }))
  if (!isSame) throw new Error(`${name}: the responses differ: ${JSON.stringify([own, ...others])}`)
}
