import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from '../../tooling/command/command-error.ts'
import type { PlaceFlags } from './flags.ts'
import type { Installation } from './installation.ts'

/** Opens the installation that the flags name. wrangler and miniflare take a second to load, and --help does not need them. */
export async function openInstallation(flags: PlaceFlags, env: NodeJS.ProcessEnv): Promise<Installation> {
  if (flags.remote) {
    const { RemoteInstallation } = await import('./remote.ts')
    return RemoteInstallation.open(flags, env)
  }
  const state = resolve(flags.state)
  if (!existsSync(state)) throw new CommandError(`there is no state folder ${flags.state}; name it with --state`)
  const { LocalInstallation } = await import('./local.ts')
  return new LocalInstallation(state, resolve(flags.vars))
}
