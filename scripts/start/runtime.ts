import { dirname, join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import type { Build } from './build.ts'
import { CommandError } from './command-error.ts'
import { runCrons } from './cron.ts'

const CONFIG = join(import.meta.dirname, '../../wrangler.toml')

export interface RuntimeOptions {
  build: Build
  /** Secrets, and settings that take the place of those in wrangler.toml. */
  vars: Record<string, string>
  port: number
  /** Where D1, KV and the counts of the rate limits are kept; laid out as `wrangler --persist-to` does. */
  state: string
  /** Each line that the Worker logs, and whether it is an error. */
  onLog: (line: string, isError: boolean) => void
}

/**
 * The Worker in workerd, bound to local D1, KV, rate limits and assets as wrangler.toml says. The process that runs it ends
 * with ours.
 */
export async function startRuntime({ build, vars, port, state, onLog }: RuntimeOptions): Promise<Miniflare> {
  // Else wrangler says at the terminal which files it has been to.
  process.env.WRANGLER_LOG ??= 'error'
  const config = unstable_readConfig({ config: CONFIG })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, {
    overrides: { assets: { directory: build.site } },
  })
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      ...workerOptions,
      modules: [{ type: 'ESModule', path: build.script }],
      modulesRoot: dirname(build.script),
      // Not the bindings of workerOptions: those have also been to a .dev.vars or .env beside wrangler.toml.
      bindings: { ...(config.vars as Record<string, string>), ...vars },
      host: '127.0.0.1',
      port,
      d1Databases: { ...(workerOptions.d1Databases as object), ...LOCAL_IDS.d1, ...local(vars) },
      kvNamespaces: { ...(workerOptions.kvNamespaces as object), ...LOCAL_IDS.kv },
      // Where a request comes from would be asked of the network.
      cf: false,
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: ({ level, message }) => onLog(message, level === 'error'),
      resourcePersistencePath: join(state, 'v3'),
    }),
  )
  try {
    await runtime.ready
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'ERR_ADDRESS_IN_USE') throw new CommandError(`port ${port} is taken; choose another with --port`)
    throw new CommandError(`the runtime did not start: ${message.split('\n').join(' ')}`)
  }
  runCrons(runtime, config.triggers.crons ?? [])
  return runtime
}

/** The ids that release 1.0.0 had in wrangler.toml: the names of the files in the state folder come from them. */
const LOCAL_IDS = {
  d1: { DB: { id: '00000000-0000-0000-0000-000000000000' } },
  kv: { LINKS: { id: '00000000000000000000000000000000' } },
}

/** The bindings of D1 that the settings name. */
export const databasesOf = ({ DATABASES = 'DB' }: Record<string, string>): string[] =>
  DATABASES.split(/\s+/).filter(Boolean)

/** A database of this machine for each binding but the one that wrangler.toml always has. */
const local = (vars: Record<string, string>) =>
  Object.fromEntries(databasesOf(vars).flatMap(name => (name === 'DB' ? [] : [[name, { id: `local-${name}` }]])))
