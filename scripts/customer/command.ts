import { setTimeout } from 'node:timers/promises'
import { CommandError } from '../start/command-error.ts'
import { Service, type ServiceResponse } from '../start/service.ts'
import { storedVars } from '../start/vars.ts'

/** The flags that every command on a customer has. */
export const SERVICE_FLAGS = {
  customer: { type: 'string' },
  url: { type: 'string' },
  vars: { type: 'string', default: '.dev.vars' },
  installation: { type: 'string' },
  config: { type: 'string', default: 'wrangler.toml' },
  help: { type: 'boolean', default: false },
} as const

export const SERVICE_USAGE = `  --url URL      the service (default: INNLET_URL, else http://localhost:8787)
  --vars FILE    where ADMIN_TOKEN stands, unless INNLET_ADMIN_TOKEN is in the environment (default .dev.vars)
  --installation NAME  the service that npm run deploy -- --installation NAME made, instead of --url and --vars
  --config FILE  its configuration (default wrangler.toml)`

/** A number of a flag; undefined: it is missing, or no number. */
export const numberOf = (text: string | undefined) => (/^\d+$/.test(text ?? '') ? Number(text) : undefined)

interface ServiceFlagValues {
  url?: string
  vars: string
  installation?: string
  config: string
}

/** The service that the flags name. */
export async function serviceOf({ url, vars, installation, config }: ServiceFlagValues): Promise<Service> {
  if (installation === undefined) {
    const address = url ?? process.env.INNLET_URL ?? 'http://localhost:8787'
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
  // The address comes from the environment too: a token of the file may be that of another service.
  const token = process.env.INNLET_ADMIN_TOKEN ?? configuredValue('ADMIN_TOKEN', file)
  if (!token) throw new CommandError(`there is no INNLET_ADMIN_TOKEN in the environment, and no ADMIN_TOKEN in ${file}`)
  return token
}

/** Consecutive failures after which a command gives up. */
const ATTEMPTS = 8
const LONGEST_PAUSE = 15_000

/** Whether the same may succeed later. */
export const isPassing = (error: unknown) => !(error instanceof CommandError) || / answered 5\d\d/.test(error.message)

/** Repeats a step that failed for a passing reason. The service executes a repeated step once. */
export async function withRetries(step: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  for (let failed = 1; ; failed++) {
    try {
      return await step()
    } catch (error) {
      if (!isPassing(error) || failed === ATTEMPTS) throw error
      await setTimeout(Math.min(250 * 2 ** failed, LONGEST_PAUSE))
    }
  }
}

/** Prints the progress: on a terminal in one line that changes, else one line per change. */
export function createPrinter(): (line: string) => void {
  let last = ''
  return line => {
    if (line === last) return
    last = line
    process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line}` : `${line.trimEnd()}\n`)
  }
}

/** Runs a command. An error is printed in one line, with `advice` if the same may succeed later, and the exit code is 1. */
export function runCommand(name: string, command: () => Promise<void>, advice: string): void {
  command().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    console.error(`\n${name}: ${message}${advice && isPassing(error) ? `; ${advice}` : ''}`)
    process.exit(1)
  })
}
