import type { RequestContext } from '../request-context'
import type { LinkEnd } from '../store/itinerary/columns'
import type { EndedLink } from '../store/itinerary/link'
import { markRevoked } from '../store/itinerary/link-revocation'

/**
 * Marks ended links as revoked in KV. Call it after D1 has ended them, so that KV never refuses a live link. The response does
 * not wait for it: D1 refuses the links already. If it fails, each request for such a link reads D1.
 */
export function publishRevocation(
  { revokedLinks, now, waitUntil }: RequestContext,
  ended: readonly EndedLink[],
  end: LinkEnd,
): void {
  waitUntil(markRevoked(revokedLinks, ended, end, now))
}
