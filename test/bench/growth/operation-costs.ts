import { DEFAULT_LIMITS } from '../../../schema/wire/limits.ts'
import { type SendCounted, sendEveryRequest } from './counted-requests.ts'
import { type CountedService, type Counts, countsOf } from './counted-service.ts'
import { LARGEST_PAGE, type List, listsOf, PAGE, type Paging, pageOf } from './lists.ts'

const DEFAULT_PAGE = DEFAULT_LIMITS.PAGE_SIZE

/** The cost of each operation, by its label. */
export type OperationCosts = Map<string, Counts>

export const costLabel = (operation: string, way: string) => (way ? `${operation} — ${way}` : operation)

/** Measures every operation: first the lists, then the requests that write. */
export async function measureOperations(service: CountedService): Promise<OperationCosts> {
  const costs: OperationCosts = new Map()
  for (const list of listsOf(await timeOfEarlyChange(service))) {
    const { headers } = await requestPage(service, list, {})
    costs.set(costLabel(list.operation, list.by), countsOf(headers))
  }
  await sendEveryRequest(countedSender(service, costs))
  return costs
}

/** The rows that D1 reads for a page, and how many entries the page has. */
export interface PageRows {
  entries: number
  rowsRead: number
}

/** The rows of the first page of each list, in the default size. */
export async function measureDefaultPages(service: CountedService): Promise<Map<string, PageRows>> {
  const rows = new Map<string, PageRows>()
  for (const list of listsOf(await timeOfEarlyChange(service))) {
    const { headers, json } = await requestPage(service, list, { pageSize: DEFAULT_PAGE })
    const { rowsRead } = countsOf(headers)
    rows.set(costLabel(list.operation, list.by), { entries: json.content.length, rowsRead })
  }
  return rows
}

/** The service and the token to use. */
export type ServiceAccess = Pick<CountedService, 'service' | 'bearer'>

/** The cost of a page of each list by its cursor, after at least so many layers. */
export async function measureLaterPages(
  service: CountedService,
  entries: ReadonlyMap<string, number>,
  layers: number,
): Promise<OperationCosts> {
  const costs: OperationCosts = new Map()
  for (const list of listsOf(await timeOfEarlyChange(service))) {
    const entry = costLabel(list.operation, list.by)
    const cursor = await cursorAfter(service, list, layers, entries.get(entry) ?? 1)
    const { headers } = await requestPage(service, list, { cursor })
    costs.set(entry, countsOf(headers))
  }
  return costs
}

/**
 * The cursor of a page after at least so many layers. It stands at the end of a layer, so that the next page is like every other
 * page after a layer.
 */
export async function cursorAfter(
  service: ServiceAccess,
  list: List,
  layers: number,
  entriesOfLayer: number,
): Promise<string> {
  let end = layers
  while ((end * entriesOfLayer) % PAGE) end++
  const pageNo = (end * entriesOfLayer) / PAGE
  const { headers } = await requestPage(service, list, { pageNo })
  const cursor = headers.get('x-next-cursor')
  if (!cursor) throw new Error(`${costLabel(list.operation, list.by)} ends before page ${pageNo + 1}`)
  return cursor
}

/** The number of entries of each list per layer: half of the entries in a database of two layers. */
export async function entriesPerLayer(service: CountedService): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const list of listsOf(await timeOfEarlyChange(service))) {
    let entries = 0
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const paging = { cursor: cursor || undefined, pageSize: LARGEST_PAGE }
      const { headers, json } = await requestPage(service, list, paging)
      entries += json.content.length ?? 0
      cursor = headers.get('x-has-more') === 'true' ? (headers.get('x-next-cursor') ?? undefined) : undefined
    }
    counts.set(costLabel(list.operation, list.by), Math.ceil(entries / 2))
  }
  return counts
}

/** The time of one of the first changes. */
export async function timeOfEarlyChange(service: ServiceAccess): Promise<string> {
  const path = `/api/Reservation/GetReservationsForPartner?pageSize=${PAGE}`
  return (await service.service.requestOk('GET', path, undefined, service.bearer)).json.content[PAGE / 2].updatedAt
}

export function requestPage(service: ServiceAccess, list: List, paging: Paging) {
  const { method, path, body } = pageOf(list, paging)
  return service.service.requestOk(method, path, body, service.bearer)
}

const countedSender =
  ({ origin, adminToken, bearer }: CountedService, costs: OperationCosts): SendCounted =>
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
    costs.set(entry, countsOf(response.headers))
    return response.headers.get('content-type') === 'application/json' && text ? JSON.parse(text) : undefined
  }
