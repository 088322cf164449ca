import { dirname } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, Response } from 'miniflare'
import type { Build } from '../../tooling/builds/build.ts'
import { CommandError } from '../../tooling/command/command-error.ts'
import { LOCAL_IDS, localDatabases } from '../../tooling/state/databases.ts'
import { persistenceFolder } from '../../tooling/state/files.ts'
import { runCrons } from './cron.ts'
import type { DemoCredentials, DemoResponse } from './demo-credentials.ts'

export interface RuntimeOptions {
  build: Build
  /** Secrets, and settings that override those in wrangler.toml. */
  vars: Record<string, string>
  port: number
  /** The folder of D1, KV and the rate limit counters, laid out as `wrangler --persist-to` does. */
  state: string
  /** What the pages of the reference get of the demo hotel. */
  demo?: DemoCredentials
  /** Called with each line that the Worker logs. */
  onLog: (line: string, isError: boolean) => void
}

/**
 * Starts the Worker in workerd with local D1, KV, rate limits and assets, as configured in wrangler.toml. workerd ends when this
 * process ends.
 */
export async function startRuntime({ build, vars, port, state, demo, onLog }: RuntimeOptions): Promise<Miniflare> {
  const { worker, vars: configured, crons } = build.configuration
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      ...worker,
      // The configuration has the folder of the cached build.
      assets: { ...(worker.assets as object), directory: build.site },
      modules: [{ type: 'ESModule', path: build.script }],
      modulesRoot: dirname(build.script),
      // Webhooks may be received on this machine.
      bindings: { ...configured, WEBHOOK_TARGETS: 'any', ...vars },
      host: '127.0.0.1',
      port,
      d1Databases: { ...(worker.d1Databases as object), ...LOCAL_IDS.d1, ...localDatabases(vars) },
      kvNamespaces: { ...(worker.kvNamespaces as object), ...LOCAL_IDS.kv },
      ...(demo && { serviceBindings: { DEMO: request => responseOf(demo.respond(request)) } }),
      // Otherwise Miniflare fetches `request.cf` from the network.
      cf: false,
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: ({ level, message }) => onLog(message, level === 'error'),
      resourcePersistencePath: persistenceFolder(state),
    }),
  )
  try {
    await runtime.ready
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'ERR_ADDRESS_IN_USE') throw new CommandError(`port ${port} is taken; choose another with --port`)
    throw new CommandError(`the runtime did not start: ${message.split('\n').join(' ')}`)
  }
  runCrons(runtime, crons)
  return runtime
}

const responseOf = ({ body, ...init }: DemoResponse) => new Response(body, init)
