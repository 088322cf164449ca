import type { Fingerprints } from '../../schema/made-with'
import type { Settings } from '../settings'
import { linkKeys, webhookKeys } from './keys'
import { pepperFingerprint } from './secrets'

/** The fingerprints of the secrets that stored rows depend on. */
export async function fingerprintsOf(settings: Settings): Promise<Fingerprints> {
  const { secretPepper } = settings
  const [links, webhooks] = await Promise.all([
    fingerprintsIn(linkKeys(settings)),
    fingerprintsIn(webhookKeys(settings)),
  ])
  return {
    SECRET_PEPPER: secretPepper ? [await pepperFingerprint(secretPepper)] : undefined,
    LINK_KEYS: links,
    WEBHOOK_KEYS: webhooks,
  }
}

interface Ring {
  byKid: ReadonlyMap<string, { fingerprint: string }>
}

/** Undefined: the keys are missing, or cannot be used. */
const fingerprintsIn = (ring: Promise<Ring> | undefined) =>
  ring?.then(
    ({ byKid }) => [...byKid.values()].map(({ fingerprint }) => fingerprint),
    () => undefined,
  )
