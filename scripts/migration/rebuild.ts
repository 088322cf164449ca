import type { DatabaseSync } from 'node:sqlite'
import { DatabaseSync as Scratch } from 'node:sqlite'
import { COPY_PREFIX } from './check-statements.ts'
import { childrenOf, type TableInfo, tablesOf } from './schema.ts'

/** The rebuild cannot be generated. */
export class NoRebuild extends Error {}

/**
 * The statements of drizzle-kit: for each table that it rebuilds, the statement that creates the copy; and all other statements.
 */
export interface Generated {
  copies: Map<string, string>
  rest: string[]
}

const CREATE_COPY = new RegExp(`^CREATE TABLE \`${COPY_PREFIX}(\\w+)\``)

/** Splits a migration of drizzle-kit. drizzle-kit's own way of rebuilding a table is left out. */
export function splitGenerated(statements: readonly string[]): Generated {
  const copies = new Map<string, string>()
  for (const statement of statements) {
    const table = CREATE_COPY.exec(statement)?.[1]
    if (table) copies.set(table, statement)
  }
  const isOfRebuild = (statement: string) =>
    /^PRAGMA foreign_keys\b/i.test(statement) ||
    new RegExp(`^(CREATE TABLE|INSERT INTO|ALTER TABLE) \`${COPY_PREFIX}`).test(statement) ||
    copies.has(/^DROP TABLE `(\w+)`/.exec(statement)?.[1] ?? '')
  return { copies, rest: statements.filter(statement => !isOfRebuild(statement)) }
}

/**
 * The statements that rebuild tables and all tables that refer to them, in one transaction with foreign keys on. Every table is
 * copied from root to leaf, and dropped from leaf to root, so that no row refers to a table that is dropped. Then the copies are
 * renamed from root to leaf; SQLite changes the references with the names. `db` has the earlier schema.
 */
export function rebuild(db: DatabaseSync, copies: ReadonlyMap<string, string>): string[] {
  const tables = tablesOf(db)
  const order = fromRootToLeaf(tables, [...copies.keys()])
  const names = new Set(order.map(({ name }) => name))
  const made = order.map(({ name, sql }) => createCopy(name, copies.get(name) ?? sql, names))
  const scratch = new Scratch(':memory:', { enableForeignKeyConstraints: false })
  for (const statement of made) scratch.exec(statement)
  const copied = tablesOf(scratch)
  scratch.close()
  return [
    ...made,
    ...order.flatMap(table => copyRows(table, copied.get(COPY_PREFIX + table.name) as TableInfo)),
    ...order.toReversed().map(({ name }) => `DROP TABLE \`${name}\`;`),
    ...order.map(({ name }) => `ALTER TABLE \`${COPY_PREFIX}${name}\` RENAME TO \`${name}\`;`),
    // Those of the changed tables are in what drizzle-kit wrote.
    ...order.filter(({ name }) => !copies.has(name)).flatMap(({ indexes }) => indexes.map(({ sql }) => `${sql};`)),
  ]
}

/**
 * Statements that drop the indexes which a changed table has no more. drizzle-kit creates those that it keeps, and drops the
 * others with the table, without a statement that shows it.
 */
export function droppedIndexes(
  db: DatabaseSync,
  copies: ReadonlyMap<string, string>,
  rest: readonly string[],
): string[] {
  const kept = new Set(rest.map(statement => /^CREATE (?:UNIQUE )?INDEX `(\w+)`/.exec(statement)?.[1]))
  return [...tablesOf(db).values()]
    .filter(({ name }) => copies.has(name))
    .flatMap(({ indexes }) =>
      indexes.filter(({ name }) => !kept.has(name)).map(({ name }) => `DROP INDEX \`${name}\`;`),
    )
}

/** The tables and all tables that refer to them, each after those that it refers to. */
function fromRootToLeaf(tables: ReadonlyMap<string, TableInfo>, changed: readonly string[]): TableInfo[] {
  const wanted = new Set(changed)
  for (const name of wanted) for (const child of childrenOf(tables, name)) wanted.add(child)
  const order: TableInfo[] = []
  while (order.length < wanted.size) {
    const placed = new Set(order.map(({ name }) => name))
    const next = [...tables.values()].find(
      ({ name, parents }) =>
        wanted.has(name) && !placed.has(name) && parents.every(each => placed.has(each) || !wanted.has(each)),
    )
    if (!next || next.refersToItself)
      throw new NoRebuild('tables that refer to themselves or to each other: this rebuild has to be written by hand')
    order.push(next)
  }
  return order
}

/** The statement that creates a copy, with references to the copies of other tables. */
function createCopy(name: string, sql: string, names: ReadonlySet<string>): string {
  const copy = COPY_PREFIX + name
  return `${sql
    .trim()
    .replace(/;$/, '')
    .replace(/^CREATE TABLE\s+["`]?\w+["`]?/i, `CREATE TABLE \`${copy}\``)
    .replace(/(\bREFERENCES\s+)(["`]?)(\w+)\2/gi, (all, word, _, parent) =>
      names.has(parent) ? `${word}\`${COPY_PREFIX}${parent}\`` : all,
    )
    .replace(/(["`])(\w+)\1\./g, (all, _, table) => (table === name ? `"${copy}".` : all))};`
}

function copyRows({ name, columns, counts }: TableInfo, copy: TableInfo): string[] {
  const kept = columns.filter(column => copy.columns.includes(column))
  const lost = columns.filter(column => !kept.includes(column))
  if (lost.length) throw new NoRebuild(`${name} would lose ${lost.join(', ')}: expand, copy, contract`)
  const missing = copy.required.filter(column => !columns.includes(column))
  if (missing.length)
    throw new NoRebuild(`${name}.${missing[0]} is NOT NULL: give it a default for the rows that there are`)
  const list = kept.map(column => `\`${column}\``).join(', ')
  const insert = `INSERT INTO \`${copy.name}\` (${list}) SELECT ${list} FROM \`${name}\`;`
  if (!counts) return [insert]
  // Ids that were given and deleted are not given again.
  const counter = `UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = '${name}') WHERE name = '${copy.name}' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '${name}');`
  return [insert, counter]
}
