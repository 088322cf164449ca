import type { DatabaseSync } from 'node:sqlite'
import { childrenOf, type TableInfo, tablesOf } from './schema.ts'
import { holds, listAt, nameAt, namesAt, type Token, tokensOf } from './tokens.ts'

/** The prefix of the copy of a table until the copy is renamed. */
export const COPY_PREFIX = '__new_'

/** State of the check of one migration. */
interface CheckState {
  db: DatabaseSync
  /** What the migration drops on purpose, as `table` or `table.column`. */
  contracts: ReadonlySet<string>
  before: ReadonlyMap<string, TableInfo>
  /** Tables whose rows were all copied, each with the name of its copy. */
  copies: Map<string, string>
  /** Dropped tables whose copy is not yet renamed. */
  dropped: Map<string, string>
  /** Tables and columns that this migration created, as `table` and `table.column`. */
  created: Set<string>
  /** Tables into which this migration has written rows. */
  written: Set<string>
  droppedIndexes: Set<string>
}

/**
 * `-- contract: reservation.label unused since 1.2.0`, or `-- contract: voucher moved, shown by test/migrations/voucher.test.ts`:
 * the check cannot see that rows that are moved are all there, so the line names the test that does.
 */
const CONTRACT =
  /^-- contract: (\w+(?:\.\w+)?) (?:unused since \d+\.\d+\.\d+|moved, shown by (test\/migrations\/[\w-]+\.test\.ts))$/gm

/** What a migration drops on purpose, as `table` or `table.column`. */
export const contractsIn = (text: string): string[] => [...text.matchAll(CONTRACT)].map(([, what]) => what as string)

/** The tests that show that rows are moved. */
export const testsIn = (text: string): string[] =>
  [...text.matchAll(CONTRACT)].flatMap(([, , test]) => (test ? [test] : []))

/**
 * Checks a migration and executes it in `db`, which has the earlier schema and no rows. Returns the problems: every statement
 * that could delete or overwrite rows, or remove what the previous release uses.
 */
export function checkMigration(db: DatabaseSync, text: string, statements: readonly string[]): string[] {
  const before = tablesOf(db)
  const state: CheckState = {
    db,
    contracts: new Set(contractsIn(text)),
    before,
    copies: new Map(),
    dropped: new Map(),
    created: new Set(),
    written: new Set(),
    droppedIndexes: new Set(),
  }
  for (const table of countersOf(before)) db.exec(`INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', 1000)`)
  const problems: string[] = []
  for (const statement of statements) {
    const tokens = tokensOf(statement).filter(({ value }) => value !== ';')
    if (tokens.length === 0) continue
    const problem = checkStatement(state, tokens)
    if (problem) problems.push(`${problem}: ${shortened(statement)}`)
    try {
      db.exec(statement)
    } catch (error) {
      return [...problems, `${(error as Error).message}: ${shortened(statement)}`]
    }
  }
  problems.push(...checkResult(state))
  db.exec('DELETE FROM sqlite_sequence')
  return problems
}

