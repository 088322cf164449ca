import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import type { Build } from '../../../scripts/start/build.ts'
import { Service } from '../../../scripts/start/service.ts'
import { createToken } from './source-bookings.ts'

const CONFIG = join(import.meta.dirname, '../../../wrangler.toml')

/** What one request cost the databases. */
export interface Counts {
  trips: number
  statements: number
  rowsRead: number
  rowsWritten: number
}

/** The header in which the counts come with each answer. */
const HEADER = 'x-counts'

/** The Worker as it is deployed, with whatever it sends to D1 counted on the way, and room for any load. */
const COUNTED = `
import worker from './innlet.js'

const isDatabase = binding => typeof binding?.prepare === 'function' && typeof binding.batch === 'function'
const isRateLimit = binding => typeof binding?.limit === 'function'

const counted = (database, counts) => new Proxy(database, {
  get(target, name) {
    const own = target[name]
    if (typeof own !== 'function') return own
    if (name === 'withSession') return (...args) => counted(own.apply(target, args), counts)
    if (name !== 'batch') return own.bind(target)
    return async statements => {
      counts.trips++
      counts.statements += statements.length
      const results = await own.call(target, statements)
      for (const { meta } of results) {
        counts.rowsRead += meta.rows_read
        counts.rowsWritten += meta.rows_written
      }
      return results
    }
  },
})

export default {
  async fetch(request, env, context) {
    const counts = { trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0 }
    const bound = Object.entries(env).map(([name, binding]) => [name,
      isDatabase(binding) ? counted(binding, counts)
      : isRateLimit(binding) ? { limit: async () => ({ success: true }) }
      : binding])
    const answer = await worker.fetch(request, Object.fromEntries(bound), context)
    const { status, headers } = answer
    const text = await answer.text()
    const told = new Headers(headers)
    told.set('${HEADER}', JSON.stringify(counts))
    return new Response(text || null, { status, headers: told })
  },
}`

/** A service over books that were filled, that says with each answer what it cost. */
export interface CountedService {
  service: Service
  /** The Worker's own socket, past the proxy that plays the edge. */
  origin: URL
  adminToken: string
  /** Of an application of customer 1 that may do everything. */
  bearer: string
  close: () => Promise<void>
}

export interface CountedServiceOptions {
  build: Build
  vars: Record<string, string>
  state: string
}

export async function startCountedService({ build, vars, state }: CountedServiceOptions): Promise<CountedService> {
  // Else wrangler says at the terminal which files it has been to.
  process.env.WRANGLER_LOG ??= 'error'
  const config = unstable_readConfig({ config: CONFIG })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, {
    overrides: { assets: { directory: build.site } },
  })
  const module = (path: string, contents: string) => ({ type: 'ESModule' as const, path, contents })
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      ...workerOptions,
      modules: [module('counted.js', COUNTED), module('innlet.js', readFileSync(build.script, 'utf8'))],
      bindings: { ...(config.vars as Record<string, string>), ...vars },
      host: '127.0.0.1',
      port: 0,
      // Where a request comes from would be asked of the network.
      cf: false,
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: () => {},
      resourcePersistencePath: join(state, 'v3'),
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    }),
  )
  await runtime.ready
  const origin = await runtime.unsafeGetDirectURL()
  const adminToken = vars.ADMIN_TOKEN ?? ''
  const service = new Service(origin.origin, adminToken)
  return { service, origin, adminToken, bearer: await createToken(service), close: () => runtime.dispose() }
}

/** What the request cost that was answered with these headers. */
export const countsOf = (headers: Headers): Counts => JSON.parse(headers.get(HEADER) ?? 'null')
