import { hashSecret, newSecret, pepperFingerprint } from '../auth/secrets'
import { type Refusal, refuse } from '../errors'
import type { Settings } from '../settings'

/** A new secret and its hash. The hash is stored; the secret is shown once. */
export async function issueSecret(
  prefix: string,
  { secretPepper }: Settings,
): Promise<{ secret: string; hash: string; madeWith: string } | Refusal<'NOT_CONFIGURED'>> {
  if (!secretPepper) return refuse('NOT_CONFIGURED', 'SECRET_PEPPER is not configured')
  const secret = newSecret(prefix)
  const [hash, madeWith] = await Promise.all([hashSecret(secretPepper, secret), pepperFingerprint(secretPepper)])
  return { secret, hash, madeWith }
}

/** The prefix by which people and secret scanners recognise a client secret. */
export const CLIENT_SECRET = 'cs_'
