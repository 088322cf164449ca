import { type Call, type Connection, contentOf } from './connection.ts'
import type { CallOptions } from './options.ts'
import { type Page, Pages } from './pages.ts'
import { headerOf, invalidReply, type Reply } from './send.ts'

/** A list that is read by cursor. */
export function list<Element>(connection: Connection, call: Call, options: CallOptions | undefined): Pages<Element> {
  const place = call.method === 'GET' ? 'query' : 'body'
  const { cursor: start, ...filter } = (call[place] ?? {}) as { cursor?: string | undefined }
  return new Pages(async cursor => {
    // A cursor is a place of its own, and `pageNo` another.
    const rest = cursor === undefined ? filter : { ...filter, cursor, pageNo: undefined, currentPage: undefined }
    return pageOf(await connection.send({ ...call, [place]: rest }, options), String, cursor)
  }, start)
}

/** A page of a response, which was requested with a cursor. An empty list is an empty object. */
export function pageOf<Element, Cursor>(
  reply: Reply,
  read: (cursor: string) => Cursor,
  cursor: Cursor | undefined,
): Page<Element, Cursor> {
  const content = contentOf<Element[] | object>(reply)
  const next = nextCursor(reply, cursor)
  return {
    elements: Array.isArray(content) ? content : [],
    next: next === undefined ? undefined : read(next),
    hasMore: hasMore(reply),
  }
}

/** The cursor of the page after one. A cache in front of the service could return one page for ever. */
export function nextCursor(reply: Reply, cursor: unknown): string | undefined {
  const next = hasMore(reply) ? headerOf(reply, NEXT) : (reply.headers.get(NEXT) ?? undefined)
  if (next === undefined || next !== String(cursor)) return next
  throw invalidReply(reply, 'The page after a page is itself. Is there a cache in front of the service?')
}

const NEXT = 'x-next-cursor'

/** Whether a page says that there is more. What says neither is no page of the service, and not the last one. */
export function hasMore(reply: Reply): boolean {
  const value = headerOf(reply, 'x-has-more')
  if (value === 'true' || value === 'false') return value === 'true'
  throw invalidReply(reply, `A page with X-Has-More: ${value}. Does a proxy change headers?`)
}
