import { CommandError } from '../../tooling/command/command-error.ts'
import { SECRETS } from '../../tooling/command/vars.ts'
import { ApiError, type CloudflareApi, databasesPath, namespacesPath } from './cloudflare-api.ts'
import { type DatabaseConfig, type DeployConfig, migrationsOf, type NamespaceConfig } from './config.ts'
import { type MigrationState, migrationState } from './migrations.ts'
import { type Archive, readArchive } from './released-archive.ts'
import type { Session } from './sign-in.ts'

/** A binding of the Worker that is live. Which fields it has depends on its type. */
export interface LiveBinding {
  type: string
  name: string
  id?: string
  database_id?: string
  namespace_id?: string
  text?: string
  json?: unknown
  dataset?: string
  simple?: { limit: number; period: number }
}

/** The Worker that is deployed. */
interface LiveWorker {
  /** The address at which it is reached now. */
  publicUrl?: string
  /** Those that have traffic. */
  versions: WorkerVersion[]
  bindings: readonly LiveBinding[]
  /** Its compatibility flags and date. */
  flags: readonly string[]
  date?: string
}

interface WorkerSettings {
  bindings: LiveBinding[]
  compatibility_flags?: string[]
  compatibility_date?: string
}

/** A database of the configuration. It has no `id` if it does not exist yet. */
export interface FoundDatabase extends MigrationState {
  config: DatabaseConfig
  id?: string
  /** It was found by its name alone. It may belong to another installation of the account. */
  isOnlyNamed: boolean
}

export type ExistingDatabase = FoundDatabase & { id: string }

interface WorkerVersion {
  version_id: string
  percentage: number
}

/** What already exists in the account. */
export interface AccountState {
  /** The account's name on workers.dev. */
  subdomain?: string
  worker?: LiveWorker
  databases: FoundDatabase[]
  /** A namespace without `id` does not exist yet: wrangler makes it when it uploads the Worker. */
  namespaces: NamespaceConfig[]
  missingSecrets: string[]
  /** The Worker has `WEBHOOK_TARGETS` as a secret or a variable. */
  hasWebhookTargets: boolean
  archive: Archive
}

/** Cloudflare's codes: `workers.api.error.service_not_found`, and an account without a subdomain of workers.dev. */
const NOT_FOUND = 10007

/** Reads what exists and changes nothing. An error of a read stops the deployment. */
export async function readAccount(session: Session, config: DeployConfig): Promise<AccountState> {
  const { api, accountId } = session
  const account = `/accounts/${accountId}`
  const script = `${account}/workers/scripts/${config.name}`
  const worker = await undefinedIfNotFound(api.get<WorkerSettings>(`${script}/settings`))
  const secrets = await undefinedIfNotFound(api.get<{ name: string }[]>(`${script}/secrets`))
  const subdomain = await readSubdomain(session)
  refuseNoAddress(accountId, config, subdomain)

  const bindings = worker?.bindings ?? []
  const publicUrl = bindings.find(({ name }) => name === 'PUBLIC_URL')?.text?.replace(/\/+$/, '')
  return {
    subdomain,
    worker: worker && {
      publicUrl,
      versions: await versionsWithTraffic(api, script),
      bindings,
      flags: worker.compatibility_flags ?? [],
      date: worker.compatibility_date,
    },
    databases: await findDatabases(session, config, bindings, worker !== undefined),
    namespaces: await findNamespaces(session, config, bindings),
    missingSecrets: SECRETS.filter(name => !secrets?.some(secret => secret.name === name)),
    hasWebhookTargets: [...(secrets ?? []), ...bindings].some(({ name }) => name === 'WEBHOOK_TARGETS'),
    archive: await readArchive(session, config.name),
  }
}

/** The account's name on workers.dev. */
export async function readSubdomain({ api, accountId }: Session): Promise<string | undefined> {
  const path = `/accounts/${accountId}/workers/subdomain`
  return (await undefinedIfNotFound(api.get<{ subdomain: string }>(path)))?.subdomain
}

/** The newest deployment is the first of the list. */
async function versionsWithTraffic(api: CloudflareApi, script: string): Promise<WorkerVersion[]> {
  const { deployments } = await api.get<{ deployments: { versions: WorkerVersion[] }[] }>(`${script}/deployments`)
  return deployments[0]?.versions ?? []
}

/** The result, or undefined if Cloudflare responds that it does not exist. */
async function undefinedIfNotFound<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result
  } catch (error) {
    if (error instanceof ApiError && error.codes.includes(NOT_FOUND)) return undefined
    throw error
  }
}

/** The subdomain of workers.dev is chosen once for the whole account, by its owner. */
function refuseNoAddress(accountId: string, config: DeployConfig, subdomain: string | undefined): void {
  if (config.vars.PUBLIC_URL && config.workers_dev === false) return
  if (config.workers_dev === false) {
    throw new CommandError('PUBLIC_URL: expected the address of the service, because workers_dev is false')
  }
  if (!subdomain) {
    throw new CommandError(
      `the account has no name on workers.dev yet. Choose one at https://dash.cloudflare.com/${accountId}/workers/onboarding`,
    )
  }
}

/**
 * A Worker without any database was made by hand, and takes those of its configuration. Any other Worker is bound to all that it has
 * used.
 */
async function findDatabases(
  session: Session,
  config: DeployConfig,
  bindings: readonly LiveBinding[],
  hasWorker: boolean,
) {
  const isMadeByHand = hasWorker && !bindings.some(({ type }) => type === 'd1')
  const byName = new Map<string, string>()
  if (config.d1_databases.some(({ database_id }) => !database_id)) {
    const all = await session.api.list<{ uuid: string; name: string }>(databasesPath(session.accountId))
    for (const { name, uuid } of all) byName.set(name, uuid)
  }
  const found: FoundDatabase[] = []
  for (const each of config.d1_databases) {
    const bound = bindings.find(({ type, name }) => type === 'd1' && name === each.binding)
    const boundId = bound?.id ?? bound?.database_id
    const known = each.database_id || boundId
    const id = known || byName.get(each.database_name)
    const state = id ? await migrationState(session, id, each) : { pending: migrationsOf(each), unknown: [] }
    found.push({ config: each, id, isOnlyNamed: !known && !isMadeByHand, ...state })
  }
  return found
}

/**
 * The KV namespaces with the ids of those that the Worker is bound to. Without an id wrangler looks for the namespace itself,
 * and makes another one if that fails. A run that was interrupted before the upload leaves a namespace that no Worker is bound
 * to.
 */
async function findNamespaces({ api, accountId }: Session, config: DeployConfig, bindings: readonly LiveBinding[]) {
  const known = config.kv_namespaces.map(each => {
    const bound = bindings.find(({ type, name }) => type === 'kv_namespace' && name === each.binding)
    return { ...each, id: each.id || bound?.namespace_id }
  })
  if (known.every(({ id }) => id)) return known
  const all = await api.list<{ id: string; title: string }>(namespacesPath(accountId))
  return known.map(each => ({
    ...each,
    id: each.id ?? all.find(({ title }) => title === titleOf(config.name, each.binding))?.id,
  }))
}

/** The title that wrangler gives to a new namespace. */
const titleOf = (worker: string, binding: string) => `${worker}-${binding.toLowerCase().replaceAll('_', '-')}`
