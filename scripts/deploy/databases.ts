import { CommandError } from '../start/command-error.ts'
import { databasesPath } from './cloudflare-api.ts'
import { type DeployConfig, type NamespaceConfig, writeConfig } from './config.ts'
import type { Session } from './sign-in.ts'

/** Creates a database and resolves to its id. */
export async function createDatabase({ api, accountId }: Session, name: string): Promise<string> {
  const path = databasesPath(accountId)
  try {
    return (await api.post<{ uuid: string }>(path, { name })).uuid
  } catch (error) {
    // The response may be lost after the database was created. Or an earlier run, which was killed, has created it meanwhile.
    const all = await api.list<{ uuid: string; name: string }>(path).catch(() => [])
    const made = all.find(database => database.name === name)
    if (made) return made.uuid
    throw new CommandError(`the database ${name} could not be created: ${(error as Error).message}`)
  }
}

/** The configuration with the ids of this account, for wrangler. */
export function writeIds(
  path: string,
  config: DeployConfig,
  {
    accountId,
    ids,
    namespaces,
  }: { accountId: string; ids: ReadonlyMap<string, string>; namespaces: NamespaceConfig[] },
): void {
  writeConfig(path, {
    ...config,
    account_id: accountId,
    d1_databases: config.d1_databases.map(each => ({ ...each, database_id: ids.get(each.binding) })),
    kv_namespaces: namespaces,
  })
}
