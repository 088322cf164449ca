import { base64url } from 'jose'
import type { Paging, Sequences } from '../../schema/wire/paging'
import { hashSecret } from '../auth/secrets'
import type { PageRows } from '../db/page-range'
import { type Refusal, refuse } from '../errors'
import { type Auth, type HandlerContext, nothingFound, type Success, success } from './endpoint'

/** The sort values of the last row of a page, from which the next page continues. */
type Position = readonly (string | number)[]

/** A requested page: the rows after a position, or those of a page number from 1. */
export interface Page {
  number: number
  size: number
  /** A page ends with the row that brings it to so many bytes, even with fewer rows than `size`. */
  maxBytes: number
  after: Position | undefined
}

/** Rows that a statement reads for a page: one more than the page has, which shows whether there are more. */
export const rowsOf = ({ size }: Page) => size + 1

/** Rows that a statement skips. After a position it skips none, so that every page of a cursor costs the same. */
export const offsetOf = ({ number, size, after }: Page) => (after ? 0 : (number - 1) * size)

/** The part of a list to read. */
export const positionRangeOf = (page: Page) => ({
  after: page.after,
  rows: rowsOf(page),
  offset: offsetOf(page),
  bytes: page.maxBytes,
})

/** The same for a statement that is ordered by one number. */
export const pageRangeOf = (page: Page) => ({ ...positionRangeOf(page), after: Number(page.after?.[0] ?? 0) })

/** The headers of a page, for the reference. */
export const LIST_HEADERS = {
  'X-Page': 'The number of this page, from 1.',
  'X-Page-Size':
    'The maximum number of entries of a page. A page that reaches {PAGE_BYTES} of stored text ends earlier. ' +
    '`getCMConnect` counts days of rooms and of rate plans.',
  'X-Has-More': '`true` if there are entries after this page, otherwise `false`.',
  'X-Next-Cursor': 'The `cursor` of the next page.',
}

/** The owner of a list: a customer, or without a scope the administrator. */
type Caller = Pick<HandlerContext<Auth, unknown, unknown, unknown>, 'settings'> & {
  scope: { customer: number } | undefined
}

/** The requested page. A cursor is valid for one list of one customer; all others are refused. */
export async function pageOf(
  call: Caller,
  list: string,
  { pageNo = 1, pageSize, cursor }: Paging,
  defaultSize: 'PAGE_SIZE' | 'LARGEST_PAGE_SIZE' = 'PAGE_SIZE',
): Promise<Page | Refusal<'INVALID_FIELD'>> {
  const { [defaultSize]: defaultPageSize, PAGE_BYTES: maxBytes } = call.settings.limits
  const size = pageSize ?? defaultPageSize
  if (!cursor) return { number: pageNo, size, maxBytes, after: undefined }
  const [payload = '', signature, ...rest] = cursor.split('.')
  if (rest.length || signature !== (await signatureOf(call, list, payload)))
    return refuse('INVALID_FIELD', 'cursor: expected one that we made')
  const [number, ...after] = JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as [number, ...Position]
  return { number, size, maxBytes, after }
}

interface Reading<Row> {
  /** The result of a statement that limits the bytes itself, or rows: one more than the page has where there are more. */
  read: PageRows<Row> | readonly Row[]
  /** The sort values of a row. */
  position: (row: Row) => Position
  /** The last page has a cursor too, with which a caller can later read what is new. */
  resumable?: boolean
  /** Where the list continues after all of these rows; absent: they are its end. */
  rest?: Position | undefined
}

/** The rows of a page, and its headers. */
export async function showPage<Row>(
  call: Caller,
  list: string,
  page: Page,
  { read, position, resumable = false, rest }: Reading<Row>,
): Promise<{ shown: readonly Row[]; headers: Record<string, string> }> {
  const { rows: shown, hasMore } = 'rows' in read ? read : pageWithin(page, read)
  const last = shown.at(-1)
  const next = !hasMore && rest ? rest : last && (hasMore || resumable) && position(last)
  const cursor = next && (await cursorAt(call, list, page.number + 1, next))
  const headers = {
    'x-page': String(page.number),
    'x-page-size': String(page.size),
    'x-has-more': String(hasMore || rest !== undefined),
    ...(cursor && { 'x-next-cursor': cursor }),
  }
  return { shown, headers }
}

/** A character of UTF-16 has at most so many bytes in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3

/** Limits the bytes of a page. The rows of such lists are small, so that few pages reach the limit. */
export function pageWithin<Row>(
  { size, maxBytes }: Pick<Page, 'size' | 'maxBytes'>,
  rows: readonly Row[],
): PageRows<Row> {
  let shown = rows.slice(0, size)
  if (JSON.stringify(shown).length * MAX_BYTES_PER_CHARACTER >= maxBytes) {
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

/** The sequence after which a list continues, and the field that names it. */
export const sequenceOf = ({ afterSequence, cursor }: Sequences) =>
  afterSequence === undefined && cursor !== undefined
    ? ({ field: 'cursor', after: cursor } as const)
    : ({ field: 'afterSequence', after: afterSequence ?? 0 } as const)

/** The headers of a page of such a list. */
export const sequenceHeaders = ({ rows, hasMore }: PageRows<{ sequence: number }>) => ({
  'x-has-more': String(hasMore),
  ...(hasMore && { 'x-next-cursor': String(rows.at(-1)?.sequence) }),
})

/** A page as a success: its elements, or the empty object where there are none. */
export async function listSuccess<Row, Element>(
  call: Caller,
  list: string,
  page: Page,
  { element, ...reading }: Reading<Row> & { element: (row: Row) => Element },
): Promise<Success<Element[] | Record<string, never>>> {
  const { shown, headers } = await showPage(call, list, page, reading)
  return shown.length ? success(shown.map(element), { headers }) : nothingFound(headers)
}

/** The cursor of page `number`, which continues after a position. */
export async function cursorAt(call: Caller, list: string, number: number, after: Position): Promise<string> {
  const payload = base64url.encode(encoder.encode(JSON.stringify([number, ...after])))
  return `${payload}.${await signatureOf(call, list, payload)}`
}

/** The signature of a cursor. A cursor holds no secret; it only shows that this service issued it. */
async function signatureOf({ scope, settings }: Caller, list: string, payload: string): Promise<string> {
  const signature = await hashSecret(
    settings.secretPepper || 'unpeppered',
    `cursor ${list} ${scope?.customer ?? 'admin'} ${payload}`,
  )
  return signature.slice(0, 16)
}
