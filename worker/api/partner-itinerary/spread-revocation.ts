import type { Exchange } from '../../exchange'
import { logFault } from '../../http/log'
import type { DeadLink } from '../../store/link'
import { markRevoked } from '../../store/link-revocation'

/**
 * Tells the edges of links that are dead. Only after D1 has ended them, so that KV never shuts a link that lives; and
 * without the caller waiting, because the links are shut already: when this fails, the edges just ask D1 a while longer.
 */
export function spreadRevocation({ links, now, requestId, later }: Exchange, dead: readonly DeadLink[]): void {
  later(markRevoked(links, dead, now).catch(error => logFault(requestId, error)))
}
