import { type Ask, everyErrand } from './errands.ts'
import { type Counts, countsOf, type House } from './house.ts'
import { type List, listsOf, PAGE, pageOf } from './lists.ts'
import { tokenOf } from './originals.ts'

/** What each operation cost, by its name and the way in which it was asked. */
export type Ledger = Map<string, Counts>

export const entryOf = (operation: string, way: string) => (way ? `${operation} — ${way}` : operation)

/** Asks everything of books, and puts down what each answer cost: first the lists, then what changes the books. */
export async function ledgerOf(house: House): Promise<Ledger> {
  const { service } = house
  const bearer = await tokenOf(service)
  const ledger: Ledger = new Map()
  for (const list of listsOf(await earlyChange(service, bearer))) {
    const { headers } = await askPage(service, bearer, list, {})
    ledger.set(entryOf(list.operation, list.by), countsOf(headers))
  }
  await everyErrand(asking(house, bearer, ledger))
  return ledger
}

type Service = House['service']

/** What the page costs that comes a thousand pages after the first, by its cursor. */
export async function farPagesOf({ service }: House, layerOf: (list: List) => number): Promise<Ledger> {
  const bearer = await tokenOf(service)
  const ledger: Ledger = new Map()
  for (const list of listsOf(await earlyChange(service, bearer))) {
    const cursor = await farCursor(service, bearer, list, layerOf(list))
    const { headers } = await askPage(service, bearer, list, { cursor })
    if (headers.get('x-has-more') !== 'true') throw new Error(`${list.operation} — ${list.by} has no thousand pages`)
    ledger.set(entryOf(list.operation, list.by), countsOf(headers))
  }
  return ledger
}

/** Where a page after the thousandth begins: the first at which the list is again as at its beginning, one layer like another. */
export async function farCursor(service: Service, bearer: string, list: List, entriesOfLayer: number): Promise<string> {
  const pageNo = entriesOfLayer * Math.ceil(1000 / entriesOfLayer)
  const { headers } = await askPage(service, bearer, list, { pageNo })
  return headers.get('x-next-cursor') ?? ''
}

/** How many entries a list has in books of two layers, half of them. */
export async function entriesOfLayer({ service }: House): Promise<Map<string, number>> {
  const bearer = await tokenOf(service)
  const counts = new Map<string, number>()
  for (const list of listsOf(await earlyChange(service, bearer))) {
    let entries = 0
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { headers, json } = await askPage(service, bearer, list, { cursor: cursor || undefined })
      entries += json.content.length ?? 0
      cursor = headers.get('x-has-more') === 'true' ? (headers.get('x-next-cursor') ?? undefined) : undefined
    }
    counts.set(entryOf(list.operation, list.by), Math.ceil(entries / 2))
  }
  return counts
}

/** The instant of one of the first changes of the books. */
export async function earlyChange(service: Service, bearer: string): Promise<string> {
  const path = `/api/Reservation/GetReservationsForPartner?pageSize=${PAGE}`
  return (await service.must('GET', path, undefined, bearer)).json.content[PAGE / 2].updatedAt
}

function askPage(service: Service, bearer: string, list: List, paging: { cursor?: string; pageNo?: number }) {
  const { method, path, body } = pageOf(list, paging)
  return service.must(method, path, body, bearer)
}

const asking =
  ({ origin, adminToken }: House, bearer: string, ledger: Ledger): Ask =>
  async (operation, way, { params = {}, query, body, as = 'bearer', apiKey = '' } = {}, status = 200) => {
    const [method = '', pattern = ''] = operation.split(' ')
    const url = new URL(
      pattern.replace(/\{(\w+)\}/g, (_, name) => String(params[name])),
      origin,
    )
    url.search = new URLSearchParams(query).toString()
    const credentials = {
      bearer: { authorization: `Bearer ${bearer}` },
      admin: { authorization: `Bearer ${adminToken}` },
      key: { 'x-api-key': apiKey },
      nobody: {},
    }
    const response = await fetch(url, {
      method,
      headers: { ...credentials[as], ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const entry = entryOf(operation, way)
    if (response.status !== status) throw new Error(`${entry}: expected ${status}, got ${response.status}: ${text}`)
    ledger.set(entry, countsOf(response.headers))
    return response.headers.get('content-type') === 'application/json' && text ? JSON.parse(text) : undefined
  }
