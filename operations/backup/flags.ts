import type { ParseArgsOptionsConfig } from 'node:util'
import { CommandError } from '../../tooling/command/command-error.ts'
import { parseFlags } from '../../tooling/command/command-line.ts'

/** Which installation a command works on. */
export const PLACE_OPTIONS = {
  state: { type: 'string', default: '.state' },
  vars: { type: 'string', default: '.dev.vars' },
  remote: { type: 'boolean', default: false },
  config: { type: 'string', default: 'wrangler.toml' },
  installation: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export const PLACE_USAGE = `  --state .state          the state folder of npm start
  --vars .dev.vars        the settings of npm start
  --remote                the installation at Cloudflare, instead of a state folder
  --config wrangler.toml  its configuration
  --installation NAME     another one of the account, as npm run deploy has it`

const OPTIONS = { ...PLACE_OPTIONS, to: { type: 'string' }, help: { type: 'boolean', default: false } } as const

export const USAGE = `Copies the data of an installation into a new folder, also while the service runs.

  npm run backup -- --to DIR [flags]

  --to DIR                the folder of the backup; it must not exist, or be empty
${PLACE_USAGE}
  --help                  this

For --remote sign in with \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN. D1 does not serve requests while it exports.`

export type PlaceFlags = { state: string; vars: string; remote: boolean; config: string; installation?: string }
export type BackupFlags = PlaceFlags & { to: string; help: boolean }

export function refuseLocalInstallation({ remote, installation }: { remote: boolean; installation?: string }): void {
  if (installation && !remote) throw new CommandError('--installation: needs --remote')
}

export function readFlags(args: string[]): BackupFlags {
  const { to = '', ...others } = parseFlags(args, OPTIONS).values
  if (others.help) return { ...others, to }
  refuseLocalInstallation(others)
  if (!to) throw new CommandError('--to: expected a new folder; --help lists the flags')
  return { ...others, to }
}
