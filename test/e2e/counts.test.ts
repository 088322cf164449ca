import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../../tooling/builds/build.ts'
import { readVars } from '../../tooling/command/vars.ts'
import { databaseOf, fillDatabase } from '../bench/fill.ts'
import { type CountedService, type Counts, startCountedService } from '../bench/growth/counted-service.ts'
import { listsOf } from '../bench/growth/lists.ts'
import {
  costLabel,
  entriesPerLayer,
  measureDefaultPages,
  measureLaterPages,
  measureOperations,
  type OperationCosts,
  type PageRows,
} from '../bench/growth/operation-costs.ts'
import { INVARIANTS } from '../support/invariants.ts'

/*
 * Counts the cost of the whole service for one customer with a thousand reservations, and with eleven times as many.
 * `COUNTS_AT=1000000` counts at a million, which takes two minutes more.
 */

const FEW = 1_000
const MANY = Number(process.env.COUNTS_AT) || 11_000
/** Layers after which every list has another page. */
const FAR = 20 * Math.floor(MANY / 11_000)

const folder = mkdtempSync(join(tmpdir(), 'innlet-counts-'))
const services: CountedService[] = []
let few: CountedService
let many: CountedService
/** The cost of every operation; lists with their first page. */
const costs: { few: OperationCosts; many: OperationCosts } = { few: new Map(), many: new Map() }
/** The cost of list pages by cursor, at the larger number. */
const pages: { early: OperationCosts; far: OperationCosts } = { early: new Map(), far: new Map() }

/** The rows of the lists in their default size, at the larger number. */
let defaultPages: Map<string, PageRows>
/** The entries in the range of each list of which no index has the whole filter, at the larger number. */
let entriesOfRanges: Map<string, number>

beforeAll(async () => {
  const vars = await readVars(join(folder, 'vars'))
  const built = await build(join(folder, 'build'))
  const open = async (reservations: number) => {
    const state = join(folder, String(reservations))
    await fillDatabase({ build: built, vars, state, reservations })
    if (reservations === FEW) cpSync(databaseOf(state), join(folder, 'copy'))
    else entriesOfRanges = countRanges(databaseOf(state))
    const service = await startCountedService({ build: built, vars, state })
    services.push(service)
    return service
  }
  few = await open(FEW)
  many = await open(MANY)
  const entries = await entriesPerLayer(few)
  pages.early = await measureLaterPages(many, entries, 1)
  pages.far = await measureLaterPages(many, entries, FAR)
  defaultPages = await measureDefaultPages(many)
  costs.few = await measureOperations(few)
  costs.many = await measureOperations(many)
}, 900_000)

function countRanges(file: string): Map<string, number> {
  const db = new DatabaseSync(file)
  const counts = listsOf('').flatMap(({ operation, by, range }) => {
    if (!range) return []
    const [row] = db.prepare(`SELECT count(*) AS entries FROM reservation WHERE customer_id = 1 AND ${range}`).all()
    return [[costLabel(operation, by), Number(row?.entries)] as const]
  })
  db.close()
  return new Map(counts)
}

