import { readFileSync } from 'node:fs'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import type { Build } from '../../../tooling/builds/build.ts'
import { Service } from '../../../tooling/command/service.ts'
import { LOCAL_IDS, localDatabases } from '../../../tooling/state/databases.ts'
import { persistenceFolder } from '../../../tooling/state/files.ts'
import { createToken } from './source-bookings.ts'

/** Cost of one request in D1. */
export interface Counts {
  trips: number
  statements: number
  rowsRead: number
  rowsWritten: number
}

/** The response header with the counts. */
const HEADER = 'x-counts'

/** The Worker as it is deployed, with everything that it sends to D1 counted and without rate limits. */
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
    const withCounts = new Headers(headers)
    withCounts.set('${HEADER}', JSON.stringify(counts))
    return new Response(text || null, { status, headers: withCounts })
  },
}`

/** A service on a filled database that reports the cost of each request in a header. */
export interface CountedService {
  service: Service
  /** The Worker's own socket, without the proxy that simulates the edge. */
  origin: URL
  adminToken: string
  /** A token of an application of the customer with all permissions. */
  bearer: string
  close: () => Promise<void>
}

export interface CountedServiceOptions {
  build: Build
  vars: Record<string, string>
  state: string
  /** Default: 1. */
  customer?: number
}

export async function startCountedService({
  build,
  vars,
  state,
  customer,
}: CountedServiceOptions): Promise<CountedService> {
  const { worker, vars: configured } = build.configuration
  const module = (path: string, contents: string) => ({ type: 'ESModule' as const, path, contents })
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      ...worker,
      assets: { ...(worker.assets as object), directory: build.site },
      modules: [module('counted.js', COUNTED), module('innlet.js', readFileSync(build.script, 'utf8'))],
      // The ids of `npm start`, which filled the database.
      d1Databases: { ...(worker.d1Databases as object), ...LOCAL_IDS.d1, ...localDatabases(vars) },
      kvNamespaces: { ...(worker.kvNamespaces as object), ...LOCAL_IDS.kv },
      bindings: { ...configured, ...vars },
      host: '127.0.0.1',
      port: 0,
      // Otherwise Miniflare fetches `request.cf` from the network.
      cf: false,
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: () => {},
      resourcePersistencePath: persistenceFolder(state),
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    }),
  )
  await runtime.ready
  const origin = await runtime.unsafeGetDirectURL()
  const adminToken = vars.ADMIN_TOKEN ?? ''
  const service = new Service(origin.origin, adminToken)
  return { service, origin, adminToken, bearer: await createToken(service, customer), close: () => runtime.dispose() }
}

/** The counts in the headers of a response. */
export const countsOf = (headers: Headers): Counts => JSON.parse(headers.get(HEADER) ?? 'null')
