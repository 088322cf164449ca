import { dirname, join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import type { Build } from './build.ts'
import { CommandError } from './command-error.ts'
import { runCrons } from './cron.ts'
import { LOCAL_IDS, localDatabases } from './local-databases.ts'

const CONFIG = join(import.meta.dirname, '../../wrangler.toml')

export interface RuntimeOptions {
  build: Build
  /** Secrets, and settings that override those in wrangler.toml. */
  vars: Record<string, string>
  port: number
  /** The folder of D1, KV and the rate limit counters, laid out as `wrangler --persist-to` does. */
  state: string
  /** Called with each line that the Worker logs. */
  onLog: (line: string, isError: boolean) => void
}

/**
 * Starts the Worker in workerd with local D1, KV, rate limits and assets, as configured in wrangler.toml. workerd ends when this
 * process ends.
 */
export async function startRuntime({ build, vars, port, state, onLog }: RuntimeOptions): Promise<Miniflare> {
  // Otherwise wrangler prints the names of the files that it reads.
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
      // workerOptions.bindings also hold the values of a .dev.vars or .env beside wrangler.toml.
      bindings: { ...(config.vars as Record<string, string>), ...vars },
      host: '127.0.0.1',
      port,
      d1Databases: { ...(workerOptions.d1Databases as object), ...LOCAL_IDS.d1, ...localDatabases(vars) },
      kvNamespaces: { ...(workerOptions.kvNamespaces as object), ...LOCAL_IDS.kv },
      // Otherwise Miniflare fetches `request.cf` from the network.
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
