import { resolve } from 'node:path'
import { CommandError } from '../../tooling/command/command-error.ts'
import { addressOf, readConfig } from '../deploy/config.ts'
import { readSubdomain } from '../deploy/found.ts'
import { findAdminToken } from '../deploy/live-secrets.ts'
import { secretsFileOf } from '../deploy/secrets.ts'
import { signIn } from '../deploy/sign-in.ts'

/** The address of an installation at Cloudflare and its token, as `npm run deploy` finds them. */
export async function findInstallation(config: string, installation: string, env: NodeJS.ProcessEnv) {
  const configured = await readConfig(resolve(config), installation)
  const session = await signIn(configured.account_id, env)
  const secrets = secretsFileOf(configured.name, session.accountId)
  const admin = findAdminToken(secrets, env)
  if (!admin) throw new CommandError(`there is no ADMIN_TOKEN in the environment or in ${secrets}`)
  return { url: addressOf(configured, await readSubdomain(session)), token: admin.token }
}
