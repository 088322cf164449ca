import { type Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import type { RelyingParty } from './passkey'

/** The host of `npm start`, at which browsers allow passkeys without https. */
const LOCAL = 'localhost'

/**
 * The address at which people sign in: that of PUBLIC_URL, or localhost. The host of a request does not count, because its sender
 * chooses it.
 */
export function relyingPartyOf({
  settings,
  publicUrl,
}: Pick<RequestContext, 'settings' | 'publicUrl'>): RelyingParty | Refusal<'NOT_CONFIGURED'> {
  const { origin, hostname, protocol } = new URL(publicUrl)
  // Over http anyone on the way could read the cookie.
  if (hostname === LOCAL || (settings.publicUrl && protocol === 'https:')) return { origin, rpId: hostname }
  return refuse('NOT_CONFIGURED', 'PUBLIC_URL is no https address: people sign in at its address, or at localhost')
}

/** Refuses a request that no page of this origin has sent: the browser of a person would add the cookie to it. */
export function refuseOtherOrigin(
  context: RequestContext,
): Refusal<'PERMISSION_DENIED' | 'NOT_CONFIGURED'> | undefined {
  const party = relyingPartyOf(context)
  if (!('rpId' in party)) return party
  if (context.request.headers.get('origin') === party.origin) return undefined
  return refuse('PERMISSION_DENIED', `Origin: expected ${party.origin}`)
}
