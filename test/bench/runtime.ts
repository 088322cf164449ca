import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import type { Build } from '../../tooling/builds/build.ts'
import { LOCAL_IDS } from '../../tooling/state/databases.ts'
import { persistenceFolder } from '../../tooling/state/files.ts'
import { bundle } from './bundle.ts'
import type { Statements } from './rows.ts'

type Options = Parameters<typeof convertV4MiniflareOptions>[0]

const CONFIG = join(import.meta.dirname, '../../wrangler.toml')

export interface BenchOptions {
  build: Build
  vars: Record<string, string>
  statements: Statements
  /** The folder of D1 and KV. */
  state: string
  inspected: boolean
}

/** Innlet as it is deployed, but with rate limits and a log that cost as little as on Cloudflare. */
const MAIN = `
import { keepLog, withEdgeBindings } from './edge.js'
import worker from './innlet.js'
keepLog()
export default {
  fetch: (request, env, context) => worker.fetch(request, withEdgeBindings(env), context),
}`

/**
 * Starts all Workers of the bench in one workerd with the same database: Innlet with the bindings of wrangler.toml, and the
 * Workers that it is compared with. Requests reach each at its own socket, without the proxy that simulates the edge.
 */
export async function startWorkers({ build, vars, statements, state, inspected }: BenchOptions): Promise<Miniflare> {
  // Otherwise wrangler prints the names of the files that it reads.
  process.env.WRANGLER_LOG ??= 'error'
  const config = unstable_readConfig({ config: CONFIG })
  const { assets: _, cronTriggers: __, ...ours } = unstable_getMiniflareWorkerOptions(config).workerOptions
  const innlet = readFileSync(build.script, 'utf8')
  const module = (path: string, contents: string) => ({ type: 'ESModule' as const, path, contents })
  const shared = {
    compatibilityDate: config.compatibility_date as string,
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  }
  const d1Databases = LOCAL_IDS.d1
  const settings = { ...(config.vars as Record<string, string>), ...vars }
  const SIGNING_KEY = JSON.parse(vars.SIGNING_KEYS as string).keys[0]
  const LINK_KEY = JSON.parse(vars.LINK_KEYS as string).keys[0]

  const runtime = new Miniflare(
    // The option type cannot describe this mix of Workers.
    convertV4MiniflareOptions({
      workers: [
        {
          ...ours,
          ...shared,
          d1Databases,
          name: 'innlet',
          modules: [
            module('main.js', MAIN),
            module('innlet.js', innlet),
            module('edge.js', await bundle('workers/edge.ts')),
          ],
          bindings: settings,
        },
        {
          ...shared,
          name: 'isolateStart',
          modules: [module('isolate-start.js', await bundle('workers/isolate-start.ts'))],
          workerLoaders: { LOADER: {} },
          bindings: {
            COMPATIBILITY_DATE: shared.compatibilityDate,
            CODE: { innlet, hono: await bundle('workers/hono.ts') },
            VARS: settings,
          },
        },
        {
          ...shared,
          name: 'bare',
          modules: [module('bare.js', await bundle('workers/bare.ts'))],
          d1Databases,
          bindings: { STATEMENTS: statements, SIGNING_KEY, LINK_KEY },
        },
      ],
      host: '127.0.0.1',
      port: 0,
      // Otherwise Miniflare fetches `request.cf` from the network.
      cf: false,
      ...(inspected && { inspectorPort: 0 }),
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
        if (level === 'error') console.error(message)
      },
      resourcePersistencePath: persistenceFolder(state),
    } as unknown as Options),
  )
  await runtime.ready
  return runtime
}
