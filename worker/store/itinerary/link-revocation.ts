import type { Kv } from '../../db/kv'
import type { LinkEnd } from './columns'
import type { EndedLink } from './link'

/*
 * The list of revoked links in KV (see schema/kv.md). It copies revocations of D1 to the edge, near the guest. D1 refuses a
 * revoked link also if its entry is missing, late or unreadable.
 */

/** The value of an entry. Earlier releases wrote `1` for both ends. */
const VALUES: Readonly<Record<LinkEnd, string>> = { revoked: '1', replaced: 'replaced' }
const endOf = (value: string): LinkEnd => (value === VALUES.replaced ? 'replaced' : 'revoked')

const keyOf = (linkId: string) => `revoked:${linkId}`

/** Minimum of KV for the lifetime of an entry, in seconds. */
const MIN_TTL = 60

/** Milliseconds to wait for KV. */
const TIMEOUT_MS = 500

/** Adds links to the list until they expire. An expired link needs no entry. */
export async function markRevoked(kv: Kv, links: readonly EndedLink[], end: LinkEnd, now: number): Promise<void> {
  await Promise.all(
    links
      .map(({ linkId, expiresAt }) => ({ linkId, seconds: Math.ceil((expiresAt - now) / 1000) }))
      .filter(({ seconds }) => seconds > 0)
      .map(({ linkId, seconds }) => kv.put(keyOf(linkId), VALUES[end], { expirationTtl: Math.max(seconds, MIN_TTL) })),
  )
}

/** Milliseconds for which "not revoked" is cached: less than the delay of KV itself. */
const CACHE_MS = 30_000
const MAX_CACHED = 1_000

/** Results of KV by link. An end is final. */
const cache = new Map<string, { end: LinkEnd | undefined; until: number }>()

function cacheResult(linkId: string, end: LinkEnd | undefined, now: number): void {
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string)
  cache.set(linkId, { end, until: end ? Number.POSITIVE_INFINITY : now + CACHE_MS })
}

/**
 * The end of a link that the list has. An isolate reads KV once for the requests of a visit. If KV takes too long, the result is
 * undefined and not cached.
 */
export async function findEnd(kv: Kv, linkId: string, now: number): Promise<LinkEnd | undefined> {
  const cached = cache.get(linkId)
  if (cached && now < cached.until) return cached.end
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, TIMEOUT_MS)
  try {
    const entry = await Promise.race([kv.get(keyOf(linkId)), timeout])
    if (entry === undefined) return undefined
    const end = entry === null ? undefined : endOf(entry)
    cacheResult(linkId, end, now)
    return end
  } finally {
    clearTimeout(timer)
  }
}
