import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../../tooling/command/command-error.ts'
import { APPLIED_TABLE } from '../../tooling/state/migration-files.ts'
import type { Row } from '../../tooling/state/sqlite-file.ts'
import { ApiError, databasesPath } from './cloudflare-api.ts'
import { type DatabaseConfig, migrationsOf } from './config.ts'
import type { Session } from './sign-in.ts'

/** The migrations of a database compared with those of this release. */
export interface MigrationState {
  /** Those of this release that the database lacks. */
  pending: string[]
  /** Those of the database that this release does not have: a newer release has applied them. */
  unknown: string[]
}

/** D1 ends a batch after 30 seconds. The response must not be given up before. */
const MIGRATION_MS = 90_000

const DATABASE_NOT_FOUND = 7404

interface QueryResult {
  success?: boolean
  results?: Row[]
}

/** Runs statements as one batch. A response that does not say that all of them succeeded is an error. */
export async function queryDatabase({ api, accountId }: Session, id: string, sql: string): Promise<Row[]> {
  const results = await api.post<QueryResult[]>(`${databasesPath(accountId)}/${id}/query`, { sql }, MIGRATION_MS)
  if (!results?.length || !results.every(({ success }) => success)) {
    throw new CommandError(`Cloudflare did not confirm a query of the database ${id}`)
  }
  return results[0]?.results ?? []
}

/** Reads which migrations a database has. */
export async function migrationState(session: Session, id: string, config: DatabaseConfig): Promise<MigrationState> {
  let applied: string[] = []
  try {
    applied = (await queryDatabase(session, id, 'SELECT name FROM d1_migrations')).map(({ name }) => String(name))
  } catch (error) {
    if (error instanceof ApiError && error.codes.includes(DATABASE_NOT_FOUND)) {
      throw new CommandError(
        `${config.binding}: the database ${id} does not exist any more. A new one would be empty: restore it, or name another as database_id in the configuration`,
      )
    }
    if (!(error instanceof ApiError && /no such table/i.test(error.message))) throw error
  }
  const ours = migrationsOf(config)
  return {
    pending: ours.filter(file => !applied.includes(file)),
    unknown: applied.filter(file => !ours.includes(file)),
  }
}

/**
 * Applies the pending migrations of a database, each as one batch with its row in `d1_migrations`. The first one that fails ends
 * the deployment. Wrangler would ask a question, and would go on after a response that says `success: false`.
 */
export async function applyMigrations(
  session: Session,
  id: string,
  config: DatabaseConfig,
  pending: readonly string[],
): Promise<void> {
  if (pending.length) await queryDatabase(session, id, APPLIED_TABLE)
  for (const file of pending) {
    const statements = readFileSync(join(config.migrations_dir, file), 'utf8')
    try {
      await queryDatabase(
        session,
        id,
        `${statements}\nINSERT INTO d1_migrations (name) VALUES ('${file.replaceAll("'", "''")}');`,
      )
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      throw new CommandError(`${file} was not applied to ${config.database_name} (${config.binding}): ${error.message}`)
    }
  }
}

/** Throws if a database lacks a migration, also if all responses said success. The Worker is uploaded only after this check. */
export async function refuseMissingMigrations(
  session: Session,
  databases: readonly { config: DatabaseConfig; id: string }[],
): Promise<void> {
  for (const { config, id } of databases) {
    const { pending } = await migrationState(session, id, config)
    if (!pending.length) continue
    throw new CommandError(
      `${config.database_name} (${config.binding}) still lacks ${pending.join(', ')}. The Worker was not uploaded`,
    )
  }
}
