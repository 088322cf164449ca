import type { Contract } from './endpoint'

/** Says how far the books had come: D1's own bookmark, handed back with an answer and sent with a read that must not be older. */
export const BOOKMARK = 'X-D1-Bookmark'

/** Numbers in hexadecimal. Never one of the words by which D1 is told where to read. */
const BOOKMARK_PATTERN = /^[\da-f]{1,64}(?:-[\da-f]{1,64}){1,7}$/

/** A fault of the header's, where it is sent to a read that heeds it; without any it is undefined. */
export function bookmarkIssue({ allowReplica }: Contract, headers: Headers) {
  const bookmark = allowReplica && headers.get(BOOKMARK)
  if (!bookmark || BOOKMARK_PATTERN.test(bookmark)) return undefined
  return { code: 'INVALID_FIELD', description: `${BOOKMARK}: expected one that an answer of ours had` } as const
}

/** Whether a success says how far the books had come: after a write, and after a read that may lag. */
export const returnsBookmark = ({ auth, allowReplica, method }: Contract): boolean =>
  allowReplica === true || (auth !== 'nothing' && method !== 'GET')
