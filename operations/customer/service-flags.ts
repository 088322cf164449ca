import { CommandError } from '../../tooling/command/command-error.ts'
import { Service } from '../../tooling/command/service.ts'
import { storedVars } from '../../tooling/command/vars.ts'

/** The flags that name a service. */
export const SERVICE_FLAGS = {
  url: { type: 'string' },
  vars: { type: 'string', default: '.dev.vars' },
  installation: { type: 'string' },
  config: { type: 'string', default: 'wrangler.toml' },
  help: { type: 'boolean', default: false },
} as const

export const SERVICE_USAGE = `  --url URL      the service (default: INNLET_URL, else http://localhost:8787)
  --vars FILE    a file with INNLET_URL and INNLET_ADMIN_TOKEN or ADMIN_TOKEN; the environment comes first (default .dev.vars)
  --installation NAME  the service that npm run deploy -- --installation NAME made, instead of --url and --vars
  --config FILE  its configuration (default wrangler.toml)`

interface ServiceFlagValues {
  url?: string
  vars: string
  installation?: string
  config: string
}

/** The service that the flags name. */
export async function serviceOf({ url, vars, installation, config }: ServiceFlagValues): Promise<Service> {
  if (installation === undefined) {
    const address = url ?? configuredValue('INNLET_URL', vars) ?? 'http://localhost:8787'
    return new Service(address.replace(/\/+$/, ''), adminToken(vars))
  }
  if (url) throw new CommandError('expected --url or --installation, not both')
  // Most runs need no access to Cloudflare.
  const { findInstallation } = await import('./installation.ts')
  const found = await findInstallation(config, installation, process.env)
  return new Service(found.url, found.token)
}

/** A value of the environment, or of a file such as `.dev.vars`. */
export const configuredValue = (name: string, file: string): string | undefined =>
  process.env[name] ?? storedVars(file)[name]

function adminToken(file: string): string {
  const token = [process.env, storedVars(file)]
    .map(({ INNLET_ADMIN_TOKEN, ADMIN_TOKEN }) => INNLET_ADMIN_TOKEN ?? ADMIN_TOKEN)
    .find(Boolean)
  if (!token) throw new CommandError(`there is no INNLET_ADMIN_TOKEN or ADMIN_TOKEN in the environment or in ${file}`)
  return token
}
