import type { Kv } from './kv'
import type { DeadLink } from './link'

/*
 * The list of revoked links in KV (see schema/kv.md). It only ever repeats what D1 has said before, nearer to the guest: an
 * entry that is missing, late or unreadable opens nothing.
 */

const keyOf = (linkId: string) => `revoked:${linkId}`

/** Seconds that KV keeps an entry at least. */
const SHORTEST_TTL = 60

/** Milliseconds after which an edge that says nothing is taken for one that is gone. */
const PATIENCE = 500

/** Puts dead links on the list until their own expiry; one that has expired by itself needs no entry. */
export async function markRevoked(kv: Kv, dead: readonly DeadLink[], now: number): Promise<void> {
  await Promise.all(
    dead
      .map(({ linkId, expiresAt }) => ({ linkId, left: Math.ceil((expiresAt - now) / 1000) }))
      .filter(({ left }) => left > 0)
      .map(({ linkId, left }) => kv.put(keyOf(linkId), '1', { expirationTtl: Math.max(left, SHORTEST_TTL) })),
  )
}

/** Milliseconds for which silence is taken for an answer once more: less than KV itself may be behind. */
const SILENCE = 30_000
const MOST_HEARD = 1_000

/** Until when what KV said of a link holds; that it is revoked holds for ever. */
const heard = new Map<string, { revoked: boolean; until: number }>()

function hear(linkId: string, revoked: boolean, now: number): void {
  if (heard.size >= MOST_HEARD) heard.delete(heard.keys().next().value as string)
  heard.set(linkId, { revoked, until: revoked ? Number.POSITIVE_INFINITY : now + SILENCE })
}

/**
 * Whether the list names the link. An isolate asks once for what a guest's visit asks many times. An edge that takes too long
 * to answer is not waited for: it has not said so.
 */
export async function isRevoked(kv: Kv, linkId: string, now: number): Promise<boolean> {
  const before = heard.get(linkId)
  if (before && now < before.until) return before.revoked
  const { promise: impatience, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, PATIENCE)
  try {
    const entry = await Promise.race([kv.get(keyOf(linkId)), impatience])
    if (entry === undefined) return false
    hear(linkId, entry !== null, now)
    return entry !== null
  } finally {
    clearTimeout(timer)
  }
}
