import { type List, listsOf, PAGE, pageOf } from '../data/lists.ts'
import { type SendCounted, sendEveryRequest } from './counted-requests.ts'
import { type CountedService, type Counts, countsOf } from './counted-service.ts'

/** What each operation cost, by its name and the way in which it was asked. */
export type OperationCosts = Map<string, Counts>

export const costLabel = (operation: string, way: string) => (way ? `${operation} — ${way}` : operation)

/** Asks everything of books, and puts down what each answer cost: first the lists, then what changes the books. */
export async function measureOperations(house: CountedService): Promise<OperationCosts> {
  const ledger: OperationCosts = new Map()
  for (const list of listsOf(await timeOfEarlyChange(house))) {
    const { headers } = await requestPage(house, list, {})
    ledger.set(costLabel(list.operation, list.by), countsOf(headers))
  }
  await sendEveryRequest(countedSender(house, ledger))
  return ledger
}

/** Who is asked, and who asks. */
export type ServiceAccess = Pick<CountedService, 'service' | 'bearer'>

/** What a page of each list costs by its cursor, so many pages or somewhat more after the first. */
export async function measureLaterPages(
  house: CountedService,
  entries: ReadonlyMap<string, number>,
  after: number,
): Promise<OperationCosts> {
  const ledger: OperationCosts = new Map()
  for (const list of listsOf(await timeOfEarlyChange(house))) {
    const entry = costLabel(list.operation, list.by)
    const cursor = await cursorAfter(house, list, after, entries.get(entry) ?? 1)
    const { headers } = await requestPage(house, list, { cursor })
    ledger.set(entry, countsOf(headers))
  }
  return ledger
}

/**
 * The cursor of a page that comes so many pages after the first, or somewhat more: where a layer of the books has been told
 * to its end, so that what follows is as it was at any other such page.
 */
export async function cursorAfter(
  house: ServiceAccess,
  list: List,
  pages: number,
  entriesOfLayer: number,
): Promise<string> {
  const pageNo = entriesOfLayer * Math.ceil(pages / entriesOfLayer)
  const { headers } = await requestPage(house, list, { pageNo })
  const cursor = headers.get('x-next-cursor')
  if (!cursor) throw new Error(`${costLabel(list.operation, list.by)} ends before page ${pageNo + 1}`)
  return cursor
}

/** How many entries a list has in books of two layers, half of them. */
export async function entriesPerLayer(house: CountedService): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const list of listsOf(await timeOfEarlyChange(house))) {
    let entries = 0
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { headers, json } = await requestPage(house, list, { cursor: cursor || undefined })
      entries += json.content.length ?? 0
      cursor = headers.get('x-has-more') === 'true' ? (headers.get('x-next-cursor') ?? undefined) : undefined
    }
    counts.set(costLabel(list.operation, list.by), Math.ceil(entries / 2))
  }
  return counts
}

/** The instant of one of the first changes of the books. */
export async function timeOfEarlyChange(house: ServiceAccess): Promise<string> {
  const path = `/api/Reservation/GetReservationsForPartner?pageSize=${PAGE}`
  return (await house.service.requestOk('GET', path, undefined, house.bearer)).json.content[PAGE / 2].updatedAt
}

export function requestPage(house: ServiceAccess, list: List, paging: { cursor?: string; pageNo?: number }) {
  const { method, path, body } = pageOf(list, paging)
  return house.service.requestOk(method, path, body, house.bearer)
}

const countedSender =
  ({ origin, adminToken, bearer }: CountedService, ledger: OperationCosts): SendCounted =>
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
    const entry = costLabel(operation, way)
    if (response.status !== status) throw new Error(`${entry}: expected ${status}, got ${response.status}: ${text}`)
    ledger.set(entry, countsOf(response.headers))
    return response.headers.get('content-type') === 'application/json' && text ? JSON.parse(text) : undefined
  }
