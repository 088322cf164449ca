import { CommandError } from '../../tooling/command/command-error.ts'
import type { ServiceResponse } from '../../tooling/command/service.ts'

/**
 * The cursor of the page after one; undefined: it is the last. `seen` has the cursors of the pages before. Throws a CommandError if the
 * headers do not say whether there is more, or lead back to a page that was read: a proxy drops or a cache repeats them.
 */
export function nextCursor({ headers, path }: ServiceResponse, seen: Set<string>): string | undefined {
  const hasMore = headers.get('x-has-more')
  if (hasMore !== 'true' && hasMore !== 'false')
    throw new CommandError(`GET ${path} answered without X-Has-More: does a proxy drop headers?`)
  if (hasMore === 'false') return undefined
  const cursor = headers.get('x-next-cursor')
  if (!cursor)
    throw new CommandError(`GET ${path} has more, and answered without X-Next-Cursor: does a proxy drop headers?`)
  if (seen.has(cursor))
    throw new CommandError(`GET ${path} answered the same X-Next-Cursor twice: is there a cache in between?`)
  seen.add(cursor)
  return cursor
}
