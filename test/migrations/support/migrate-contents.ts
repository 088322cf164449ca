import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsIn } from '../../../scripts/migration/check-statements.ts'
import { INVARIANTS } from '../../support/invariants.ts'
import { applyMigrations, migrationsIn } from './apply.ts'
import { type Contents, sumsOf, sumsOfContents, writeContents } from './contents.ts'
import type { Release } from './release.ts'
import type { Database } from './services.ts'

/** The databases of a release, where one or two are asked for. */
export const contentsOf = ({ databases }: Release, count: 1 | 2): Contents[] =>
  count === 1 ? databases.one : databases.two

/** Makes empty databases what those of a release were. */
export async function loadContents(databases: readonly Database[], before: readonly Contents[]): Promise<void> {
  for (const [i, db] of databases.entries()) await writeContents(db, before[i] as Contents)
}

/** What a release left, without what later migrations took away on purpose (docs/migrations.md, "Contract"). */
export function expectedAfter(before: readonly Contents[], folder: string): Contents[] {
  const dropped = new Set(migrationsIn(folder).flatMap(file => contractsIn(readFileSync(join(folder, file), 'utf8'))))
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

/** What a migrated database no longer has as it was, by table: before and after. Empty: every row is there. */
export async function changedTables(db: Database, before: Contents): Promise<Record<string, string>> {
  const sums = await sumsOf(db, before)
  const expected = sumsOfContents(before)
  const lost = Object.entries(expected).filter(([table, sum]) => sums[table] !== sum)
  return Object.fromEntries(lost.map(([table, sum]) => [table, `${sum} -> ${sums[table]}`]))
}

/** What contradicts what must be true of a database, by its sentence. */
export async function violatedInvariants(db: Database): Promise<Record<string, unknown[]>> {
  const sentences = Object.keys(INVARIANTS)
  const results = await db.batch(Object.values(INVARIANTS).map(query => db.prepare(query)))
  return Object.fromEntries(
    sentences
      .map((sentence, i) => [sentence, results[i]?.results ?? []] as const)
      .filter(([, rows]) => rows.length > 0),
  )
}

/** Everything that migrations did wrong to databases, one entry for each of them; empty objects: nothing. */
export async function problemsOf(databases: readonly Database[], before: readonly Contents[], folder: string) {
  const expected = expectedAfter(before, folder)
  const problems = []
  for (const [i, db] of databases.entries()) {
    problems.push({ ...(await changedTables(db, expected[i] as Contents)), ...(await violatedInvariants(db)) })
  }
  return problems
}

/** Applies a folder of migrations to the databases of a release and answers what went wrong. */
export async function migrateContents(databases: readonly Database[], before: readonly Contents[], folder: string) {
  await loadContents(databases, before)
  await applyMigrations(databases, folder)
  return problemsOf(databases, before, folder)
}
