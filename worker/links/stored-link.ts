import { linkKeys } from '../auth/keys'
import { signLinkToken } from '../auth/link-token'
import type { Scope } from '../db/scope'
import type { Settings } from '../settings'
import type { NewLink } from '../store/itinerary/link'
import { linkAddresses } from './link-addresses'

/** A link as an answer keeps it: everything that its address is made of but the token, which would be a secret at rest. */
export interface StoredLink extends NewLink {
  kid: string
  /** Where the customer lived; absent: on the first shard. */
  shard?: number
  urlTemplate: string
}

/** The address of a link: the same whenever it is asked for. Empty where there is none. */
export async function linkUrl(
  { settings, scope, publicUrl }: { settings: Settings; scope: Scope; publicUrl: string },
  link: StoredLink | undefined,
  reservationId: number,
): Promise<string> {
  const keys = await linkKeys(settings)
  if (!link || !keys) return ''
  const { linkId, expiresAt, kid, urlTemplate, shard = 0 } = link
  const { customer } = scope
  const token = await signLinkToken(
    keys,
    { scope: { customer, shard }, linkId, reservationId, expiresAt: expiresAt / 1000 },
    kid,
  )
  return linkAddresses(token, urlTemplate, publicUrl).url
}
