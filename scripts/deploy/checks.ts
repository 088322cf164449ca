import { CommandError } from '../start/command-error.ts'
import type { DeployConfig } from './config.ts'
import type { DeployFlags } from './flags.ts'
import type { AccountState } from './found.ts'

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

/** Tells in one line which settings of the configuration have no effect any more. */
export function reportFormerSettings({ vars }: DeployConfig, say: (line: string) => void): void {
  const found = FORMER_SETTINGS.filter(name => name in vars)
  if (found.length) say(`No longer settings, and without effect: ${found.join(', ')}. Remove them from [vars]`)
}

/** Throws if what the account has does not allow this deployment. */
export function refuseUnsafe(flags: DeployFlags, { name }: DeployConfig, found: AccountState): void {
  if (found.hasWebhookTargets) {
    throw new CommandError(
      `WEBHOOK_TARGETS: the Worker ${name} has it, and only \`npm start\` may set it. Remove it at Cloudflare first`,
    )
  }
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
