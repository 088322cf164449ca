import { parseArgs } from 'node:util'
import { CommandError } from '../start/command-error.ts'

export const USAGE = `Deploys Innlet to Cloudflare. It makes what is missing and keeps what exists; it asks nothing.

  npm run deploy -- [flags]

  --dry-run               says what a run would do, and changes nothing
  --config wrangler.toml  the configuration to deploy; the file is not changed
  --folder .deploy        where generated secrets and the generated configuration are kept
  --site PATH             a site that is built already; without it the site is built into dist/site
  --help                  this

Sign in with \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN. If you have several accounts, set CLOUDFLARE_ACCOUNT_ID.`

export interface DeployFlags {
  dryRun: boolean
  config: string
  folder: string
  site?: string
  help: boolean
}

export function readFlags(args: string[]): DeployFlags {
  const { 'dry-run': dryRun, ...others } = parse(args)
  for (const name of ['config', 'folder', 'site'] as const) {
    if (others[name] === '') throw new CommandError(`--${name}: expected a path`)
  }
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
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    const [problem] = (error as Error).message.split(/[.\n]/)
    throw new CommandError(`${problem}; --help lists the flags`)
  }
}
