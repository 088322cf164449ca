import { type Call, type Connection, contentOf } from './connection.ts'
import type { CallOptions } from './options.ts'
import { type Page, Pages } from './pages.ts'
import type { Reply } from './send.ts'

/** A list that is read by cursor. */
export function list<Element>(connection: Connection, call: Call, options: CallOptions | undefined): Pages<Element> {
  const place = call.method === 'GET' ? 'query' : 'body'
  const { cursor: start, ...filter } = (call[place] ?? {}) as { cursor?: string | undefined }
  return new Pages(async cursor => {
    // A cursor is a place of its own, and `pageNo` another.
    const rest = cursor === undefined ? filter : { ...filter, cursor, pageNo: undefined, currentPage: undefined }
    return pageOf(await connection.send({ ...call, [place]: rest }, options), String)
  }, start)
}

/** A page of a response. An empty list is an empty object. */
export function pageOf<Element, Cursor>(reply: Reply, read: (cursor: string) => Cursor): Page<Element, Cursor> {
  const content = contentOf<Element[] | object>(reply)
  const next = reply.headers.get('x-next-cursor')
  return {
    elements: Array.isArray(content) ? content : [],
    next: next === null ? undefined : read(next),
    hasMore: next !== null && reply.headers.get('x-has-more') === 'true',
  }
}
