import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '../../tooling/command/command-error.ts'
import { SECRETS } from '../../tooling/command/vars.ts'
import { databasesOf } from '../../tooling/state/databases.ts'
import type { Query, Row } from '../../tooling/state/sqlite-file.ts'
import { databasesPath, namespacesPath } from '../deploy/cloudflare-api.ts'
import { type DeployConfig, readConfig } from '../deploy/config.ts'
import { createDatabase, writeIds } from '../deploy/databases.ts'
import { type AccountState, type ExistingDatabase, type FoundDatabase, readAccount } from '../deploy/found.ts'
import { applyMigrations, migrationState, queryDatabase } from '../deploy/migrations.ts'
import { findSecrets, secretsFileOf } from '../deploy/secrets.ts'
import { type Session, signIn } from '../deploy/sign-in.ts'
import { runWrangler } from '../deploy/wrangler.ts'
import type { PlaceFlags } from './flags.ts'
import type { Installation, RevokedLink } from './installation.ts'
import { loadExport } from './load-export.ts'
import { ambiguousRows, repairTexts, tablesIn } from './repair-texts.ts'
import { KEY_PREFIX } from './revoked-links.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** KV accepts 10,000 keys in one request. Fewer keep a request short. */
const KEYS_AT_ONCE = 1000

/**
 * An installation at Cloudflare, as `npm run deploy` finds it. Files of SQL are transferred by wrangler, because a transfer has
 * several steps. Everything else uses Cloudflare's API.
 */
export class RemoteInstallation implements Installation {
  readonly databases: readonly string[]
  readonly #session: Session
  readonly #config: DeployConfig
  readonly #found: AccountState
  /** Contains the configuration with the ids of the account, and files for wrangler. */
  readonly #folder = temporaryFolder('remote')
  readonly #generated = join(this.#folder.path, 'wrangler.json')

  private constructor(session: Session, config: DeployConfig, found: AccountState) {
    this.#session = session
    this.#config = config
    this.#found = found
    this.databases = databasesOf(config.vars)
    this.#writeIds()
  }

  static async open(flags: PlaceFlags, env: NodeJS.ProcessEnv): Promise<RemoteInstallation> {
    const config = await readConfig(resolve(flags.config), flags.installation)
    const session = await signIn(config.account_id, env)
    return new RemoteInstallation(session, config, await readAccount(session, config))
  }

