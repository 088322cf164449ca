import type { DatabaseSync } from 'node:sqlite'

/**
 * Statistics of the tables, and of the indexes of foreign keys: a customer has very many rows, and every further column of an
 * index selects a tenth of them or less. Without statistics SQLite assumes ten rows per customer, and prefers to read all of
 * them in the order of the primary key.
 */
export function statistics(db: DatabaseSync): string[] {
  const indexes = db
    .prepare(`
      SELECT t.name AS tbl, i.name AS idx, i.origin, i."unique" AS isUnique, count(*) AS columns,
        max(c.name = 'customer_id' AND c.seqno = 0) AS ofCustomer
      FROM sqlite_schema AS t, pragma_index_list(t.name) AS i, pragma_index_info(i.name) AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' GROUP BY 1, 2 ORDER BY 1, 2`)
    .all() as { tbl: string; idx: string; origin: string; isUnique: number; columns: number; ofCustomer: number }[]
  const rows = indexes
    .filter(({ ofCustomer, columns }) => ofCustomer && columns > 1)
    .map(({ tbl, idx, origin, isUnique, columns }) => {
      const narrowed = Array.from({ length: columns }, (_, i) => 10 ** Math.max(5 - 2 * i, 1))
      if (isUnique) narrowed[columns - 1] = 1
      // The key of a table without rowid goes by the table's name.
      return `('${tbl}', '${origin === 'pk' ? tbl : idx}', '1000000 ${narrowed.join(' ')}')`
    })
  return [
    // Makes the table of statistics where there is none yet.
    'ANALYZE customer;',
    'DELETE FROM sqlite_stat1;',
    `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES\n\t${rows.join(',\n\t')};`,
    // Has them read at once.
    'ANALYZE sqlite_schema;',
  ]
}
