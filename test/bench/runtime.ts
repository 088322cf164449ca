import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import type { Build } from '../../scripts/start/build.ts'
import { bundle } from './bundle.ts'
import type { Statements } from './rows.ts'

type Options = Parameters<typeof convertV4MiniflareOptions>[0]

const CONFIG = join(import.meta.dirname, '../../wrangler.toml')

export interface BenchOptions {
  build: Build
  vars: Record<string, string>
  statements: Statements
  /** Where D1 and KV are kept. */
  state: string
  inspected: boolean
}

/** Ours as it is deployed, but with rate limits and a log that cost what they do at the edge: next to nothing. */
const MAIN = `
import { atTheEdge, keepLog, LOG_PATH, tellLog } from './edge.js'
import worker from './innlet.js'
keepLog()
export default {
  fetch: (request, env, context) =>
    request.url.endsWith(LOG_PATH) ? tellLog() : worker.fetch(request, atTheEdge(env), context),
}`

/**
 * All Workers of the bench in one workerd, bound to the same database: ours with the bindings of wrangler.toml, and beside it
 * those that it is held against. Requests reach each at its own socket, past the proxy that plays the edge.
 */
export async function startWorkers({ build, vars, statements, state, inspected }: BenchOptions): Promise<Miniflare> {
  // Else wrangler says at the terminal which files it has been to.
  process.env.WRANGLER_LOG ??= 'error'
  const config = unstable_readConfig({ config: CONFIG })
  const { assets: _, cronTriggers: __, ...ours } = unstable_getMiniflareWorkerOptions(config).workerOptions
  const innlet = readFileSync(build.script, 'utf8')
  const module = (path: string, contents: string) => ({ type: 'ESModule' as const, path, contents })
  const shared = {
    compatibilityDate: config.compatibility_date as string,
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  }
  const { d1Databases } = ours
  const settings = { ...(config.vars as Record<string, string>), ...vars }
  const SIGNING_KEY = JSON.parse(vars.SIGNING_KEYS as string).keys[0]

  const runtime = new Miniflare(
    // More kinds of Workers stand in one list than its type can tell apart.
    convertV4MiniflareOptions({
      workers: [
        {
          ...ours,
          ...shared,
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
          name: 'checked',
          modules: [module('checked.js', await bundle('workers/checked.ts'))],
          d1Databases,
          ratelimits: ours.ratelimits,
          bindings: { ...settings, STATEMENTS: statements, SIGNING_KEY },
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
          bindings: { STATEMENTS: statements, SIGNING_KEY },
        },
      ],
      host: '127.0.0.1',
      port: 0,
      // Where a request comes from would be asked of the network.
      cf: false,
      ...(inspected && { inspectorPort: 0 }),
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
        if (level === 'error') console.error(message)
      },
      resourcePersistencePath: join(state, 'v3'),
    } as unknown as Options),
  )
  await runtime.ready
  return runtime
}
