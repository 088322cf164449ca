import { isDeepStrictEqual } from 'node:util'
import { SignJWT } from 'jose'
import type { BenchService } from './bench-service.ts'
import { type Comparison, compareLoads, type Pace } from './compare.ts'
import type { BenchData } from './fixture.ts'
import { type Load, type LoadRequest, oneRequest } from './load.ts'
import { startPeer } from './peers/start.ts'
import { atLeast, type Figure } from './report.ts'

/** The goal of reads and tokens: their throughput against a bare implementation. */
const GOAL = 0.8

const JSON_BODY = { 'content-type': 'application/json' }

/** Throughput of endpoints, compared with a bare implementation and with common alternatives. */
export async function benchSpeeds(bench: BenchService, data: BenchData, pace: Pace): Promise<Figure[]> {
  const keyOf = (name: string) => JSON.parse(bench.vars[name] as string).keys[0]
  const hotel = await startPeer('hotel.ts', {
    database: bench.copyDatabase(),
    statements: bench.statements,
    signingKey: keyOf('SIGNING_KEYS'),
    linkKey: keyOf('LINK_KEYS'),
  })
  const issuer = await startPeer('issuer.ts')
  try {
    return [
      ...(await reads(bench, data, hotel.origin, pace)),
      ...(await tokens(bench, data, issuer.origin, pace)),
      ...(await invalidLinks(bench, data, pace)),
      ...(await bearerCheck(bench, data, pace)),
    ]
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
  const authorization = `Bearer ${bearer}`
  const list: Omit<LoadRequest, 'path'> = {
    method: 'POST',
    headers: { ...JSON_BODY, authorization },
    body: JSON.stringify({ pageSize: 50 }),
  }
  const loads = {
    details: {
      ours: links.map(({ token }) => ({ path: `/api/public/PartnerItinerary/details/${token}` })),
      bare: links.map(({ token, reservationId }) => ({ path: `/details/1/${reservationId}/${claimsOf(token).jti}` })),
      peer: links.map(({ token }) => ({ path: `/details/${token}` })),
    },
    GetInventoryItem: {
      ours: [{ path: '/api/Inventory/GetInventoryItem?itemNumber=SKU-1', headers: { authorization } }],
      bare: [{ path: '/inventory/1?itemNumber=SKU-1' }],
      peer: [{ path: '/inventory?itemNumber=SKU-1', headers: { authorization } }],
    },
    'GetReservations, 50 rows': {
      ours: [{ path: '/api/Reservation/GetReservations', ...list }],
      bare: [{ path: '/reservations/1', ...list }],
      peer: [{ path: '/reservations', ...list }],
    },
  }
  const figures: Figure[] = []
  for (const [name, { ours, bare, peer }] of Object.entries(loads)) {
    const loads = {
      ours: { origin: origins.innlet, requests: ours, status: 200 },
      bare: { origin: origins.bare, requests: bare, status: 200 },
      peer: { origin: hotel, requests: peer, status: 200 },
    }
    await requireSameResponses(name, Object.values(loads))
    const contest = await compareLoads(loads, pace)
    const beside = `${rates(contest)}; Fastify with node:sqlite ${perSecond(contest, 'peer')}`
    figures.push(atLeast(`${name}: throughput against bare`, contest.ratio('ours', 'bare'), '×', GOAL, beside))
  }
  return figures
}

async function tokens({ origins }: BenchService, { grant }: BenchData, issuer: URL, pace: Pace): Promise<Figure[]> {
  const ask: LoadRequest = { method: 'POST', path: '/oauth/token', headers: JSON_BODY, body: JSON.stringify(grant) }
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'bench',
    client_secret: 'a secret of the bench',
    scope: 'reservations:read reservations:write',
    resource: 'https://innlet.test/api',
  })
  const contest = await compareLoads(
    {
      ours: { origin: origins.innlet, requests: [ask], status: 200 },
      bare: { origin: origins.bare, requests: [{ ...ask, path: '/token' }], status: 200 },
      peer: {
        origin: issuer,
        requests: [
          {
            method: 'POST',
            path: '/token',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: form.toString(),
          },
        ],
        status: 200,
      },
    },
    pace,
  )
  const beside = `${rates(contest)}; oidc-provider, in memory, ${perSecond(contest, 'peer')}`
  return [atLeast('token: throughput against bare', contest.ratio('ours', 'bare'), '×', GOAL, beside)]
}

async function invalidLinks({ origins, vars }: BenchService, { links }: BenchData, pace: Pace): Promise<Figure[]> {
  const tokens = links.map(({ token }) => token)
  const at = (token: string) => ({ path: `/api/public/PartnerItinerary/details/${token}` })
  const expired = await Promise.all(tokens.map(token => expiredCopy(token, vars.LINK_KEYS as string)))
  const contest = await compareLoads(
    {
      forged: { origin: origins.innlet, requests: tokens.map(forgedCopy).map(at), status: 404 },
      expired: { origin: origins.innlet, requests: expired.map(at), status: 404 },
      bare: { origin: origins.bare, requests: [{ path: '/nothing' }], status: 404 },
    },
    pace,
  )
  const figure = (name: string, of: 'forged' | 'expired') =>
    atLeast(
      `details, ${name}: throughput against a bare 404`,
      contest.ratio(of, 'bare'),
      '×',
      0.5,
      `Innlet ${perSecond(contest, of)}, bare ${perSecond(contest, 'bare')}`,
    )
  return [figure('bad signature', 'forged'), figure('expired link', 'expired')]
}

async function bearerCheck({ origins }: BenchService, { bearer }: BenchData, pace: Pace): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${bearer}`, host: origins.innlet.host }
  const load = (path: string): Load => ({ origin: origins.checked, requests: [{ path, headers }], status: 200 })
  const path = '/inventory/1?itemNumber=SKU-1'
  // A difference of a hundredth needs more rounds than a difference of a half.
  const contest = await compareLoads(
    { with: load(`${path}&check`), without: load(`${path}&plain`) },
    { ...pace, rounds: 4 * pace.rounds },
  )
  const beside = `with ${perSecond(contest, 'with')}, without ${perSecond(contest, 'without')}`
  return [
    atLeast('bearer seen before in the isolate, against no check', contest.ratio('with', 'without'), '×', 0.97, beside),
  ]
}

const perSecond = <Name extends string>(contest: Comparison<Name>, name: Name) =>
  `${Math.round(contest.rate(name)).toLocaleString('en')}/s`

const rates = (contest: Comparison<'ours' | 'bare' | 'peer'>) =>
  `Innlet ${perSecond(contest, 'ours')}, bare ${perSecond(contest, 'bare')}`

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

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** The link with one bit of its signature flipped. */
function forgedCopy(token: string): string {
  const [header, payload, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes[7] = (bytes[7] ?? 0) ^ 1
  return `${header}.${payload}.${bytes.toString('base64url')}`
}

/** The link signed again with an expiry of one minute ago. */
function expiredCopy(token: string, keys: string): Promise<string> {
  const [{ kid, k }] = JSON.parse(keys).keys
  const exp = Math.floor(Date.now() / 1000) - 60
  return new SignJWT({ ...claimsOf(token), exp })
    .setProtectedHeader({ alg: 'HS256', typ: 'link+jwt', kid })
    .sign(Buffer.from(k, 'base64url'))
}
