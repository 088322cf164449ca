/**
 * `node test/bench/growth.ts`: the latency of each read endpoint with a million reservations, compared with a thousand: the
 * first page of every list, a page after the thousandth by its cursor, and lookups. `--reservations 10000000 --databases 10`
 * distributes ten million over ten databases, and measures in the last one. `--state` names a new folder to keep what was filled.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endRuntimeWithUs } from '../../scripts/start/watchdog.ts'
import { build } from '../../tooling/builds/build.ts'
import { readVars } from '../../tooling/command/vars.ts'
import { customerIn, databaseNames, fillDatabase } from './fill.ts'
import { type CountedService, startCountedService } from './growth/counted-service.ts'
import { listsOf, pageOf } from './growth/lists.ts'
import { costLabel, cursorAfter, entriesPerLayer, requestPage, timeOfEarlyChange } from './growth/operation-costs.ts'
import { median } from './load.ts'
import { atMost, type Figure, print } from './report.ts'

const FEW = 1_000
const MANY = 1_000_000
const ROUNDS = 7
/** Consecutive requests of one kind. */
const REQUESTS_PER_ROUND = 12
const LIMIT = 1.15
/** No index has both parts of this filter. A page reads the stays of the week, of all types. */
const TYPE_AND_WEEK = 'roomInfo, a type and a week'
const LIMIT_OF_TYPE_AND_WEEK = 2

interface ReadRequest {
  method: string
  path: string
  body?: object | undefined
}

/** The same request for both databases. */
interface RequestPair {
  /** The name of the figure: an endpoint, and the page of the list. */
  figure: string
  few: ReadRequest
  many: ReadRequest
}

interface GrowthOptions {
  reservations?: number
  databases?: number
  /** The folder of the large installation; default: a temporary one. */
  keptState?: string
}

export async function benchGrowth(options: GrowthOptions = {}): Promise<Figure[]> {
  const { reservations = MANY, databases = 1, keptState } = options
  const folder = mkdtempSync(join(tmpdir(), 'innlet-growth-'))
  const services: CountedService[] = []
  try {
    const vars = await readVars(join(folder, 'vars'))
    const built = await build(join(folder, 'build'))
    const fill = async (state: string, reservations: number, databases: number) => {
      if (!existsSync(state)) await fillDatabase({ build: built, vars, state, reservations, databases })
      return { state, databases }
    }
    const folders = [
      await fill(join(folder, 'few'), FEW, 1),
      await fill(keptState ?? join(folder, 'many'), reservations, databases),
    ]
    // Tokens of the services would expire while a large folder is filled.
    for (const { state, databases } of folders) {
      const settings = databases > 1 ? { ...vars, DATABASES: databaseNames(databases) } : vars
      const customer = customerIn(databases - 1)
      services.push(await startCountedService({ build: built, vars: settings, state, customer }))
    }
    const [few, many] = services as [CountedService, CountedService]
    const title = `latency at ${powerOfTen(reservations)} against 10³`
    return await measure(title, few, many, [...(await pairsOfLists(few, many)), ...(await pairsOfLookUps(few, many))])
  } finally {
    for (const house of services) await house.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function pairsOfLists(few: CountedService, many: CountedService): Promise<RequestPair[]> {
  const entries = await entriesPerLayer(few)
  const [ofFew, ofMany] = [listsOf(await timeOfEarlyChange(few)), listsOf(await timeOfEarlyChange(many))]
  const pairs: RequestPair[] = []
  for (const [i, list] of ofFew.entries()) {
    // The cost of these lists depends on the number of reservations.
    if (list.range) continue
    const same = ofMany[i] as typeof list
    const endpoint = `${list.operation.split('/').at(-1)}${list.by === TYPE_AND_WEEK ? `, ${list.by}` : ''}`
    pairs.push({ figure: `${endpoint}, first page`, few: pageOf(list, {}), many: pageOf(same, {}) })
    const second = (await requestPage(few, list, {})).headers.get('x-next-cursor') ?? ''
    const far = await cursorAfter(many, same, 1000, entries.get(costLabel(list.operation, list.by)) ?? 1)
    pairs.push({
      figure: `${endpoint}, thousandth page`,
      few: pageOf(list, { cursor: second }),
      many: pageOf(same, { cursor: far }),
    })
  }
  return pairs
}

/** What is read one at a time. */
async function pairsOfLookUps(few: CountedService, many: CountedService): Promise<RequestPair[]> {
  const link = async ({ service, bearer }: CountedService) => {
    const issued = await service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId: 4 }, bearer)
    return { method: 'GET', path: `/api/public/PartnerItinerary/details/${issued.json.content.token}` }
  }
  const both = (figure: string, shot: ReadRequest): RequestPair => ({ figure, few: shot, many: shot })
  const window = 'hotelid=H1&from=2027-01-01&to=2027-01-31'
  const stay = 'hotelid=H1&arrivalDate=2027-02-03&departureDate=2027-02-06&guests=2'
  return [
    { figure: 'details', few: await link(few), many: await link(many) },
    both('GetReservations, one by id', {
      method: 'POST',
      path: '/api/Reservation/GetReservations',
      body: { reservationID: 7 },
    }),
    both('GetInventoryItem, one by id', { method: 'GET', path: '/api/Inventory/GetInventoryItem?inventoryId=2' }),
    both('GetInventoryLocations', { method: 'GET', path: '/api/Inventory/GetInventoryLocations' }),
    both('GetOffers, three nights of a hotel', { method: 'GET', path: `/api/OnlineBooking/GetOffers?${stay}` }),
    both('GetCMConnect, a month', { method: 'GET', path: `/api/CMConnect/GetCMConnect?${window}` }),
  ]
}

