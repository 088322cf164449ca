import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseEnv } from 'node:util'
import { CommandError, reasonOf } from '../start/command-error.ts'
import { databasesOf, LOCAL_IDS, localDatabases } from '../start/local-databases.ts'
import { applyPending } from './apply-migrations.ts'
import type { Installation, Query, RevokedLink, Row } from './installation.ts'
import { rowsOf, withDatabase } from './sqlite-file.ts'

/** Durable Objects of the runtime, with which it simulates D1 and KV. Each is an SQLite file. */
const D1_OBJECT = 'miniflare-D1DatabaseObject'
const KV_OBJECT = 'miniflare-KVNamespaceObject'
const PREFIX = 'revoked:'

/** The installation of `npm start`: a state folder. Its databases are SQLite files, which can be read while the service runs. */
export class LocalInstallation implements Installation {
  readonly databases: readonly string[]
  readonly #state: string
  readonly #vars: Record<string, string>

  constructor(state: string, varsFile: string) {
    this.#state = state
    this.#vars = readSettings(varsFile)
    this.databases = databasesOf(this.#vars)
  }

  async copyDatabase(number: number, file: string): Promise<void> {
    // One statement reads the whole database in one transaction.
    withDatabase(this.#existingFile(number), db => db.prepare('VACUUM INTO ?').run(file))
  }

  async revokedLinks(): Promise<RevokedLink[]> {
    const file = this.#fileOf(KV_OBJECT, LOCAL_IDS.kv.LINKS.id)
    if (!existsSync(file)) return []
    const now = Date.now()
    const rows = withDatabase(file, db =>
      rowsOf(db, `SELECT key, expiration FROM _mf_entries WHERE expiration > ${now}`),
    )
    return rows
      .map(({ key, expiration }) => ({ key: String(key), expiresAt: Math.floor(Number(expiration) / 1000) }))
      .filter(({ key }) => key.startsWith(PREFIX))
      .map(({ key, expiresAt }) => ({ linkId: key.slice(PREFIX.length), expiresAt }))
  }

  async addRevokedLinks(links: readonly RevokedLink[]): Promise<void> {
    if (!links.length) return
    const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import('miniflare')
    const runtime = new Miniflare(
      convertV4MiniflareOptions({
        modules: true,
        script: 'export default {}',
        kvNamespaces: LOCAL_IDS.kv,
        resourcePersistencePath: join(this.#state, 'v3'),
        cf: false,
        log: new Log(LogLevel.NONE),
      }),
    )
    try {
      const kv = await runtime.getKVNamespace('LINKS')
      for (const { linkId, expiresAt } of links) await kv.put(PREFIX + linkId, '1', { expiration: expiresAt })
    } finally {
      await runtime.dispose()
    }
  }

  async migrate(): Promise<void> {
    for (const number of this.databases.keys()) {
      const file = this.#databaseFile(number)
      mkdirSync(dirname(file), { recursive: true })
      withDatabase(file, applyPending, false)
    }
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
    const file = this.#databaseFile(number)
    if (!existsSync(file))
      throw new CommandError(`the state folder ${this.#state} has no database ${this.databases[number]}`)
    return file
  }

  #databaseFile(number: number): string {
    const binding = this.databases[number] ?? ''
    const { id } = { ...LOCAL_IDS.d1, ...localDatabases(this.#vars) }[binding] ?? { id: '' }
    return this.#fileOf(D1_OBJECT, id)
  }

  #fileOf(namespace: string, name: string): string {
    const kind = namespace === D1_OBJECT ? 'd1' : 'kv'
    return join(this.#state, 'v3', kind, namespace, `${objectIdOf(namespace, name)}.sqlite`)
  }
}

/** The name of a file of the runtime: the id of a Durable Object by its name, as workerd derives it. */
function objectIdOf(namespace: string, name: string): string {
  const key = createHash('sha256').update(namespace).digest()
  const hmac = (data: Buffer | string) => createHmac('sha256', key).update(data).digest().subarray(0, 16)
  const id = hmac(name)
  return Buffer.concat([id, hmac(id)]).toString('hex')
}

/** The settings of `npm start`. Nothing is generated: a missing file has no settings. */
export function readSettings(file: string): Record<string, string> {
  try {
    return parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new CommandError(`cannot read ${file}: ${reasonOf(error)}`)
  }
}