const shortened = (statement: string) => {
  const line = statement
    .replace(/--> statement-breakpoint/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > 90 ? `${line.slice(0, 90)}…` : line
}

const countersOf = (tables: ReadonlyMap<string, TableInfo>) =>
  [...tables.values()].filter(({ counts }) => counts).map(({ name }) => name)

/** Returns undefined if the statement deletes and overwrites nothing. */
function checkStatement(state: CheckState, tokens: readonly Token[]): string | undefined {
  if (holds(tokens, 'OR', 'REPLACE') || holds(tokens, 'CONFLICT', 'REPLACE')) return 'REPLACE deletes rows'
  const [first, second, third] = tokens.map(({ upper }) => upper)
  if (first === 'CREATE' && second === 'TABLE') return checkCreate(state, tokens)
  if (first === 'CREATE' && (second === 'INDEX' || (second === 'UNIQUE' && third === 'INDEX'))) return undefined
  if (first === 'ALTER' && second === 'TABLE') return checkAlter(state, tokens)
  if (first === 'DROP' && second === 'TABLE') return checkDrop(state, tokens)
  if (first === 'DROP' && second === 'INDEX') {
    state.droppedIndexes.add(String(nameAt(tokens, third === 'IF' ? 4 : 2)))
    return undefined
  }
  if (first === 'INSERT') return checkInsert(state, tokens)
  if (first === 'UPDATE') return checkUpdate(state, tokens)
  if (first === 'DELETE') return nameAt(tokens, 2) === 'sqlite_stat1' ? undefined : 'DELETE deletes rows'
  if (first === 'REPLACE') return 'REPLACE deletes rows'
  if (first === 'ANALYZE') return undefined
  if (first === 'PRAGMA') {
    if (tokens[1]?.value.toLowerCase() === 'defer_foreign_keys') return undefined
    return "a PRAGMA that does nothing in D1's transaction: foreign keys stay on, and cascades delete"
  }
  return 'a statement that this check does not know'
}

function checkCreate(state: CheckState, tokens: readonly Token[]): string | undefined {
  const name = String(nameAt(tokens, 2))
  state.created.add(name)
  if (name.startsWith(COPY_PREFIX) && state.before.has(name.slice(COPY_PREFIX.length))) return undefined
  const acts = ['CASCADE', 'NULL', 'DEFAULT'].some(
    act => holds(tokens, 'DELETE', act) || holds(tokens, 'DELETE', 'SET', act) || holds(tokens, 'UPDATE', act),
  )
  return acts
    ? 'a new foreign key without ON DELETE or ON UPDATE action is needed: a cascade deletes in silence'
    : undefined
}

function checkAlter(state: CheckState, tokens: readonly Token[]): string | undefined {
  const table = String(nameAt(tokens, 2))
  const [act, what] = [tokens[3]?.upper, tokens[4]?.upper]
  if (act === 'ADD') {
    state.created.add(`${table}.${nameAt(tokens, what === 'COLUMN' ? 5 : 4)}`)
    return undefined
  }
  if (act === 'RENAME' && what === 'TO') {
    const target = String(nameAt(tokens, 5))
    if (state.contracts.has(table)) return undefined
    if (state.dropped.get(target) !== table) return 'the release of before does not know the new name'
    state.dropped.delete(target)
    return undefined
  }
  if (act === 'DROP') {
    const column = String(nameAt(tokens, what === 'COLUMN' ? 5 : 4))
    return state.contracts.has(`${table}.${column}`) ? undefined : 'DROP COLUMN deletes values'
  }
  return 'the release of before does not know the new name'
}

function checkDrop(state: CheckState, tokens: readonly Token[]): string | undefined {
  const table = String(nameAt(tokens, tokens[2]?.upper === 'IF' ? 4 : 2))
  const hanging = childrenOf(tablesOf(state.db), table)
  if (hanging.length)
    return `DROP TABLE deletes rows: ${hanging.join(', ')} ${hanging.length > 1 ? 'hang' : 'hangs'} on ${table}`
  const copy = state.copies.get(table)
  if (state.contracts.has(table)) {
    // A table whose rows are moved may get its name back.
    if (state.created.has(COPY_PREFIX + table)) state.dropped.set(table, COPY_PREFIX + table)
    return undefined
  }
  if (!copy) return `DROP TABLE deletes rows: not every row and column of ${table} was copied before`
  state.dropped.set(table, copy)
  return undefined
}

/** Records a copy of all rows and columns of a table: `INSERT INTO copy (a, b) SELECT a, b FROM table`. */
function checkInsert(state: CheckState, tokens: readonly Token[]): string | undefined {
  if (holds(tokens, 'DO', 'UPDATE')) return 'ON CONFLICT DO UPDATE overwrites rows'
  const target = String(nameAt(tokens, 2))
  const isFirst = !state.written.has(target)
  state.written.add(target)
  const into = listAt(tokens, 3)
  const selected = into && tokens[into.end]?.upper === 'SELECT' ? namesAt(tokens, into.end + 1) : undefined
  if (!into || !selected || tokens[selected.end]?.upper !== 'FROM') return undefined
  const source = String(nameAt(tokens, selected.end + 1))
  const isWhole =
    tokens.length === selected.end + 2 &&
    isFirst &&
    state.created.has(target) &&
    into.names.join() === selected.names.join() &&
    (state.before.get(source)?.columns ?? ['']).every(
      column => into.names.includes(column) || state.contracts.has(`${source}.${column}`),
    )
  if (isWhole) state.copies.set(source, target)
  return undefined
}

/** Only columns that this migration added may be filled. Existing values stay. */
function checkUpdate(state: CheckState, tokens: readonly Token[]): string | undefined {
  const table = String(nameAt(tokens, 1))
  if (table === 'sqlite_sequence') return undefined
  const columns = setColumns(tokens)
  const isNew = columns.length > 0 && columns.every(column => state.created.has(`${table}.${column}`))
  return isNew ? undefined : 'UPDATE overwrites values of columns that this migration did not add'
}

/** The columns that an UPDATE sets; empty if they are not plain names. */
function setColumns(tokens: readonly Token[]): string[] {
  const columns: string[] = []
  let depth = 0
  for (let at = tokens.findIndex(({ upper }) => upper === 'SET') + 1; at < tokens.length; at++) {
    const { value, upper } = tokens[at] as Token
    depth += value === '(' ? 1 : value === ')' ? -1 : 0
    if (depth === 0 && ['WHERE', 'FROM', 'RETURNING'].includes(upper)) break
    const isFirst = tokens[at - 1]?.upper === 'SET' || (depth === 0 && tokens[at - 1]?.value === ',')
    if (!isFirst) continue
    const column = tokens[at + 1]?.value === '=' ? nameAt(tokens, at) : undefined
    if (column === undefined) return []
    columns.push(column)
  }
  return columns
}

/** Problems of the schema after the migration. */
function checkResult({ db, before, dropped, contracts, droppedIndexes }: CheckState): string[] {
  const after = tablesOf(db)
  const problems: string[] = []
  for (const [table, copy] of dropped) problems.push(`${table} was dropped, and ${copy} has not taken its place`)
  for (const { name, columns, indexes } of before.values()) {
    const now = after.get(name)
    if (!now) continue
    for (const column of columns) {
      if (!now.columns.includes(column) && !contracts.has(`${name}.${column}`))
        problems.push(`${name} has lost ${column}`)
    }
    // SQLite reports this only if the table has rows.
    for (const column of now.required) {
      if (!columns.includes(column))
        problems.push(`${name}.${column} is NOT NULL and has no default for the rows that there are`)
    }
    const there = new Set(now.indexes.map(index => index.name))
    for (const index of indexes) {
      if (!there.has(index.name) && !droppedIndexes.has(index.name))
        problems.push(`${name} has lost its index ${index.name}`)
    }
  }
  for (const { name, isStrict, hasRowid, counts } of after.values()) {
    if (!isStrict) problems.push(`${name} is not STRICT`)
    if (hasRowid && !counts) problems.push(`${name} is not WITHOUT ROWID`)
  }
  for (const table of countersOf(before)) {
    const [row] = db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').all(table) as { seq: number }[]
    if (after.has(table) && row?.seq !== 1000)
      problems.push(`${table} counts anew: its row in sqlite_sequence was not copied`)
  }
  return problems
}
