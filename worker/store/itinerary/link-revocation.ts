import type { Kv } from '../../db/kv'
import type { EndedLink } from './link'

/*
 * The list of revoked links in KV (see schema/kv.md). It copies revocations of D1 to the edge, near the guest. D1 refuses a
 * revoked link also if its entry is missing, late or unreadable.
 */

const keyOf = (linkId: string) => `revoked:${linkId}`

/** Minimum of KV for the lifetime of an entry, in seconds. */
const MIN_TTL = 60

/** Milliseconds to wait for KV. */
const TIMEOUT_MS = 500

/** Adds links to the list until they expire. An expired link needs no entry. */
export async function markRevoked(kv: Kv, links: readonly EndedLink[], now: number): Promise<void> {
  await Promise.all(
    links
      .map(({ linkId, expiresAt }) => ({ linkId, seconds: Math.ceil((expiresAt - now) / 1000) }))
      .filter(({ seconds }) => seconds > 0)
      .map(({ linkId, seconds }) => kv.put(keyOf(linkId), '1', { expirationTtl: Math.max(seconds, MIN_TTL) })),
  )
}

/** Milliseconds for which "not revoked" is cached: less than the delay of KV itself. */
const CACHE_MS = 30_000
const MAX_CACHED = 1_000

/** Results of KV by link. "Revoked" is final. */
const cache = new Map<string, { revoked: boolean; until: number }>()

function cacheResult(linkId: string, revoked: boolean, now: number): void {
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string)
  cache.set(linkId, { revoked, until: revoked ? Number.POSITIVE_INFINITY : now + CACHE_MS })
}

/**
 * Whether the list has the link. An isolate reads KV once for the requests of a visit. If KV takes too long, the result is
 * false and not cached.
 */
export async function isRevoked(kv: Kv, linkId: string, now: number): Promise<boolean> {
  const cached = cache.get(linkId)
  if (cached && now < cached.until) return cached.revoked
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, TIMEOUT_MS)
  try {
    const entry = await Promise.race([kv.get(keyOf(linkId)), timeout])
    if (entry === undefined) return false
    cacheResult(linkId, entry !== null, now)
    return entry !== null
  } finally {
    clearTimeout(timer)
  }
}
