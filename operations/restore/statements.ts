import type { DatabaseSync } from 'node:sqlite'
import { quoted, rowsOf, type StoredTable } from '../../tooling/state/sqlite-file.ts'

type Value = string | number | bigint | null | Uint8Array

/** Bytes of a statement. D1 refuses one of more than 100,000. */
const MAX_BYTES = 90_000
/** Characters of a part of a long text. A character takes at most six bytes in a statement. */
const PART = 10_000

/** A value as SQL. Texts with line breaks or the character 0 are hexadecimal, so that a statement has one meaning everywhere. */
export function literal(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') {
    return /[\0\r\n]/.test(value)
      ? `CAST(X'${Buffer.from(value).toString('hex')}' AS TEXT)`
      : `'${value.replaceAll("'", "''")}'`
  }
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`
  return String(value)
}

/** The statements that insert the rows of a table. */
export function* insertStatements(db: DatabaseSync, table: StoredTable): Generator<string> {
  const columns = table.columns.map(quoted)
  const head = `INSERT INTO ${quoted(table.name)} (${columns.join(', ')}) VALUES\n`
  const select = db.prepare(`SELECT ${columns.join(', ')} FROM ${quoted(table.name)}`)
  select.setReturnArrays(true)
  select.setReadBigInts(true)
  let rows: string[] = []
  let bytes = 0
  for (const values of select.iterate() as unknown as Iterable<Value[]>) {
    const row = rowOf(values)
    const size = Buffer.byteLength(row)
    if (rows.length && bytes + size > MAX_BYTES) {
      yield head + rows.join(',\n')
      rows = []
      bytes = 0
    }
    if (size > MAX_BYTES) {
      yield* longRow(head, table, values)
      continue
    }
    rows.push(row)
    bytes += size + 2
  }
  if (rows.length) yield head + rows.join(',\n')
}

const rowOf = (values: readonly Value[]) => `(${values.map(literal).join(', ')})`

/** A row that is too long for one statement: its long texts are appended part by part. */
function* longRow(head: string, { name, columns, key }: StoredTable, values: readonly Value[]): Generator<string> {
  const parts = values.map(value => (typeof value === 'string' ? partsOf(value) : []))
  yield head + rowOf(values.map((value, i) => parts[i]?.[0] ?? value))
  const where = key
    .map(column => `${quoted(column)} = ${literal(values[columns.indexOf(column)] ?? null)}`)
    .join(' AND ')
  for (const [i, column] of columns.entries()) {
    for (const part of parts[i]?.slice(1) ?? []) {
      yield `UPDATE ${quoted(name)} SET ${quoted(column)} = ${quoted(column)} || ${literal(part)} WHERE ${where}`
    }
  }
}

/** The parts of a text. No character outside of the basic plane is divided. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const isDivided = /[\uD800-\uDBFF]/.test(text[from + PART - 1] ?? '')
    const to = from + (isDivided ? PART - 1 : PART)
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}

/** Raises the last id of AUTOINCREMENT tables, if their newest rows were deleted. */
export function* sequenceStatements(db: DatabaseSync): Generator<string> {
  const [exists] = rowsOf(db, "SELECT 1 AS one FROM sqlite_schema WHERE name = 'sqlite_sequence'")
  if (!exists) return
  for (const { name, seq } of rowsOf(db, "SELECT name, seq FROM sqlite_sequence WHERE name <> 'd1_migrations'")) {
    const [newest] = rowsOf(db, `SELECT coalesce(max(rowid), 0) AS id FROM ${quoted(String(name))}`)
    if (Number(newest?.id) >= Number(seq)) continue
    yield `DELETE FROM sqlite_sequence WHERE name = ${literal(name as string)}`
    yield `INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(name as string)}, ${seq})`
  }
}