/** All questions in turns, round by round; of each the median, and of the rounds the median of what they come to together. */
async function measure(
  title: string,
  few: CountedService,
  many: CountedService,
  pairs: RequestPair[],
): Promise<Figure[]> {
  const figures = [...new Set(pairs.map(({ figure }) => figure))]
  const rounds: Map<string, { few: number; many: number }>[] = []
  // The first round is to warm up.
  for (let round = 0; round <= ROUNDS; round++) {
    const sums = new Map(figures.map(figure => [figure, { few: 0, many: 0 }]))
    for (const pair of pairs) {
      const times = { few: [] as number[], many: [] as number[] }
      for (let shot = 0; shot < REQUESTS_PER_ROUND; shot++) {
        // In turns and in either order, so that what slows the machine slows both.
        for (const size of (round + shot) % 2 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
          times[size].push(await time(size === 'few' ? few : many, pair[size]))
        }
      }
      const sum = sums.get(pair.figure) as { few: number; many: number }
      sum.few += median(times.few)
      sum.many += median(times.many)
    }
    if (round > 0) rounds.push(sums)
  }
  return figures.map(figure => {
    const of = rounds.map(round => round.get(figure) as { few: number; many: number })
    const value = median(of.map(sum => sum.many / sum.few))
    const ways = pairs.filter(pair => pair.figure === figure).length
    const ms = (size: 'few' | 'many') => (median(of.map(sum => sum[size])) / ways).toFixed(2)
    const beside = `${ms('many')} ms against ${ms('few')} ms${ways > 1 ? `, over ${ways} filters` : ''}`
    const limit = figure.includes(TYPE_AND_WEEK) ? LIMIT_OF_TYPE_AND_WEEK : LIMIT
    return atMost(`${title}: ${figure}`, value, '×', limit, beside)
  })
}

/** 10⁶ for a million; another number as it is. */
function powerOfTen(number: number): string {
  const exponent = Math.log10(number)
  return Number.isInteger(exponent) ? `10${'⁰¹²³⁴⁵⁶⁷⁸⁹'[exponent]}` : number.toLocaleString('en')
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds until the answer was read to its end. */
function time({ origin, bearer }: CountedService, { method, path, body }: ReadRequest): Promise<number> {
  const text = body && JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${bearer}`,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const began = performance.now()
    request(new URL(path, origin), { agent, method, headers }, response => {
      if (response.statusCode !== 200) reject(new Error(`${method} ${path}: expected 200, got ${response.statusCode}`))
      response.on('end', () => resolve(performance.now() - began)).resume()
    })
      .on('error', reject)
      .end(text)
  })
}

if (import.meta.main) {
  endRuntimeWithUs()
  const { values } = parseArgs({
    options: {
      reservations: { type: 'string', default: String(MANY) },
      databases: { type: 'string', default: '1' },
      state: { type: 'string' },
    },
  })
  print(
    await benchGrowth({
      reservations: Number(values.reservations),
      databases: Number(values.databases),
      keptState: values.state && resolve(values.state),
    }),
  )
}
