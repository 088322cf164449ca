import { quoted, type Row, type StoredTable, tablesOf, withDatabase } from '../../tooling/state/sqlite-file.ts'

/*
 * D1's export writes a line break in a text as the characters \n, with a function call that changes them back. The call also
 * changes a \n that the text itself contains, such as that of `C:\new`. The same is true of \r. So texts with both are read
 * by a query too, and are corrected in the copy.
 */

const isAmbiguous = (column: string) =>
  `(instr(${column}, char(10)) AND instr(${column}, '\\n')) OR (instr(${column}, char(13)) AND instr(${column}, '\\r'))`

/** The rows with such a text, by table. */
export async function ambiguousRows(
  tables: readonly StoredTable[],
  query: (sql: string) => Promise<Row[]>,
): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  for (const { name, columns } of tables) {
    const conditions = columns.map(column => isAmbiguous(quoted(column)))
    const rows = await query(`SELECT * FROM ${quoted(name)} WHERE ${conditions.join(' OR ')}`)
    if (rows.length) found.set(name, rows)
  }
  return found
}

/** Corrects the texts of a copy that the export has changed. A row that is different otherwise stays as it is. */
export function repairTexts(file: string, found: ReadonlyMap<string, readonly Row[]>): void {
  withDatabase(
    file,
    db => {
      for (const { name, columns, key } of tablesOf(db)) {
        const where = key.map(column => `${quoted(column)} = ?`).join(' AND ')
        for (const row of found.get(name) ?? []) {
          const ids = key.map(column => row[column] ?? null)
          const [copy] = db.prepare(`SELECT * FROM ${quoted(name)} WHERE ${where}`).all(...ids) as Row[]
          for (const column of columns) {
            const text = row[column]
            if (typeof text !== 'string' || copy?.[column] === text || copy?.[column] !== exported(text)) continue
            db.prepare(`UPDATE ${quoted(name)} SET ${quoted(column)} = ? WHERE ${where}`).run(text, ...ids)
          }
        }
      }
    },
    false,
  )
}

/** A text as the export returns it. */
function exported(text: string): string {
  const escaped = text.replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  const withReturns = text.includes('\r') ? escaped.replaceAll('\\r', '\r') : escaped
  return text.includes('\n') ? withReturns.replaceAll('\\n', '\n') : withReturns
}

/** The tables of a copy, for queries to the database that was copied. */
export const tablesIn = (file: string): StoredTable[] => withDatabase(file, tablesOf)
