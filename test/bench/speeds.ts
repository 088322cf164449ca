import { isDeepStrictEqual } from 'node:util'
import { decodeJwt } from 'jose'
import type { BenchService } from './bench-service.ts'
import type { BenchData } from './fixture.ts'
import { type Load, type LoadRequest, oneRequest, runLoad } from './load.ts'
import { startHotelPeer, startPeer } from './peers/start.ts'
import { atLeast, type Figure } from './report.ts'
import { type Pace, takeTurns } from './turns.ts'

/** The goal of reads and tokens: their throughput against a bare implementation. */
const GOAL = 0.8

const JSON_BODY = { 'content-type': 'application/json' }

/** The loads of one operation, in each program. */
export type Loads = Record<'ours' | 'bare' | 'peer', Load>

/** The throughput of an operation against a bare Worker, with the rates of all programs. */
export async function throughput(
  name: string,
  loads: Loads,
  { rounds, seconds }: Pace,
  { peer, goal }: { peer: string; goal: number },
): Promise<Figure> {
  const run = (load: Load) => () => runLoad(load, seconds)
  const measured = await takeTurns({ ours: run(loads.ours), bare: run(loads.bare), peer: run(loads.peer) }, rounds)
  const rate = (of: keyof Loads) => `${Math.round(measured.of(of)).toLocaleString('en')}/s`
  const beside = `Innlet ${rate('ours')}, bare ${rate('bare')}; ${peer} ${rate('peer')}`
  return atLeast(`${name}: throughput against bare`, measured.ratio('ours', 'bare'), '×', goal, beside)
}

/** Throughput of reads and tokens, compared with a bare implementation and with common alternatives. */
export async function benchSpeeds(bench: BenchService, data: BenchData, pace: Pace): Promise<Figure[]> {
  const hotel = await startHotelPeer(bench)
  const issuer = await startPeer('issuer.ts')
  try {
    return [...(await reads(bench, data, hotel.origin, pace)), await tokens(bench, data, issuer.origin, pace)]
  } finally {
    await hotel.close()
    await issuer.close()
  }
}

async function reads(
  { origins }: BenchService,
  { bearer, links }: BenchData,
  hotel: URL,
  pace: Pace,
): Promise<Figure[]> {
  const list: Omit<LoadRequest, 'path'> = {
    method: 'POST',
    headers: { ...JSON_BODY, authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ pageSize: 50 }),
  }
  const operations = {
    details: {
      ours: links.map(({ token }) => ({ path: `/api/public/PartnerItinerary/details/${token}` })),
      bare: links.map(({ token, reservationId }) => ({ path: `/details/1/${reservationId}/${decodeJwt(token).jti}` })),
      peer: links.map(({ token }) => ({ path: `/details/${token}` })),
    },
    'GetReservations, 50 rows': {
      ours: [{ path: '/api/Reservation/GetReservations', ...list }],
      bare: [{ path: '/reservations/1', ...list }],
      peer: [{ path: '/reservations', ...list }],
    },
  }
  const figures: Figure[] = []
  for (const [name, { ours, bare, peer }] of Object.entries(operations)) {
    const loads = {
      ours: { origin: origins.innlet, requests: ours, status: 200 },
      bare: { origin: origins.bare, requests: bare, status: 200 },
      peer: { origin: hotel, requests: peer, status: 200 },
    }
    await requireSameResponses(name, Object.values(loads))
    figures.push(await throughput(name, loads, pace, { peer: 'Fastify with node:sqlite', goal: GOAL }))
  }
  return figures
}

function tokens({ origins }: BenchService, { grant }: BenchData, issuer: URL, pace: Pace): Promise<Figure> {
  const ask: LoadRequest = { method: 'POST', path: '/oauth/token', headers: JSON_BODY, body: JSON.stringify(grant) }
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'bench',
    client_secret: 'a secret of the bench',
    scope: 'reservations:read reservations:write',
    resource: 'https://innlet.test/api',
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const loads = {
    ours: { origin: origins.innlet, requests: [ask], status: 200 },
    bare: { origin: origins.bare, requests: [{ ...ask, path: '/token' }], status: 200 },
    peer: {
      origin: issuer,
      requests: [{ method: 'POST' as const, path: '/token', headers, body: form.toString() }],
      status: 200,
    },
  }
  return throughput('token', loads, pace, { peer: 'oidc-provider, in memory,', goal: GOAL })
}

/** Throws unless all programs return the same JSON: only equal work can be compared. */
async function requireSameResponses(name: string, loads: readonly Load[]): Promise<void> {
  const answers = await Promise.all(
    loads.map(async load => {
      const { path, ...rest } = oneRequest(load)
      return (await fetch(new URL(path, load.origin), rest)).json()
    }),
  )
  if (answers.every(answer => isDeepStrictEqual(answer, answers[0]))) return
  const texts = answers.map(answer => JSON.stringify(answer).slice(0, 200))
  throw new Error(`${name}: the responses differ: ${texts.join('; ')}`)
}
