import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'smol-toml'
import { migrationsIn } from '../migration/files.ts'
import { CommandError, reasonOf } from '../start/command-error.ts'

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
  assets: { directory: string }
  alias?: Record<string, string>
  ratelimits?: { namespace_id: string }[]
  /** Environments of wrangler, which are not used. */
  env?: Record<string, unknown>
}

/** The configuration with absolute paths, so that a copy in another folder means the same. */
export async function readConfig(path: string): Promise<DeployConfig> {
  let raw: Partial<DeployConfig>
  try {
    raw = path.endsWith('.toml') ? parse(readFileSync(path, 'utf8')) : await readWithWrangler(path)
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${(error as Error).message.split('\n')[0]}`)
  }
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
async function readWithWrangler(path: string): Promise<Partial<DeployConfig>> {
  const { experimental_readRawConfig } = await import('wrangler')
  return experimental_readRawConfig({ config: path }).rawConfig as Partial<DeployConfig>
}

/** Writes the configuration for wrangler. The committed file has no ids of an account. */
export function writeConfig(path: string, config: DeployConfig): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, `${JSON.stringify(config, undefined, 2)}\n`)
  } catch (error) {
    throw new CommandError(`cannot write ${path}: ${reasonOf(error)}`)
  }
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
