import { linkKeys } from '../auth/keys'
import { newLinkId } from '../auth/link-token'
import type { Settings } from '../settings'
import type { NewLink } from '../store/itinerary/link'

const HOUR = 3600

/** A link for a reservation, and the name of the key that signs it; undefined where links are not configured. */
export async function newLink(settings: Settings, now: number): Promise<(NewLink & { kid: string }) | undefined> {
  const keys = await linkKeys(settings)
  if (!keys) return undefined
  const expiresAt = (Math.floor(now / 1000) + settings.linkTtlHours * HOUR) * 1000
  return { linkId: newLinkId(), expiresAt, kid: keys.signer.kid }
}
