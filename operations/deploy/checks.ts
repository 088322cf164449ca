import { CommandError } from '../../tooling/command/command-error.ts'
import type { Say } from '../../tooling/command/command-line.ts'
import type { DeployConfig } from './config.ts'
import { isBegun } from './databases.ts'
import type { DeployFlags } from './flags.ts'
import type { AccountState, FoundDatabase } from './found.ts'

/** Throws if webhooks could be sent to private addresses. `npm start` alone allows that. */
export function refuseWebhookTargets({ vars }: DeployConfig): void {
  if (vars.WEBHOOK_TARGETS === undefined) return
  throw new CommandError('WEBHOOK_TARGETS: only `npm start` may set it; remove it from [vars]')
}

/** Limits that were settings in earlier builds. Their values are constants now. */
const FORMER_SETTINGS = [
  'BOOKING_ROOMS',
  'BOOKING_ACTIVITIES',
  'BOOKING_RATE_LINES',
  'BOOKING_NIGHTS',
  'SALE_ITEMS',
  'CHANNEL_DAYS_SET',
  'CHANNEL_PAGE_CELLS',
]

/** Tells which settings have no effect. */
export function reportUnused({ vars }: DeployConfig, say: Say): void {
  const found = FORMER_SETTINGS.filter(name => name in vars)
  if (found.length) say(`No longer settings, and without effect: ${found.join(', ')}. Remove them from [vars]`)
}

/** Throws if what the account has does not allow this deployment. */
export function refuseUnsafe(flags: DeployFlags, { name }: DeployConfig, found: AccountState, generated: string): void {
  if (found.hasWebhookTargets) {
    throw new CommandError(
      `WEBHOOK_TARGETS: the Worker ${name} has it, and only \`npm start\` may set it. Remove it at Cloudflare first`,
    )
  }
  if (!flags.adoptDatabase) for (const database of found.databases) refuseForeign(database, name, generated)
  const newer = found.databases.find(({ unknown }) => unknown.length)
  if (newer && !flags.older) {
    const { config, unknown } = newer
    throw new CommandError(
      `${config.database_name} (${config.binding}) has migrations that this release does not have: ${unknown.join(', ')}.
A newer release has applied them. To go back by one release, add --older. See docs/deploy.md#roll-back`,
    )
  }
  const versions = found.worker?.versions ?? []
  if (versions.length > 1) {
    const list = versions.map(({ version_id, percentage }) => `  ${version_id}@${percentage}%`).join('\n')
    throw new CommandError(
      `two versions of ${name} have traffic. This run would end that:\n${list}\nFinish it first: npx wrangler versions deploy VERSION@100% --name ${name} --yes`,
    )
  }
  if (flags.gradual && !found.worker) throw new CommandError(`--gradual: there is no Worker ${name} yet`)
}

/** Throws if a database exists, and nothing shows that it belongs to this Worker. Another Worker of the account may use it. */
function refuseForeign({ config, id, isOnlyNamed }: FoundDatabase, worker: string, generated: string): void {
  if (!id || !isOnlyNamed || isBegun(generated, config, id)) return
  throw new CommandError(
    `the database ${config.database_name} (${config.binding}) exists, and the Worker ${worker} does not use it. It may be that of another installation.
  For an installation of its own, use --installation.
  If the database belongs to this Worker, add --adopt-database, or its database_id to the configuration.`,
  )
}
