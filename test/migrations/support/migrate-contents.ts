import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsIn } from '../../../scripts/migration/check-statements.ts'
import { migrationsIn } from '../../../tooling/state/migration-files.ts'
import { INVARIANTS_OF_1_0_0 } from '../../support/invariants.ts'
import { applyMigrations } from './apply.ts'
import { type Contents, sumsOf, sumsOfContents, writeContents } from './contents.ts'
import type { Release } from './release.ts'
import type { Database } from './sql-worker.ts'

/** The contents of one or of two databases of a release. */
export const contentsOf = ({ databases }: Release, count: 1 | 2): Contents[] =>
  count === 1 ? databases.one : databases.two

/** Writes the contents of a release into empty databases. */
export async function loadContents(databases: readonly Database[], before: readonly Contents[]): Promise<void> {
  for (const [i, db] of databases.entries()) await writeContents(db, before[i] as Contents)
}

/** The migrations that a release had applied. */
export const appliedIn = (before: readonly Contents[]): unknown[] =>
  before.flatMap(({ tables }) =>
    tables
      .filter(({ name }) => name === 'd1_migrations')
      .flatMap(({ columns, rows }) => rows.map(row => row[columns.indexOf('name')])),
  )

/** The contents without what later migrations dropped on purpose (docs/migrations.md, "Contract"). */
function expectedAfter(before: readonly Contents[], folder: string): Contents[] {
  const applied = new Set(appliedIn(before))
  const later = migrationsIn(folder).filter(file => !applied.has(file))
  const dropped = new Set(later.flatMap(file => contractsIn(readFileSync(join(folder, file), 'utf8'))))
  return before.map(({ schema, tables }) => ({
    schema,
    tables: tables
      .filter(({ name }) => !dropped.has(name))
      .map(({ name, columns, rows }) => {
        const remaining = columns.flatMap((column, i) => (dropped.has(`${name}.${column}`) ? [] : [i]))
        return {
          name,
          columns: remaining.map(i => columns[i] as string),
          rows: rows.map(row => remaining.map(i => row[i])),
        }
      }),
  }))
}

/** Tables whose rows changed in a migration, with row counts and hashes before and after. Empty if every row is there. */
async function changedTables(db: Database, before: Contents): Promise<Record<string, string>> {
  const sums = await sumsOf(db, before)
  const expected = sumsOfContents(before)
  const lost = Object.entries(expected).filter(([table, sum]) => sums[table] !== sum)
  return Object.fromEntries(lost.map(([table, sum]) => [table, `${sum} -> ${sums[table]}`]))
}

/** Rows that violate an invariant, by the name of the invariant. */
export async function violatedInvariants(db: Database): Promise<Record<string, unknown[]>> {
  const sentences = Object.keys(INVARIANTS_OF_1_0_0)
  const results = await db.batch(Object.values(INVARIANTS_OF_1_0_0).map(query => db.prepare(query)))
  return Object.fromEntries(
    sentences
      .map((sentence, i) => [sentence, results[i]?.results ?? []] as const)
      .filter(([, rows]) => rows.length > 0),
  )
}

/** All problems of migrated databases, one entry per database. An empty object: no problem. */
export async function problemsOf(databases: readonly Database[], before: readonly Contents[], folder: string) {
  const expected = expectedAfter(before, folder)
  const problems = []
  for (const [i, db] of databases.entries()) {
    problems.push({ ...(await changedTables(db, expected[i] as Contents)), ...(await violatedInvariants(db)) })
  }
  return problems
}

/** Applies a folder of migrations to the databases of a release and returns the problems. */
export async function migrateContents(databases: readonly Database[], before: readonly Contents[], folder: string) {
  await loadContents(databases, before)
  await applyMigrations(databases, folder)
  return problemsOf(databases, before, folder)
}
