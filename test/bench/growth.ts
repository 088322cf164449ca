/**
 * `node test/bench/growth.ts`: the latency of each read endpoint with a million reservations, compared with a thousand: the
 * first page of every list, a page after the thousandth by its cursor, and lookups. `--reservations 10000000 --databases 10`
 * distributes ten million over ten databases, and measures in the last one. `--state` names a new folder to keep what was filled.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endRuntimeWithUs } from '../../scripts/start/watchdog.ts'
import { build } from '../../tooling/builds/build.ts'
import { readVars } from '../../tooling/command/vars.ts'
import { customerIn, databaseNames, fillDatabase } from './fill.ts'
import { type CountedService, startCountedService } from './growth/counted-service.ts'
import { listsOf, PAGE, pageOf } from './growth/lists.ts'
import { costLabel, cursorAfter, entriesPerLayer, requestPage, timeOfEarlyChange } from './growth/operation-costs.ts'
import { Connection, serializeRequest } from './load.ts'
import { atMost, type Figure, print } from './report.ts'
import { takeTurns, timeOf } from './turns.ts'

const FEW = 1_000
const MANY = 1_000_000
const ROUNDS = 84
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
    const ofLayer = entries.get(costLabel(list.operation, list.by)) ?? 1
    const far = await cursorAfter(many, same, Math.ceil((1000 * PAGE) / ofLayer), ofLayer)
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

/** For each figure, the ratio of the times of its requests, large against small: its pairs are the pages of one list by each filter. */
async function measure(
  title: string,
  few: CountedService,
  many: CountedService,
  pairs: RequestPair[],
): Promise<Figure[]> {
  const [fewConnection, manyConnection] = [await Connection.to(few.origin), await Connection.to(many.origin)]
  const figures: Figure[] = []
  for (const figure of new Set(pairs.map(pair => pair.figure))) {
    const ways = pairs.filter(pair => pair.figure === figure)
    const measured = await takeTurns(
      {
        few: () =>
          timeOfAll(
            fewConnection,
            few,
            ways.map(pair => pair.few),
          ),
        many: () =>
          timeOfAll(
            manyConnection,
            many,
            ways.map(pair => pair.many),
          ),
      },
      ROUNDS,
    )
    const ms = (size: 'few' | 'many') => (measured.of(size) / ways.length).toFixed(2)
    const beside = `${ms('many')} ms against ${ms('few')} ms${ways.length > 1 ? `, over ${ways.length} filters` : ''}`
    const limit = figure.includes(TYPE_AND_WEEK) ? LIMIT_OF_TYPE_AND_WEEK : LIMIT
    figures.push(atMost(`${title}: ${figure}`, measured.ratio('many', 'few'), '×', limit, beside))
  }
  for (const connection of [fewConnection, manyConnection]) connection.close()
  return figures
}

/** Milliseconds of some requests, one after another. */
const timeOfAll = (connection: Connection, { origin, bearer }: CountedService, requests: readonly ReadRequest[]) =>
  timeOf(async () => {
    for (const { method, path, body } of requests) {
      const headers = { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) }
      const text = serializeRequest(origin, { method, path, headers, body: body && JSON.stringify(body) })
      const status = await connection.send(text)
      if (status !== 200) throw new Error(`${method} ${path}: expected 200, got ${status}`)
    }
  })

/** 10⁶ for a million; another number as it is. */
function powerOfTen(number: number): string {
  const exponent = Math.log10(number)
  return Number.isInteger(exponent) ? `10${'⁰¹²³⁴⁵⁶⁷⁸⁹'[exponent]}` : number.toLocaleString('en')
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
