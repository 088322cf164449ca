import type { RequestContext } from '../request-context'

const DAY = 86_400_000

/**
 * Stores the use of a credential: the first of a day (UTC), after the response. `lastUsedAt`: its last use, in
 * milliseconds since 1970.
 */
export function markUsed(
  { now, waitUntil }: RequestContext,
  lastUsedAt: number | null,
  mark: (since: number) => Promise<void>,
): void {
  const today = now - (now % DAY)
  if (lastUsedAt === null || lastUsedAt < today) waitUntil(mark(today))
}
