import { isDeepStrictEqual } from 'node:util'
import type { BenchService } from './bench-service.ts'
import { compareLoads, type Pace } from './compare.ts'
import type { BenchData } from './fixture.ts'
import { type Load, median, oneRequest } from './load.ts'
import { type OpenRound, runOpenLoad } from './open-load.ts'
import { startPeer } from './peers/start.ts'
import { atLeast, atMost, type Figure } from './report.ts'
import { createWriteHotels, WRITES, type WriteHotel } from './writes/data.ts'
import { requireSameRows } from './writes/same-rows.ts'

/** Innlet's hotel, and that of the bare Worker. Fastify has a copy of the first one. */
const CUSTOMERS = [21, 22]

/** Runs of the open load, and the seconds of each for a round of 0.1 seconds. */
const OPEN_RUNS = 5
const OPEN_SECONDS = 3

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
      await requireSameResponses(name, Object.values(loads))
      requireSameRows(name, bench.copyDatabase(), ours.customer, bare.customer)
    }
    const figures: Figure[] = []
    for (const { name, loads } of operations) figures.push(...(await compare(name, loads, pace)))
    return figures
  } finally {
    await hotel.close()
  }
}

async function compare(name: string, loads: Record<'ours' | 'bare' | 'peer', Load>, pace: Pace): Promise<Figure[]> {
  const contest = await compareLoads(loads, pace)
  const rate = (of: keyof typeof loads) => `${Math.round(contest.rate(of)).toLocaleString('en')}/s`
  const beside = `Innlet ${rate('ours')}, bare ${rate('bare')}; Fastify with node:sqlite ${rate('peer')}`
  const { ours, bare } = await openLoads(loads, contest.rate('bare') / 2, OPEN_SECONDS * (pace.seconds / 0.1))
  const p99 = (rounds: OpenRound[]) => median(rounds.map(round => round.p99))
  return [
    atLeast(`${name}: throughput against bare`, contest.ratio('ours', 'bare'), '×', 0.85, beside),
    atMost(
      `${name}: p99 against bare, at half of its throughput`,
      p99(ours) / p99(bare),
      '×',
      1.2,
      `Innlet ${latencies(ours)}; bare ${latencies(bare)}`,
    ),
  ]
}

/** Both loads at a constant rate, in turns. A first run is not counted. */
async function openLoads({ ours, bare }: Record<'ours' | 'bare', Load>, perSecond: number, seconds: number) {
  const rounds = { ours: [] as OpenRound[], bare: [] as OpenRound[] }
  for (let run = 0; run <= OPEN_RUNS; run++) {
    for (const name of run % 2 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
      const round = await runOpenLoad(name === 'ours' ? ours : bare, perSecond, seconds)
      if (run > 0) rounds[name].push(round)
    }
  }
  return rounds
}

/** The median of the runs, with the lowest and the highest. */
function latencies(rounds: readonly OpenRound[]): string {
  const text = (of: keyof OpenRound) => {
    const times = rounds.map(round => round[of])
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

/** Throws unless all programs respond the same to their first request: only equal work can be compared. */
async function requireSameResponses(name: string, loads: readonly Load[]): Promise<void> {
  const responses = await Promise.all(
    loads.map(async load => {
      const { path, ...rest } = oneRequest(load)
      const response = await fetch(new URL(path, load.origin), rest)
      const text = await response.text()
      const json = text ? JSON.parse(text) : {}
      const variable = VARIABLE.filter(field => json.content?.[field] !== undefined)
      for (const field of variable) delete json.content[field]
      return { status: response.status, hasId: response.headers.has('x-reservation-id'), json, variable }
    }),
  )
  if (responses.every(response => isDeepStrictEqual(response, responses[0]))) return
  throw new Error(`${name}: the responses differ: ${responses.map(each => JSON.stringify(each)).join('; ')}`)
}
