import type { Kv } from '../../db/kv'
import type { EndedLink } from './link'

/*
 * The list of revoked links in KV (see schema/kv.md). It only ever repeats what D1 has said before, nearer to the guest: an
 * entry that is missing, late or unreadable opens nothing.
 */

const keyOf = (linkId: string) => `revoked:${linkId}`

/** Seconds that KV keeps an entry at least. */
const SHORTEST_TTL = 60

/** Milliseconds after which an edge that says nothing is taken for one that is gone. */
const TIMEOUT_MS = 500

/** Puts dead links on the list until their own expiry; one that has expired by itself needs no entry. */
export async function markRevoked(kv: Kv, dead: readonly EndedLink[], now: number): Promise<void> {
  await Promise.all(
    dead
      .map(({ linkId, expiresAt }) => ({ linkId, left: Math.ceil((expiresAt - now) / 1000) }))
      .filter(({ left }) => left > 0)
      .map(({ linkId, left }) => kv.put(keyOf(linkId), '1', { expirationTtl: Math.max(left, SHORTEST_TTL) })),
  )
}

/** Milliseconds for which silence is taken for an answer once more: less than KV itself may be behind. */
const CACHE_MS = 30_000
const MAX_CACHED = 1_000

/** Until when what KV said of a link holds; that it is revoked holds for ever. */
const cache = new Map<string, { revoked: boolean; until: number }>()

function readRevocation(linkId: string, revoked: boolean, now: number): void {
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string)
  cache.set(linkId, { revoked, until: revoked ? Number.POSITIVE_INFINITY : now + CACHE_MS })
}

/**
 * Whether the list names the link. An isolate asks once for what a guest's visit asks many times. An edge that takes too long
 * to answer is not waited for: it has not said so.
 */
export async function isRevoked(kv: Kv, linkId: string, now: number): Promise<boolean> {
  const before = cache.get(linkId)
  if (before && now < before.until) return before.revoked
  const { promise: impatience, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, TIMEOUT_MS)
  try {
    const entry = await Promise.race([kv.get(keyOf(linkId)), impatience])
    if (entry === undefined) return false
    readRevocation(linkId, entry !== null, now)
    return entry !== null
  } finally {
    clearTimeout(timer)
  }
}
