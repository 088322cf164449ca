import { CommandError } from '../../tooling/command/command-error.ts'
import { parseFlags } from '../../tooling/command/command-line.ts'

export const USAGE = `Deploys Innlet to Cloudflare. It makes what is missing and keeps what exists; it asks nothing.

  npm run deploy -- [flags]

  --dry-run               says what a run would do, and changes nothing
  --config wrangler.toml  the configuration to deploy; the file is not changed
  --installation NAME     another installation in the account, such as staging: docs/deploy.md#a-second-installation
  --folder .deploy        where generated secrets and the generated configuration are kept
  --site PATH             a site that is built already; without it the site is built into dist/site
  --first                 says that no earlier release of the element must be kept
  --adopt-database        uses databases that exist although the Worker does not
  --live URL              where the service is reached now, if that is not its PUBLIC_URL
  --older                 deploys a release that is older than the tables: a rollback
  --gradual               uploads a version without traffic; \`wrangler versions deploy\` gives it some
  --help                  this

Sign in with \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN. If you have several accounts, set CLOUDFLARE_ACCOUNT_ID.`

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  config: { type: 'string', default: 'wrangler.toml' },
  installation: { type: 'string' },
  folder: { type: 'string', default: '.deploy' },
  site: { type: 'string' },
  first: { type: 'boolean', default: false },
  'adopt-database': { type: 'boolean', default: false },
  live: { type: 'string' },
  older: { type: 'boolean', default: false },
  gradual: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export type DeployFlags = ReturnType<typeof readFlags>

export function readFlags(args: string[]) {
  const { 'dry-run': dryRun, 'adopt-database': adoptDatabase, ...others } = parseFlags(args, OPTIONS).values
  if (others.live !== undefined && !URL.canParse(others.live)) throw new CommandError('--live: expected an address')
  return { ...others, dryRun, adoptDatabase }
}
