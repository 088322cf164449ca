import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'smol-toml'
import { CommandError, reasonOf } from '../../tooling/command/command-error.ts'
import { writeWholeFile } from '../../tooling/command/whole-file.ts'
import { migrationsIn } from '../../tooling/state/migration-files.ts'

export interface DatabaseConfig {
  binding: string
  database_name: string
  database_id?: string
  migrations_dir: string
}

export interface NamespaceConfig {
  binding: string
  id?: string
}

/** The parts of wrangler's configuration that a deployment reads or completes. */
export interface DeployConfig {
  name: string
  main: string
  account_id?: string
  workers_dev?: boolean
  vars: Record<string, string>
  d1_databases: DatabaseConfig[]
  kv_namespaces: NamespaceConfig[]
  assets: { directory: string; binding?: string }
  alias?: Record<string, string>
  ratelimits?: { name: string; namespace_id: string; simple?: { limit: number; period: number } }[]
  analytics_engine_datasets?: { binding: string; dataset: string }[]
  compatibility_date?: string
  compatibility_flags?: string[]
  triggers?: { crons?: string[] }
  observability?: { logs?: { invocation_logs?: boolean } }
  route?: Route
  routes?: Route[]
  /** What `--installation NAME` has of its own. */
  env?: Record<string, RawConfig>
}

/** The file as it is written: any part may be missing. */
type RawConfig = Partial<DeployConfig>

type Route = string | { pattern: string; custom_domain?: boolean }

/** A name on workers.dev has at most 63 characters. */
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/
const LONGEST = 30

function refuseBadInstallation(installation: string | undefined): void {
  if (installation === undefined || (NAME.test(installation) && installation.length <= LONGEST)) return
  throw new CommandError(
    `--installation: expected a-z, 0-9 and single hyphens, at most ${LONGEST}, got '${installation}'`,
  )
}

/**
 * The configuration of another installation: that of wrangler.toml without what can belong to one installation only (names, ids,
 * address), and with what `[env.NAME]` says.
 */
function configOf(raw: RawConfig, installation: string): RawConfig {
  const { env = {}, route: _, routes: __, workers_dev: ___, ...shared } = raw
  const { vars, d1_databases = [], kv_namespaces = [], ...own } = env[installation] ?? {}
  const { INSTANCE } = raw.vars ?? {}
  const suffixed = (name: string, separator = '-') => name && `${name}${separator}${installation}`
  return {
    ...shared,
    name: suffixed(raw.name ?? ''),
    analytics_engine_datasets: raw.analytics_engine_datasets?.map(each => ({
      ...each,
      dataset: suffixed(each.dataset, '_').replaceAll('-', '_'),
    })),
    ...own,
    vars: { ...raw.vars, PUBLIC_URL: '', ...(INSTANCE && { INSTANCE: suffixed(INSTANCE) }), ...vars },
    d1_databases: raw.d1_databases?.map(({ database_id: _, ...each }) => ({
      ...each,
      database_name: suffixed(each.database_name),
      ...d1_databases.find(({ binding }) => binding === each.binding),
    })),
    kv_namespaces: raw.kv_namespaces?.map(({ id: _, ...each }) => ({
      ...each,
      ...kv_namespaces.find(({ binding }) => binding === each.binding),
    })),
  }
}

/**
 * The configuration with absolute paths, so that a copy in another folder means the same. With the name of an installation: that of
 * this one.
 */
export async function readConfig(path: string, installation?: string): Promise<DeployConfig> {
  refuseBadInstallation(installation)
  let raw: RawConfig
  try {
    raw = path.endsWith('.toml') ? parse(readFileSync(path, 'utf8')) : await readWithWrangler(path)
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${(error as Error).message.split('\n')[0]}`)
  }
  if (installation !== undefined) raw = configOf(raw, installation)
  const { name, main, vars, d1_databases = [], kv_namespaces = [], assets, alias = {} } = raw
  if (!name) throw new CommandError(`${path}: name: expected the name of the Worker`)
  if (!main) throw new CommandError(`${path}: main: expected the path of the Worker's script`)
  if (!assets?.directory) throw new CommandError(`${path}: assets.directory: expected the path of the built site`)
  const folder = dirname(path)
  const databases = d1_databases.map((database, i) => {
    if (!database.database_name) throw new CommandError(`${path}: d1_databases[${i}].database_name: expected a name`)
    return { ...database, migrations_dir: resolve(folder, database.migrations_dir ?? 'migrations') }
  })
  return {
    ...raw,
    name,
    main: resolve(folder, main),
    vars: vars ?? {},
    d1_databases: databases,
    kv_namespaces,
    assets: { ...assets, directory: resolve(folder, assets.directory) },
    alias: Object.fromEntries(Object.entries(alias).map(([name, path]) => [name, resolve(folder, path)])),
  }
}

/** Reads the other formats of wrangler. It takes a second to load, so that TOML is read without it. */
async function readWithWrangler(path: string): Promise<RawConfig> {
  const { experimental_readRawConfig } = await import('wrangler')
  return experimental_readRawConfig({ config: path }).rawConfig as RawConfig
}

/** Writes the configuration for wrangler. The committed file has no ids of an account. */
export function writeConfig(path: string, config: DeployConfig): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new CommandError(`cannot write ${path}: ${reasonOf(error)}`)
  }
  // The next run reads in it which databases this one began to make.
  writeWholeFile(path, `${JSON.stringify(config, undefined, 2)}\n`)
}

/** The migrations of a database, in the order in which they are applied. */
export function migrationsOf({ migrations_dir }: DatabaseConfig): string[] {
  try {
    return migrationsIn(migrations_dir)
  } catch (error) {
    throw new CommandError(`cannot read the migrations in ${join(migrations_dir)}: ${reasonOf(error)}`)
  }
}

/** The service's address: the setting, or the Worker's name on workers.dev. */
export function addressOf(config: DeployConfig, subdomain: string | undefined): string {
  const { PUBLIC_URL } = config.vars
  return PUBLIC_URL?.replace(/\/+$/, '') || `https://${config.name}.${subdomain}.workers.dev`
}
