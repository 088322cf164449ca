import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CommandError } from '../../tooling/command/command-error.ts'
import { databasesPath } from './cloudflare-api.ts'
import { type DatabaseConfig, type DeployConfig, writeConfig } from './config.ts'
import type { AccountState } from './found.ts'
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

/**
 * Whether an earlier run began to make this database, or used it. The configuration that it generated is the record: it names the
 * database before it is made, and then has its id.
 */
export function isBegun(generated: string, { database_name }: DatabaseConfig, id: string): boolean {
  try {
    const { d1_databases } = JSON.parse(readFileSync(generated, 'utf8')) as DeployConfig
    return d1_databases.some(each => each.database_name === database_name && (each.database_id ?? id) === id)
  } catch {
    return false
  }
}

/** The configuration with the ids of this account, for wrangler. */
export function writeIds(
  path: string,
  config: DeployConfig,
  accountId: string,
  { databases, namespaces }: Pick<AccountState, 'databases' | 'namespaces'>,
): void {
  const ids = new Map(databases.map(({ config, id }) => [config.binding, id]))
  writeConfig(path, {
    ...config,
    account_id: accountId,
    d1_databases: config.d1_databases.map(each => ({ ...each, database_id: ids.get(each.binding) })),
    kv_namespaces: namespaces,
    ratelimits: config.ratelimits?.map(each => ({ ...each, namespace_id: ownId(config.name, each.namespace_id) })),
    env: undefined,
  })
}

/** Workers of an account that have the same id share its counters. So the id of a rate depends on the name of the Worker. */
export const ownId = (worker: string, id: string) =>
  String(createHash('sha256').update(worker).digest().readUInt16BE() * 10_000 + Number(id))
