import { parseArgs } from 'node:util'
import { CommandError } from '../start/command-error.ts'

export const USAGE = `Deploys Innlet to Cloudflare. It makes what is missing and keeps what exists; it asks nothing.

  npm run deploy -- [flags]

  --dry-run               says what a run would do, and changes nothing
  --config wrangler.toml  the configuration to deploy; the file is not changed
  --folder .deploy        where generated secrets and the generated configuration are kept
  --site PATH             a site that is built already; without it the site is built into dist/site
  --first                 says that no earlier release of the element must be kept
  --live URL              where the service is reached now, if that is not its PUBLIC_URL
  --older                 deploys a release that is older than the tables: a rollback
  --gradual               uploads a version without traffic; \`wrangler versions deploy\` gives it some
  --help                  this

Sign in with \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN. If you have several accounts, set CLOUDFLARE_ACCOUNT_ID.`

export interface DeployFlags {
  dryRun: boolean
  config: string
  folder: string
  site?: string
  first: boolean
  live?: string
  older: boolean
  gradual: boolean
  help: boolean
}

export function readFlags(args: string[]): DeployFlags {
  const { 'dry-run': dryRun, ...others } = parse(args)
  for (const name of ['config', 'folder', 'site'] as const) {
    if (others[name] === '') throw new CommandError(`--${name}: expected a path`)
  }
  if (others.live !== undefined && !URL.canParse(others.live)) throw new CommandError('--live: expected an address')
  return { ...others, dryRun }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean', default: false },
        config: { type: 'string', default: 'wrangler.toml' },
        folder: { type: 'string', default: '.deploy' },
        site: { type: 'string' },
        first: { type: 'boolean', default: false },
        live: { type: 'string' },
        older: { type: 'boolean', default: false },
        gradual: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    const [problem] = (error as Error).message.split(/[.\n]/)
    throw new CommandError(`${problem}; --help lists the flags`)
  }
}
