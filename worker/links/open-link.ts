import { verifyLinkToken } from '../auth/link-token'
import { addressOf, withinRate } from '../auth/rate-limit'
import type { Database } from '../db/database'
import type { Scope } from '../db/scope'
import { logException } from '../http/log'
import type { LinkRefusal, RequestContext } from '../request-context'
import type { LinkEnd } from '../store/itinerary/columns'
import { findEnd } from '../store/itinerary/link-revocation'

/** Reads what a link shows, if the link is the current one of its reservation. */
type Reader<T> = (db: Database, scope: Scope, link: { reservationId: number; linkId: string }) => Promise<T | LinkEnd>

/**
 * Reads what a link opens; undefined: the link opens nothing. An invalid or expired token costs no I/O. Otherwise KV and D1
 * are read concurrently. KV is close to the guest and may refuse a revoked link early. D1 has every revocation at once and
 * must confirm the link. If KV fails, D1 alone decides. The log gets the reason of a refusal.
 */
export async function openLink<T extends object>(
  context: RequestContext,
  token: string,
  read: Reader<T>,
): Promise<T | undefined> {
  const { settings, now, revokedLinks, shards, requestId, log } = context
  const refused = (reason: LinkRefusal) => {
    log.link = reason
    return undefined
  }
  const link = await verifyLinkToken(token, settings, now)
  if (typeof link === 'string') return refused(link)
  log.scope = link.scope
  const content = read(shards.of(link.scope), link.scope, link)
  // If KV refuses first, the D1 read is not awaited, and its rejection must not be unhandled.
  content.catch(() => {})
  const end = await findEnd(revokedLinks, link.linkId, now).catch(error => {
    logException(requestId, error)
    return undefined
  })
  if (end) return refused(end)
  const found = await content
  return typeof found === 'string' ? refused(found) : found
}

/** Guests have no credential, so the rate of the public itinerary is limited by address. */
export const withinItineraryRate = ({ env, request }: RequestContext): Promise<boolean> =>
  withinRate(env.ITINERARY_PER_ADDRESS, addressOf(request.headers))
