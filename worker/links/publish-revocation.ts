import { logException } from '../http/log'
import type { RequestContext } from '../request-context'
import type { EndedLink } from '../store/itinerary/link'
import { markRevoked } from '../store/itinerary/link-revocation'

/**
 * Tells the edges of links that are dead. Only after D1 has ended them, so that KV never shuts a link that lives; and
 * without the caller waiting, because the links are shut already: when this fails, the edges just ask D1 a while longer.
 */
export function publishRevocation(
  { revokedLinks, now, requestId, waitUntil }: RequestContext,
  dead: readonly EndedLink[],
): void {
  waitUntil(markRevoked(revokedLinks, dead, now).catch(error => logException(requestId, error)))
}
