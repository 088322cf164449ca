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

/** Whether the list names the link. An edge that takes too long to answer is not waited for: it has not said so. */
export async function isRevoked(kv: Kv, linkId: string): Promise<boolean> {
  const { promise: impatience, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, PATIENCE, null)
  try {
    return (await Promise.race([kv.get(keyOf(linkId)), impatience])) !== null
  } finally {
    clearTimeout(timer)
  }
}
