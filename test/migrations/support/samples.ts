import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COPY_PREFIX } from '../../../scripts/migration/check-statements.ts'
import { BREAK, databaseAfter } from '../../../scripts/migration/folder.ts'
import { rebuild } from '../../../scripts/migration/rebuild.ts'
import { type TableInfo, tablesOf } from '../../../scripts/migration/schema.ts'
import { migrationsIn } from '../../../tooling/state/migration-files.ts'

/** The migrations of this checkout. */
export const MIGRATIONS = join(import.meta.dirname, '../../../schema/migrations')

/** A name that sorts after every migration of this checkout. */
export const SAMPLE = '9000_sample.sql'

/** A folder with the migrations of this checkout and one more. */
export function folderWith(statements: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-migrations-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
  writeFileSync(join(folder, SAMPLE), statements.join(BREAK))
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, { tag: SAMPLE.replace('.sql', '') }] }))
  return folder
}

const now = () => databaseAfter(MIGRATIONS, migrationsIn(MIGRATIONS))

/**
 * The statement that creates the copy of a table with another CHECK, as drizzle-kit writes it after a change of schema/tables.
 */
function copyOf(table: string): { info: TableInfo; sql: string } {
  const info = tablesOf(now()).get(table) as TableInfo
  const sql = info.sql
    .replace(/^CREATE TABLE ["`]?\w+["`]?/, `CREATE TABLE \`${COPY_PREFIX}${table}\``)
    .replaceAll(`"${table}".`, `"${COPY_PREFIX}${table}".`)
    .replace(
      /\n?\) STRICT/,
      `,\n\tCONSTRAINT "sample" CHECK("${COPY_PREFIX}${table}"."${info.columns[0]}" > 0)\n) STRICT`,
    )
  return { info, sql: `${sql};` }
}

/** The rebuild of drizzle-kit: its DROP deletes the rows of tables whose foreign keys cascade. */
export function drizzlesRebuild(table: string): string[] {
  const { info, sql } = copyOf(table)
  const columns = info.columns.map(column => `"${column}"`).join(', ')
  return [
    'PRAGMA foreign_keys=OFF;',
    sql,
    `INSERT INTO \`${COPY_PREFIX}${table}\`(${columns}) SELECT ${columns} FROM \`${table}\`;`,
    `DROP TABLE \`${table}\`;`,
    `ALTER TABLE \`${COPY_PREFIX}${table}\` RENAME TO \`${table}\`;`,
    'PRAGMA foreign_keys=ON;',
    ...info.indexes.map(index => `${index.sql};`),
  ]
}

/** The rebuild that `npm run migration -- name --rebuild` writes for the same change. */
export function safeRebuild(...tables: string[]): string[] {
  const copies = tables.map(table => ({ table, ...copyOf(table) }))
  return [
    ...rebuild(now(), new Map(copies.map(({ table, sql }) => [table, sql]))),
    ...copies.flatMap(({ info }) => info.indexes.map(({ sql }) => `${sql};`)),
  ]
}

export const addedColumn = [
  "ALTER TABLE `reservation` ADD `sample` text DEFAULT '' NOT NULL;",
  "UPDATE `reservation` SET `sample` = 'filled ' || `reservation_id`;",
]
