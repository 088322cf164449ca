import { linkKeys } from '../auth/keys'
import { newLinkId } from '../auth/link-token'
import type { Settings } from '../settings'
import type { NewLink } from '../store/itinerary/link'

const SECONDS_OF_AN_HOUR = 3600

/** A new link for a reservation, and the `kid` of the key that signs it. Undefined: LINK_KEYS is not configured. */
export async function newLink(settings: Settings, now: number): Promise<(NewLink & { kid: string }) | undefined> {
  const keys = await linkKeys(settings)
  if (!keys) return undefined
  const expiresAt = (Math.floor(now / 1000) + settings.linkTtlHours * SECONDS_OF_AN_HOUR) * 1000
  const { kid, fingerprint: madeWith } = keys.signer
  return { linkId: newLinkId(), expiresAt, kid, madeWith }
}
