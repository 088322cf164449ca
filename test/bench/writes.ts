import { isDeepStrictEqual } from 'node:util'
import type { BenchService } from './bench-service.ts'
import type { BenchData } from './fixture.ts'
import { type Load, oneRequest } from './load.ts'
import { startHotelPeer } from './peers/start.ts'
import type { Figure } from './report.ts'
import { type Loads, throughput } from './speeds.ts'
import type { Pace } from './turns.ts'
import { createWriteHotels, WRITES, type WriteHotel } from './writes/data.ts'
import { requireSameRows } from './writes/same-rows.ts'

/** Innlet's hotel, and that of the bare Worker. Fastify has a copy of the first one. */
const CUSTOMERS = [21, 22]

/** Rounds are longer than those of reads: in 0.1 seconds there are ten of the slowest write. */
const ROUND_LENGTH = 3

/** The goal of an operation: its throughput against a bare Worker. A change reads and writes most. */
const goalOf = (name: string) => (name === 'PostBooking, modify' ? 0.5 : 0.75)

/** Throughput of writes, compared with a bare Worker, and beside Fastify. */
export async function benchWrites(bench: BenchService, _: BenchData, pace: Pace): Promise<Figure[]> {
  const [ours, bare] = (await createWriteHotels(bench.service, CUSTOMERS)) as [WriteHotel, WriteHotel]
  const hotel = await startHotelPeer(bench)
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
    const longer = { ...pace, seconds: ROUND_LENGTH * pace.seconds }
    for (const { name, loads } of operations)
      figures.push(await throughput(name, loads, longer, { peer: 'Fastify with node:sqlite', goal: goalOf(name) }))
    return figures
  } finally {
    await hotel.close()
  }
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
async function requireSameResponses(name: string, { ours, bare, peer }: Loads): Promise<void> {
  const [own, ...others] = await Promise.all(
    [ours, bare, peer].map(async load => {
      const { path, ...rest } = oneRequest(load)
      const response = await fetch(new URL(path, load.origin), rest)
      const text = await response.text()
      const json = text ? JSON.parse(text) : {}
      const variable = VARIABLE.filter(field => json.content?.[field] !== undefined)
      for (const field of variable) delete json.content[field]
      return { status: response.status, hasId: response.headers.has('x-reservation-id'), json, variable }
    }),
  )
  if (!others.every(other => isDeepStrictEqual(other, own)))
    throw new Error(`${name}: the responses differ: ${JSON.stringify([own, ...others])}`)
}
