import { verifyLinkToken } from '../auth/link-token'
import type { Database } from '../db/database'
import type { Scope } from '../db/scope'
import { logException } from '../http/log'
import { addressOf, withinRate } from '../http/rate-limit'
import type { RequestContext } from '../request-context'
import { isRevoked } from '../store/itinerary/link-revocation'

/** Reads, for a link that is current, what it shows. */
type Reader<T> = (
  db: Database,
  scope: Scope,
  shown: { reservationId: number; linkId: string },
) => Promise<T | undefined>

/**
 * What a link opens; undefined for every reason that it opens nothing. A token that is not ours or has expired costs no I/O.
 * Else KV and D1 are asked at once: KV, near the guest, may refuse a link early, and D1, which knows of every revocation
 * from its first moment, must confirm it. KV failing closes nothing.
 */
export async function openLink<T>(context: RequestContext, token: string, read: Reader<T>): Promise<T | undefined> {
  const { settings, now, revokedLinks, shards, requestId } = context
  const link = await verifyLinkToken(token, settings, now)
  if (!link) return undefined
  const shown = read(shards.of(link.scope), link.scope, link)
  // Nobody waits for D1 any more once KV has refused.
  shown.catch(() => {})
  const revoked = await isRevoked(revokedLinks, link.linkId, now).catch(error => {
    logException(requestId, error)
    return false
  })
  return revoked ? undefined : shown
}

/** Guests have no credential to count by: the public itinerary is limited by address. */
export const withinItineraryRate = ({ env, request }: RequestContext): Promise<boolean> =>
  withinRate(env.ITINERARY_PER_ADDRESS, addressOf(request.headers))
