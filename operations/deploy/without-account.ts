import { resolve } from 'node:path'
import type { Say } from '../../tooling/command/command-line.ts'
import { SECRETS } from '../../tooling/command/vars.ts'
import { addressOf, type DeployConfig, migrationsOf } from './config.ts'
import type { AccountState } from './found.ts'
import { lackingParts } from './lacking-parts.ts'
import { reportPlan } from './report.ts'
import { findSecrets, refuseUnusableSecrets, secretsFileOf } from './secrets.ts'

/** Prints what a dry run knows without credentials: what a run would make in an account that has nothing of this configuration. */
export async function reportWithoutAccount(
  config: DeployConfig,
  folder: string,
  env: NodeJS.ProcessEnv,
  say: Say,
): Promise<void> {
  const account = config.account_id || env.CLOUDFLARE_ACCOUNT_ID || 'ACCOUNT'
  const secretsFile = secretsFileOf(config.name, account, resolve(folder))
  const sources = findSecrets(secretsFile, SECRETS, env)
  await refuseUnusableSecrets(sources, secretsFile)
  say('Not signed in: what the account has is not read. In an account without Innlet a run would do this:')
  reportPlan(say, {
    name: config.name,
    found: emptyAccount(config),
    sources,
    secretsFile,
    address: addressOf(config, 'ACCOUNT'),
    live: undefined,
    changes: [],
    lacking: await lackingParts(config),
  })
}

const emptyAccount = (config: DeployConfig): AccountState => ({
  databases: config.d1_databases.map(each => ({
    config: each,
    isOnlyNamed: false,
    pending: migrationsOf(each),
    unknown: [],
  })),
  namespaces: config.kv_namespaces,
  missingSecrets: [...SECRETS],
  hasWebhookTargets: false,
  archive: { title: '', files: new Map() },
})