afterAll(async () => {
  for (const service of services) await service.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** The status counts Pending messages and links to 10,000. Each is a row of an index and one of the table. The rest are its migrations and more. */
const STATUS = 'GET /admin/status'
/** The most rows that an operation reads whose rows grow with the reservations. A search reads 20,000 guests for a page. */
const MAX_ROWS: Readonly<Record<string, number>> = {
  [STATUS]: 40_200,
  'POST /admin/customers/{clientId}/guests/search': 20_020,
}

/** Rows of an entry that is not shown: itself, and its first stay if the filter has rooms. */
const ROWS_PER_ENTRY = 3

/** The costs, without the rows read of lists with a range. Those are at most as many as the range has, and the page. */
function withoutRanges(costs: OperationCosts): Record<string, object> {
  return Object.fromEntries(
    [...costs].map(([entry, { rowsRead, ...rest }]) => {
      const entries = entriesOfRanges.get(entry)
      if (entries === undefined) return [entry, { rowsRead, ...rest }]
      expect(rowsRead, entry).toBeLessThan(PAGE_ROWS + ROWS_PER_ENTRY * entries)
      return [entry, rest]
    }),
  )
}

/** The rows of a page of 20, at most. */
const PAGE_ROWS = 600

describe('books that were filled', () => {
  it.each(Object.entries(INVARIANTS))('are as the service itself makes them: %s', (_, exceptions) => {
    const db = new DatabaseSync(join(folder, 'copy'))
    expect(db.prepare(exceptions).all()).toEqual([])
    db.close()
  })
})

/** Requests of the administrator that take several round trips, the first for the state of the customer. */
const STEPWISE =
  /^((GET|DELETE) \/admin\/customers\/\{clientId\}|\w+ \/admin\/customers\/\{clientId\}\/(state|import|guests\/search|(guests\/\{guestId\}\/)?export))( —|$)/

/** Of each list of reservations in its default size: the rows read for a reservation, and beside the list without a filter. */
function rowsPerReservation() {
  return [...defaultPages].flatMap(([label, { rowsRead, entries }]) => {
    const [operation = '', way = ''] = label.split(' — ')
    const unfiltered = defaultPages.get(`${operation} — no filter`)
    if (!operation.includes('Reservation') || !unfiltered) return []
    return [{ operation, way, perReservation: rowsRead / entries, ratio: rowsRead / unfiltered.rowsRead }]
  })
}

describe('at eleven times as many reservations', () => {
  it('every operation takes the same round trips, statements and rows as at a thousand reservations, except for the entries of its range', () => {
    const [many, few] = [costs.many, costs.few].map(all => {
      const counts = withoutRanges(all)
      for (const [operation, most] of Object.entries(MAX_ROWS)) {
        const { rowsRead, ...rest } = counts[operation] as Counts
        expect(rowsRead, operation).toBeLessThanOrEqual(most)
        counts[operation] = rest
      }
      return counts
    })
    expect(many).toEqual(few)
  })

  it('nothing that the service describes was left out', async () => {
    const { json } = await few.service.requestOk('GET', '/openapi.json')
    const described = Object.entries(json.paths as Record<string, Record<string, object>>).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => !('x-internal' in operation))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    const requested = new Set([...costs.many.keys()].map(entry => entry.split(' — ')[0]))
    expect(described.filter(operation => !requested.has(operation))).toEqual([])
  })

  it('a page far behind the first costs by its cursor what an early page costs', () => {
    expect(pages.far.size).toBeGreaterThan(30)
    expect(withoutRanges(pages.far)).toEqual(withoutRanges(pages.early))
  })

  it('a read takes one round trip, a write at most two. A request about endpoints, and the first use of a credential in a day, takes one more after the response', () => {
    for (const [entry, { trips, rowsWritten }] of costs.many) {
      // A refused booking reads the conflicts; an API key is looked up.
      // The status reads the directory and the databases at the same time.
      const isTwo = rowsWritten || entry.endsWith('by an API key') || entry === STATUS
      const goal = entry.endsWith('the room is taken') ? 3 : isTwo ? 2 : 1
      // These work in steps: an export reads one table after the other, a change of state is stored in two databases.
      if (STEPWISE.test(entry)) continue
      const isWrite = /Post|post|Update|setup|erase|move/.test(entry)
      expect(trips, entry).toBeLessThanOrEqual(
        (isWrite ? Math.max(goal, 2) : goal) + Number(/\/Webhook\/|\/oauth\/|by an API key$/.test(entry)),
      )
    }
  })

  it('a list of reservations in its default size reads 25 rows a reservation at most, and 1.3 × the list without a filter, but for two values and for what its range has', () => {
    const lists = rowsPerReservation()
    expect(lists.length).toBeGreaterThan(20)
    for (const { operation, way, perReservation, ratio } of lists) {
      if (entriesOfRanges.has(costLabel(operation, way))) continue
      // Of each value the entries of a page are read.
      const [rows, times] = way.startsWith('two of') ? [26, 1.5] : [25, 1.3]
      expect(perReservation, way).toBeLessThanOrEqual(rows)
      expect(ratio, way).toBeLessThanOrEqual(times)
    }
  })

  // `npm test -- test/e2e/counts -u` accepts other figures. The site shows them as its page /docs/counts.
  it('every operation costs what counts.json has', async () => {
    const lines = [...costs.few].map(([entry, counts]) => `  ${JSON.stringify(entry)}: ${JSON.stringify(counts)}`)
    await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('counts.json')
  })
})
