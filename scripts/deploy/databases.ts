import { CommandError } from '../start/command-error.ts'
import { type DeployConfig, type NamespaceConfig, writeConfig } from './config.ts'
import { type FoundDatabase, pendingMigrations } from './found.ts'
import type { Session } from './sign-in.ts'
import { runWrangler } from './wrangler.ts'

/** Creates a database and resolves to its id. */
export async function createDatabase(session: Session, { config }: FoundDatabase, configPath: string): Promise<string> {
  const { api, accountId, env, credentials } = session
  // Wrangler prints the id for people, among other text.
  const idOf = async (name: string) =>
    (await api.list<{ uuid: string; name: string }>(`/accounts/${accountId}/d1/database`)).find(
      database => database.name === name,
    )?.uuid
  try {
    await runWrangler(['d1', 'create', config.database_name, '--config', configPath], env, credentials)
  } catch (error) {
    // The response may be lost after the database was created. Or the wrangler of an earlier run, which was killed, has created
    // it meanwhile.
    const id = await idOf(config.database_name).catch(() => undefined)
    if (id) return id
    throw error
  }
  const id = await idOf(config.database_name)
  if (!id) throw new CommandError(`the database ${config.database_name} was made, but the account does not list it yet`)
  return id
}

/** Applies the pending migrations of a database, each as one batch with its row in `d1_migrations`. */
export async function applyMigrations(
  session: Session,
  database: FoundDatabase & { id: string },
  configPath: string,
): Promise<void> {
  const { api, accountId, env, credentials } = session
  const { binding } = database.config
  const args = ['d1', 'migrations', 'apply', binding, '--remote', '--config', configPath]
  await runWrangler(args, env, credentials)
  const left = await pendingMigrations(api, `/accounts/${accountId}`, database.id, database.config)
  if (left.length) throw new CommandError(`wrangler has not applied ${left.join(', ')} to ${binding}`)
}

/** The configuration with the ids of this account, for wrangler. */
export function writeIds(
  path: string,
  config: DeployConfig,
  accountId: string,
  ids: ReadonlyMap<string, string>,
  namespaces: NamespaceConfig[],
): void {
  writeConfig(path, {
    ...config,
    account_id: accountId,
    d1_databases: config.d1_databases.map(each => ({ ...each, database_id: ids.get(each.binding) })),
    kv_namespaces: namespaces,
  })
}
