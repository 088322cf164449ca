import { base64url } from 'jose'
import type { Paging } from '../../schema/wire/paging'
import { hashSecret } from '../auth/secrets'
import type { PageRows } from '../db/page-range'
import { type Refusal, refuse } from '../errors'
import { type Auth, type HandlerContext, nothingFound, type Success, success } from './endpoint'

/** Where a list goes on: what its order says of the last row that was seen. */
export type Position = readonly (string | number)[]

/** Rows that are asked for: those after a position, or those of a page by its number from 1. */
export interface Page {
  number: number
  size: number
  /** With how many bytes it ends, though there are fewer rows than `size`. */
  maxBytes: number
  after: Position | undefined
}

/** What a statement reads for a page: one row more than it shows, to know whether there is another. */
export const rowsOf = ({ size }: Page) => size + 1

/** Rows that a statement passes over; none after a position, which is what makes a cursor cost the same on every page. */
export const offsetOf = ({ number, size, after }: Page) => (after ? 0 : (number - 1) * size)

/** The same for a statement whose order is by one number. */
export const pageRangeOf = (page: Page) => ({
  after: Number(page.after?.[0] ?? 0),
  rows: rowsOf(page),
  offset: offsetOf(page),
  bytes: page.maxBytes,
})

/** The headers that say where a page stands, for the reference. */
export const LIST_HEADERS = {
  'X-Page': 'The number of this page, from 1.',
  'X-Page-Size': 'How many entries a page has at most; one that reaches {PAGE_BYTES} bytes of kept text ends earlier.',
  'X-Has-More': 'true or false: whether there are entries after this page.',
  'X-Next-Cursor': 'What to send as `cursor` for the page after this one.',
}

/** Whose list it is; without a scope it is the administrator's. */
type Caller = Pick<HandlerContext<Auth, unknown, unknown, unknown>, 'settings'> & {
  scope: { customer: number } | undefined
}

/**
 * The page that a request asks for. A cursor is good for one list of one customer; any other that we did not make is
 * refused.
 */
export async function pageOf(
  call: Caller,
  list: string,
  { pageNo = 1, pageSize, cursor }: Paging,
  usualSize: 'PAGE_SIZE' | 'LARGEST_PAGE_SIZE' = 'PAGE_SIZE',
): Promise<Page | Refusal<'INVALID_FIELD'>> {
  const { [usualSize]: usual, PAGE_BYTES: maxBytes } = call.settings.limits
  const size = pageSize ?? usual
  if (!cursor) return { number: pageNo, size, maxBytes, after: undefined }
  const [payload = '', seal, ...rest] = cursor.split('.')
  if (rest.length || seal !== (await sealOf(call, list, payload)))
    return refuse('INVALID_FIELD', 'cursor: expected one that we made')
  const [number, ...after] = JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as [number, ...Position]
  return { number, size, maxBytes, after }
}

interface Reading<Row> {
  /** What the order of the list says of a row. */
  position: (row: Row) => Position
  /** The last page has a cursor too, for a caller that comes back for what is new. */
  resumable?: boolean
}

/**
 * What a page shows, and the headers that say where it stands. `read` is what a statement found that bounds bytes by itself, or
 * rows: one more than the page shows where there are more.
 */
export async function showPage<Row>(
  call: Caller,
  list: string,
  page: Page,
  read: PageRows<Row> | readonly Row[],
  { position, resumable = false }: Reading<Row>,
): Promise<{ shown: readonly Row[]; headers: Record<string, string> }> {
  const { rows: shown, hasMore } = 'rows' in read ? read : within(page, read)
  const last = shown.at(-1)
  const cursor = last && (hasMore || resumable) && (await cursorAt(call, list, page.number + 1, position(last)))
  const headers = {
    'x-page': String(page.number),
    'x-page-size': String(page.size),
    'x-has-more': String(hasMore),
    ...(cursor && { 'x-next-cursor': cursor }),
  }
  return { shown, headers }
}

/** UTF-8 has at most so many bytes for a UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3

/** The rows of a page, which ends with the row that brings it to its bytes. Rows of such lists are small, so that few pages do. */
function within<Row>({ size, maxBytes }: Page, rows: readonly Row[]): PageRows<Row> {
  let shown = rows.slice(0, size)
  if (JSON.stringify(shown).length * MOST_BYTES_A_UNIT >= maxBytes) {
    let sum = 0
    const last = shown.findIndex(row => {
      sum += encoder.encode(JSON.stringify(row)).length
      return sum >= maxBytes
    })
    if (last >= 0) shown = shown.slice(0, last + 1)
  }
  return { rows: shown, hasMore: rows.length > shown.length }
}

const encoder = new TextEncoder()

/** A page as the envelope's content: its elements, or the empty object where there is none. */
export async function listSuccess<Row, Element>(
  call: Caller,
  list: string,
  page: Page,
  read: PageRows<Row> | readonly Row[],
  { element, ...reading }: Reading<Row> & { element: (row: Row) => Element },
): Promise<Success<Element[] | Record<string, never>>> {
  const { shown, headers } = await showPage(call, list, page, read, reading)
  return shown.length ? success(shown.map(element), { headers }) : nothingFound(headers)
}

async function cursorAt(call: Caller, list: string, number: number, after: Position): Promise<string> {
  const payload = base64url.encode(encoder.encode(JSON.stringify([number, ...after])))
  return `${payload}.${await sealOf(call, list, payload)}`
}

/** A cursor holds no secret and opens nothing: the seal only tells ours from others. */
async function sealOf({ scope, settings }: Caller, list: string, payload: string): Promise<string> {
  const seal = await hashSecret(
    settings.secretPepper || 'unpeppered',
    `cursor ${list} ${scope?.customer ?? 'admin'} ${payload}`,
  )
  return seal.slice(0, 16)
}
