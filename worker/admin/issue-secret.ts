import { hashSecret, newSecret, pepperFingerprint, requirePepper } from '../auth/secrets'
import { Refusal } from '../errors'
import type { Settings } from '../settings'

/** A new secret and its hash. The hash is stored; the secret is shown once. */
export async function issueSecret(
  prefix: string,
  settings: Settings,
): Promise<{ secret: string; hash: string; madeWith: string } | Refusal<'NOT_CONFIGURED'>> {
  const pepper = requirePepper(settings)
  if (pepper instanceof Refusal) return pepper
  const secret = newSecret(prefix)
  const [hash, madeWith] = await Promise.all([hashSecret(pepper, secret), pepperFingerprint(pepper)])
  return { secret, hash, madeWith }
}

/** The prefix by which people and secret scanners recognise a client secret. */
export const CLIENT_SECRET = 'cs_'
