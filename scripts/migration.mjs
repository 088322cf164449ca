/**
 * `npm run migration -- name-of-the-change`: writes the next migration from schema/tables, then makes every table STRICT
 * (a wrong type is refused, not stored) and WITHOUT ROWID (the key is the row: one B-tree to read and to write), which
 * drizzle-kit cannot say. AUTOINCREMENT needs a rowid, so a table that counts that way keeps its own.
 *
 * It ends with what SQLite is told of the tables: see `statistics`.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BREAK = '\n--> statement-breakpoint\n'
const folder = join(import.meta.dirname, '../schema/migrations')
const name = process.argv[2] ?? 'change'
execFileSync('drizzle-kit', ['generate', '--name', name], { stdio: 'inherit' })

const newest = readdirSync(folder)
  .filter(file => file.endsWith('.sql'))
  .sort()
  .at(-1)
const path = join(folder, newest)
const strict = readFileSync(path, 'utf8').replace(/CREATE TABLE `\w+` \(\n(?:.*\n)*?\);/g, table =>
  table.replace(/\);$/, table.includes('AUTOINCREMENT') ? ') STRICT;' : ') STRICT, WITHOUT ROWID;'),
)
writeFileSync(path, strict)
writeFileSync(path, `${strict}${BREAK}${statistics().join(BREAK)}`)

/**
 * What SQLite is told of the tables, and of any foreign key that it follows by itself: that there are very many rows of a
 * customer, and that every further column of an index leaves a tenth or less. Knowing nothing, it takes ten rows for the
 * lot, and would rather read all that a customer has, in the order of the key, than go through another index.
 */
function statistics() {
  const db = new DatabaseSync(':memory:')
  const files = readdirSync(folder).filter(file => file.endsWith('.sql'))
  for (const file of files.sort()) db.exec(readFileSync(join(folder, file), 'utf8'))
  const indexes = db
    .prepare(`
      SELECT t.name AS tbl, i.name AS idx, i.origin, i."unique" AS isUnique, count(*) AS columns,
        max(c.name = 'customer_id' AND c.seqno = 0) AS ofCustomer
      FROM sqlite_schema AS t, pragma_index_list(t.name) AS i, pragma_index_info(i.name) AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' GROUP BY 1, 2 ORDER BY 1, 2`)
    .all()
    .filter(({ ofCustomer, columns }) => ofCustomer && columns > 1)
  const rows = indexes.map(({ tbl, idx, origin, isUnique, columns }) => {
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
    'ANALYZE sqlite_schema;\n',
  ]
}
