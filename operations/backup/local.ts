import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../tooling/command/command-error.ts'
import { storedVars } from '../../tooling/command/vars.ts'
import { databasesOf, LOCAL_IDS } from '../../tooling/state/databases.ts'
import { databaseFile, linksFile, persistenceFolder } from '../../tooling/state/files.ts'
import { migrate } from '../../tooling/state/migrate.ts'
import { type Query, type Row, rowsOf, withDatabase } from '../../tooling/state/sqlite-file.ts'
import type { Installation, RevokedLink } from './installation.ts'
import { KEY_PREFIX } from './revoked-links.ts'

/** The installation of `npm start`: a state folder. Its databases are SQLite files, which can be read while the service runs. */
export class LocalInstallation implements Installation {
  readonly databases: readonly string[]
  readonly #state: string
  readonly #vars: Record<string, string>

  constructor(state: string, varsFile: string) {
    this.#state = state
    this.#vars = storedVars(varsFile)
    this.databases = databasesOf(this.#vars)
  }

  async copyDatabase(number: number, file: string): Promise<void> {
    // One statement reads the whole database in one transaction.
    withDatabase(this.#existingFile(number), db => db.prepare('VACUUM INTO ?').run(file))
  }

  async revokedLinks(): Promise<RevokedLink[]> {
    const file = linksFile(this.#state)
    if (!existsSync(file)) return []
    const now = Date.now()
    const rows = withDatabase(file, db =>
      rowsOf(db, `SELECT key, expiration FROM _mf_entries WHERE expiration > ${now}`),
    )
    return rows
      .map(({ key, expiration }) => ({ key: String(key), expiresAt: Math.floor(Number(expiration) / 1000) }))
      .filter(({ key }) => key.startsWith(KEY_PREFIX))
      .map(({ key, expiresAt }) => ({ linkId: key.slice(KEY_PREFIX.length), expiresAt }))
  }

  async addRevokedLinks(links: readonly RevokedLink[]): Promise<void> {
    if (!links.length) return
    const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import('miniflare')
    const runtime = new Miniflare(
      convertV4MiniflareOptions({
        modules: true,
        script: 'export default {}',
        kvNamespaces: LOCAL_IDS.kv,
        resourcePersistencePath: persistenceFolder(this.#state),
        cf: false,
        log: new Log(LogLevel.NONE),
      }),
    )
    try {
      const kv = await runtime.getKVNamespace('LINKS')
      for (const { linkId, expiresAt } of links) await kv.put(KEY_PREFIX + linkId, '1', { expiration: expiresAt })
    } finally {
      await runtime.dispose()
    }
  }

  exists(number: number): boolean {
    return existsSync(this.#databaseFile(number))
  }

  async migrate(): Promise<void> {
    migrate(this.#state, this.#vars)
  }

  secrets(): Record<string, string> {
    return this.#vars
  }

  async query(number: number, sql: string): Promise<Row[]> {
    return withDatabase(this.#existingFile(number), db => rowsOf(db, sql))
  }

  async execute(number: number, statements: Iterable<string>, check?: (query: Query) => Promise<void>): Promise<void> {
    const db = new DatabaseSync(this.#existingFile(number), { timeout: 30_000 })
    try {
      db.exec('BEGIN IMMEDIATE')
      for (const statement of statements) db.exec(statement)
      await check?.(async sql => rowsOf(db, sql))
      db.exec('COMMIT')
    } finally {
      // Without COMMIT nothing is written.
      db.close()
    }
  }

  async close(): Promise<void> {}

  #existingFile(number: number): string {
    if (!this.exists(number))
      throw new CommandError(`the state folder ${this.#state} has no database ${this.databases[number]}`)
    return this.#databaseFile(number)
  }

  #databaseFile(number: number): string {
    return databaseFile(this.#state, this.#vars, this.databases[number] ?? '')
  }
}
