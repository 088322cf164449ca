import type { Settings } from '../settings'
import { adminTokens } from './admin-tokens'
import { linkKeys, signingKeys, webhookKeys } from './keys'

/** A secret that is missing or cannot be used. Neither field has any part of its value. */
export interface SecretProblem {
  name: string
  /** The rest of a sentence that begins with the name. */
  problem: string
}

/** What is shorter is a placeholder. The hashed secrets are random, so the pepper need not be as long as a password. */
const PEPPER_CHARACTERS = 16

const NO_OCT_KEYS = 'is not a JWKS of oct keys of at least 32 bytes, each with its own kid'

/** What is wrong with the secrets, for the deployment and for the operator. Empty: all can be used. */
export async function secretProblems(settings: Settings): Promise<SecretProblem[]> {
  const { adminToken, secretPepper } = settings
  const rings = [signingKeys(settings), linkKeys(settings), webhookKeys(settings)]
  const [canSign = false, canLink = false, canDerive = false] = await Promise.all(rings.map(canImport))
  const checks = [
    check(
      'ADMIN_TOKEN',
      adminToken.trim(),
      adminTokens(adminToken).length > 0,
      'is not a token of at least 32 characters, or two with a space between them',
    ),
    check('SIGNING_KEYS', settings.signingKeys, canSign, 'is not a JWKS of private ES256 keys, each with its own kid'),
    check('LINK_KEYS', settings.linkKeys, canLink, NO_OCT_KEYS),
    check('WEBHOOK_KEYS', settings.webhookKeys, canDerive, NO_OCT_KEYS),
    check('SECRET_PEPPER', secretPepper, secretPepper.length >= PEPPER_CHARACTERS, 'has fewer than 16 characters'),
  ]
  return checks.filter(({ problem }) => problem)
}

/** The problem is empty if there is none. */
function check(name: string, configured: unknown, isUsable: boolean, otherwise: string): SecretProblem {
  if (!configured) return { name, problem: 'is not configured' }
  return { name, problem: isUsable ? '' : otherwise }
}

/** The exception of an import is not read, because it may quote a key. */
async function canImport(ring: Promise<unknown> | undefined): Promise<boolean> {
  try {
    await ring
    return true
  } catch {
    return false
  }
}
