import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { Service } from '../../../tooling/command/service.ts'
import { BINDINGS, type Database, d1IdOf, databaseAt, SQL_WORKER } from './sql-worker.ts'

/** The program of a release: its Worker as one module, and its settings of wrangler.toml. */
export interface Program {
  worker: string
  compatibilityDate: string
  compatibilityFlags: string[]
  vars: Record<string, string>
  /** Names of the rate limits that it binds. */
  rateLimits: string[]
}

export interface ServicesOptions {
  /** Workers by name. All of them are bound to the same databases and the same KV. */
  programs: Record<string, Program>
  /** Secrets, the same for all Workers. */
  secrets: Record<string, string>
  databases: 1 | 2
  /** A folder where D1 and KV are stored; without it they are in memory. */
  state?: string
  /** The database on which new customers begin, by the name of the Worker; 0 where it is not named. */
  newCustomers?: Record<string, string>
}

/** Several releases on the same databases, as during a deployment. */
export interface Services {
  runtime: Miniflare
  /** The databases, in the order of their numbers. */
  databases: Database[]
  /** A Worker by its name, called over HTTP. */
  service(name: string): Service
  close(): Promise<void>
}

/** A limit that no test reaches. */
const unlimited = (namespace_id: string) => ({ namespace_id, simple: { limit: 1_000_000, period: 60 } })

type Options = Parameters<typeof convertV4MiniflareOptions>[0]

export async function startServices(options: ServicesOptions): Promise<Services> {
  const { programs, secrets, state, newCustomers = {} } = options
  const bindings = BINDINGS.slice(0, options.databases)
  const d1Databases = Object.fromEntries(bindings.map(name => [name, { id: d1IdOf(name) }]))
  const unsafeDirectSockets = [{ host: '127.0.0.1', port: 0 }]
  const services = Object.entries(programs).map(([name, program]) => ({
    name,
    modules: [{ type: 'ESModule' as const, path: `${name}.js`, contents: program.worker }],
    compatibilityDate: program.compatibilityDate,
    compatibilityFlags: program.compatibilityFlags,
    d1Databases,
    kvNamespaces: { LINKS: 'links' },
    ratelimits: Object.fromEntries(program.rateLimits.map(each => [each, unlimited(each)])),
    bindings: {
      ...program.vars,
      ...secrets,
      // One issuer: each Worker has an address of its own here, and a token of one is meant for all.
      PUBLIC_URL: 'https://innlet.test',
      DATABASES: bindings.join(' '),
      NEW_CUSTOMERS: newCustomers[name] ?? '0',
    },
    unsafeDirectSockets,
  }))
  const sql = { name: 'sql', modules: true, script: SQL_WORKER, d1Databases, unsafeDirectSockets }
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      workers: [...services, sql],
      host: '127.0.0.1',
      port: 0,
      // Where a request comes from would be asked of the network.
      cf: false,
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: () => {},
      ...(state && { resourcePersistencePath: state }),
    } as unknown as Options),
  )
  await runtime.ready
  const origins = await Promise.all(
    services.map(async ({ name }) => [name, (await runtime.unsafeGetDirectURL(name)).origin] as const),
  )
  const sqlAddress = await runtime.unsafeGetDirectURL('sql')
  return {
    runtime,
    databases: bindings.map(binding => databaseAt(sqlAddress, binding)),
    service(name) {
      const origin = Object.fromEntries(origins)[name]
      if (!origin) throw new Error(`there is no Worker ${name}`)
      return new Service(origin, secrets.ADMIN_TOKEN ?? '')
    },
    close: () => runtime.dispose(),
  }
}

/** Empty databases for tests without a Worker, in one runtime. Each request returns other databases. */
export async function startDatabases(most = 96) {
  const names = Array.from({ length: most }, (_, i) => `D${i}`)
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: SQL_WORKER,
      d1Databases: Object.fromEntries(names.map(name => [name, { id: name }])),
      host: '127.0.0.1',
      port: 0,
      cf: false,
      log: new Log(LogLevel.NONE),
    } as unknown as Options),
  )
  const address = await runtime.ready
  return {
    open: (count: number): Database[] => names.splice(0, count).map(name => databaseAt(address, name)),
    close: () => runtime.dispose(),
  }
}
