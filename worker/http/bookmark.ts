import type { Contract, Success } from './endpoint'

/** The state of a database as D1 names it: sent back with a later read, which is then no older. */
export const BOOKMARK = 'X-D1-Bookmark'

/** Hexadecimal numbers. The words by which D1 selects a replica do not match. */
const BOOKMARK_PATTERN = /^[\da-f]{1,64}(?:-[\da-f]{1,64}){1,7}$/

/** What is wrong with the header, where the endpoint reads it. */
export function bookmarkIssue({ allowReplica }: Contract, headers: Headers) {
  const bookmark = allowReplica && headers.get(BOOKMARK)
  if (!bookmark || BOOKMARK_PATTERN.test(bookmark)) return undefined
  return { code: 'INVALID_FIELD', description: `${BOOKMARK}: expected one that an answer of ours had` } as const
}

/** Whether successes carry a bookmark: those of writes, and of reads from a replica. */
export const returnsBookmark = ({ auth, allowReplica, method }: Contract): boolean =>
  allowReplica === true || (auth !== 'public' && method !== 'GET')

/** The header of a success, where it carries one. `bookmark`: that of the database which the handler was given. */
export function bookmarkHeader(
  contract: Contract,
  success: Success<unknown>,
  bookmark: string | undefined,
): Record<string, string> {
  const value = success.bookmark ?? bookmark
  return value && returnsBookmark(contract) ? { [BOOKMARK]: value } : {}
}
