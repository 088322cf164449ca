import type { DatabaseSync } from 'node:sqlite'

/** A table as SQLite describes it. */
export interface TableInfo {
  name: string
  sql: string
  columns: string[]
  /** Columns that an insert has to name: NOT NULL without a default. */
  required: string[]
  /** Tables that its foreign keys name, itself left out. */
  parents: string[]
  refersToItself: boolean
  /** The statements that make its indexes. */
  indexes: { name: string; sql: string }[]
  isStrict: boolean
  hasRowid: boolean
  counts: boolean
}

type Row = Record<string, string | number | null>

export function tablesOf(db: DatabaseSync): Map<string, TableInfo> {
  const all = (sql: string, ...values: string[]) => db.prepare(sql).all(...values) as Row[]
  const tables = all(
    `SELECT s.name, s.sql, l.strict, l.wr FROM sqlite_schema AS s JOIN pragma_table_list AS l ON l.name = s.name AND l.schema = 'main'
    WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid`,
  )
  return new Map(
    tables.map(({ name, sql, strict, wr }) => {
      const table = String(name)
      const columns = all('SELECT name, "notnull", dflt_value FROM pragma_table_info(?)', table)
      const parents = all('SELECT DISTINCT "table" AS parent FROM pragma_foreign_key_list(?)', table)
      const named = parents.map(({ parent }) => String(parent))
      return [
        table,
        {
          name: table,
          sql: String(sql),
          columns: columns.map(column => String(column.name)),
          required: columns
            .filter(({ notnull, dflt_value }) => notnull && dflt_value === null)
            .map(column => String(column.name)),
          parents: named.filter(parent => parent !== table),
          refersToItself: named.includes(table),
          indexes: all(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY rowid",
            table,
          ) as unknown as TableInfo['indexes'],
          isStrict: strict === 1,
          hasRowid: wr !== 1,
          counts: /\bAUTOINCREMENT\b/i.test(String(sql)),
        },
      ]
    }),
  )
}

/** Tables whose foreign keys name this one. */
export const childrenOf = (tables: ReadonlyMap<string, TableInfo>, parent: string): string[] =>
  [...tables.values()].filter(({ parents }) => parents.includes(parent)).map(({ name }) => name)
