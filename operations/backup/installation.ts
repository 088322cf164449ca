import type { Query, Row } from '../../tooling/state/sqlite-file.ts'
import { lostLines } from '../deploy/lost-secrets.ts'

/** A link that is listed as revoked in KV (schema/kv.md). */
export interface RevokedLink {
  linkId: string
  /** In seconds since 1970. */
  expiresAt: number
}

/** The databases and the KV namespace of an installation, on this machine or at Cloudflare. Databases are numbered as in `DATABASES`. */
export interface Installation {
  /** The names of the bindings. */
  readonly databases: readonly string[]
  /** Copies a database, as it is at one moment, into a new SQLite file. */
  copyDatabase(number: number, file: string): Promise<void>
  /** The links that KV lists as revoked. */
  revokedLinks(): Promise<RevokedLink[]>
  addRevokedLinks(links: readonly RevokedLink[]): Promise<void>
  /** Whether the database has been created. */
  exists(number: number): boolean
  /** Creates missing databases, and applies pending migrations. */
  migrate(): Promise<void>
  /** The secrets of the installation that this machine has. */
  secrets(): Record<string, string>
  query(number: number, sql: string): Promise<Row[]>
  /** Runs all statements or none. `check` then queries the result. On this machine, its error undoes the statements. */
  execute(number: number, statements: Iterable<string>, check?: (query: Query) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** The lines on lost secrets of an installation, with the secrets that this machine has. */
export const lostLinesOf = (installation: Installation) =>
  lostLines(
    installation.secrets(),
    [...installation.databases.keys()].map(number => sql => installation.query(number, sql)),
  )
