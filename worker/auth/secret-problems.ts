import type { Settings } from '../settings'
import { adminTokens } from './admin'
import { linkKeys, signingKeys } from './keys'

/** A secret that is missing or cannot be used. Neither field has any part of its value. */
export interface SecretProblem {
  name: string
  problem: string
}

/** A shorter pepper could be guessed by whoever has the table of hashes. */
const PEPPER_CHARACTERS = 32

const MISSING = 'not configured'

/** What is wrong with the secrets, for the deployment and for the operator. Empty: all can be used. */
export async function secretProblems(settings: Settings): Promise<SecretProblem[]> {
  const { adminToken, secretPepper } = settings
  const problems: Record<string, string | undefined> = {
    ADMIN_TOKEN: adminToken.trim()
      ? unless(adminTokens(adminToken).length > 0, 'expected a token of at least 32 characters, or two with a space')
      : MISSING,
    SIGNING_KEYS: settings.signingKeys
      ? unless(await canImport(signingKeys(settings)), 'expected a JWKS of private ES256 keys, each with its own kid')
      : MISSING,
    LINK_KEYS: settings.linkKeys
      ? unless(await canImport(linkKeys(settings)), 'expected a JWKS of oct keys of 32 bytes, each with its own kid')
      : MISSING,
    SECRET_PEPPER: secretPepper
      ? unless(secretPepper.length >= PEPPER_CHARACTERS, 'expected at least 32 characters')
      : MISSING,
  }
  return Object.entries(problems).flatMap(([name, problem]) => (problem ? [{ name, problem }] : []))
}

const unless = (isUsable: boolean, problem: string) => (isUsable ? undefined : problem)

/** The exception of an import is not read, because it may quote a key. */
async function canImport(ring: Promise<unknown> | undefined): Promise<boolean> {
  try {
    await ring
    return true
  } catch {
    return false
  }
}