  async copyDatabase(number: number, file: string): Promise<void> {
    const { config } = this.#existing(number)
    const exported = join(this.#folder.path, `${config.binding}.sql`)
    await this.#wrangler(['d1', 'export', config.binding, '--remote', '--output', exported, '--skip-confirmation'])
    await loadExport(exported, file)
    rmSync(exported)
    repairTexts(file, await ambiguousRows(tablesIn(file), sql => this.query(number, sql)))
  }

  async revokedLinks(): Promise<RevokedLink[]> {
    if (!this.#namespace) return []
    const { api } = this.#session
    const keys = await api.listByCursor<{ name: string; expiration?: number }>(
      `${this.#links}/keys?prefix=${KEY_PREFIX}`,
    )
    return keys.map(({ name, expiration = 0 }) => ({ linkId: name.slice(KEY_PREFIX.length), expiresAt: expiration }))
  }

  /** Without a namespace nothing is written: D1 refuses the links too. The first deployment creates the namespace. */
  async addRevokedLinks(links: readonly RevokedLink[]): Promise<void> {
    if (!this.#namespace) return
    for (let from = 0; from < links.length; from += KEYS_AT_ONCE) {
      const pairs = links
        .slice(from, from + KEYS_AT_ONCE)
        .map(({ linkId, expiresAt }) => ({ key: KEY_PREFIX + linkId, value: '1', expiration: expiresAt }))
      const { unsuccessful_keys: failed = [] } =
        (await this.#session.api.put<{ unsuccessful_keys?: string[] } | null>(`${this.#links}/bulk`, pairs)) ?? {}
      if (failed.length) throw new CommandError(`KV did not store ${failed.length} revoked links; run it again`)
    }
  }

  exists(number: number): boolean {
    return this.#database(number).id !== undefined
  }

  async migrate(): Promise<void> {
    for (const number of this.databases.keys()) {
      const database = this.#database(number)
      const id = database.id ?? (await createDatabase(this.#session, database.config.database_name))
      database.id = id
      this.#writeIds()
      await applyMigrations(this.#session, id, database.config, database.pending)
      database.pending = []
    }
  }

  /** Those of the environment, and of the file that `npm run deploy` wrote. Cloudflare shows none. */
  secrets(): Record<string, string> {
    const { accountId, env } = this.#session
    const { environment, file } = findSecrets(secretsFileOf(this.#config.name, accountId), SECRETS, env)
    return { ...environment, ...file }
  }

  async query(number: number, sql: string): Promise<Row[]> {
    return queryDatabase(this.#session, this.#existing(number).id, sql)
  }

  /** D1 runs a file completely or not at all. */
  async execute(number: number, statements: Iterable<string>, check?: (query: Query) => Promise<void>): Promise<void> {
    const file = join(this.#folder.path, 'statements.sql')
    const output = openSync(file, 'w', 0o600)
    for (const statement of statements) writeSync(output, `${statement};\n`)
    closeSync(output)
    const { config } = this.#existing(number)
    await this.#wrangler(['d1', 'execute', config.binding, '--remote', '--file', file, '--yes'])
    rmSync(file)
    await check?.(sql => this.query(number, sql))
  }

  /**
   * Throws if a database may be that of another installation, or lacks a migration of this release. `isRepeated`: an interrupted run
   * may have set databases back, and the migrations after that moment are applied.
   */
  async prepareTravel(isRepeated: boolean): Promise<void> {
    for (const number of this.databases.keys()) {
      const { config, pending, isOnlyNamed } = this.#existing(number)
      if (isOnlyNamed)
        throw new CommandError(
          `the Worker ${this.#config.name} does not use the database ${config.database_name}: it may be that of another installation. If it is not, add its database_id to the configuration`,
        )
      if (pending.length && !isRepeated)
        throw new CommandError(`${config.binding} lacks ${pending.join(', ')}: run npm run deploy first`)
    }
    if (isRepeated) await this.migrate()
  }

  /** The present state of a database, as a bookmark of Time Travel. */
  async bookmark(number: number): Promise<string> {
    const { bookmark } = await this.#session.api.get<{ bookmark: string }>(`${this.#path(number)}/time_travel/bookmark`)
    return bookmark
  }

  /**
   * Sets a database back to a moment, with D1's Time Travel, and applies the migrations that it lacks then. Resolves to the
   * bookmark that undoes it.
   */
  async travel(number: number, timestamp: string): Promise<{ name: string; bookmark: string }> {
    const { api } = this.#session
    const path = `${this.#path(number)}/time_travel`
    const moment = encodeURIComponent(new Date(timestamp).toISOString())
    const { bookmark } = await api.get<{ bookmark: string }>(`${path}/bookmark?timestamp=${moment}`)
    const target = encodeURIComponent(bookmark)
    const { previous_bookmark } = await api.post<{ previous_bookmark: string }>(
      `${path}/restore?bookmark=${target}`,
      {},
    )
    const { id, config } = this.#existing(number)
    const { pending } = await migrationState(this.#session, id, config)
    await applyMigrations(this.#session, id, config, pending)
    return { name: config.database_name, bookmark: previous_bookmark }
  }

  async close(): Promise<void> {
    this.#folder.remove()
  }

  get #namespace(): string | undefined {
    return this.#found.namespaces.find(({ binding }) => binding === 'LINKS')?.id
  }

  /** The API's path of the namespace of the links. */
  get #links(): string {
    return `${namespacesPath(this.#session.accountId)}/${this.#namespace}`
  }

  /** The API's path of a database. */
  #path(number: number): string {
    return `${databasesPath(this.#session.accountId)}/${this.#existing(number).id}`
  }

  #database(number: number): FoundDatabase {
    const binding = this.databases[number]
    const found = this.#found.databases.find(({ config }) => config.binding === binding)
    if (!found) throw new CommandError(`DATABASES names ${binding}, which is no database of the configuration`)
    return found
  }

  #existing(number: number): ExistingDatabase {
    const found = this.#database(number)
    if (!found.id) throw new CommandError(`the database ${found.config.database_name} does not exist in the account`)
    return { ...found, id: found.id }
  }

  #writeIds(): void {
    writeIds(this.#generated, this.#config, this.#session.accountId, this.#found)
  }

  #wrangler(args: readonly string[]): Promise<string> {
    return runWrangler([...args, '--config', this.#generated], this.#session.env, this.#session.credentials)
  }
}
