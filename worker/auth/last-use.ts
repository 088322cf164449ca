import { DAY_MS } from '../../schema/wire/dates'
import type { RequestContext } from '../request-context'

/**
 * Stores the use of a credential: the first of a day (UTC), after the response. `lastUsedAt`: its last use, in
 * milliseconds since 1970.
 */
export function markUsed(
  { now, waitUntil }: RequestContext,
  lastUsedAt: number | null,
  mark: (since: number) => Promise<void>,
): void {
  const today = now - (now % DAY_MS)
  if (lastUsedAt === null || lastUsedAt < today) waitUntil(mark(today))
}
