import { type SQL, sql } from 'drizzle-orm'
import type { PageRows } from './page-range'
import { type Columns, columnsIn, namesOf, type RowOf, type Rows, selectionOf, selectRows } from './select-rows'

/*
 * Pages of rows that may be long, in one statement, so that a page is consistent. A recursive query reads the rows one after the
 * other, until the page has its number of rows or of bytes. So at most one row is read beyond the bytes.
 */

/** The columns of such a list, and what is derived from them. */
export type LongList<Selected extends Columns> = ReturnType<typeof longList<Selected>>

/** `long` names the columns whose texts count as the bytes of a row. */
export const longList = <Selected extends Columns>(columns: Selected, long: readonly string[]) => ({
  columns,
  listed: { ...columnsIn('listed', columns), hasMore: sql`json_array_length(list) > step`.mapWith(Boolean) },
  noValues: sql.raw(
    Object.keys(columns)
      .map(() => 'NULL')
      .join(', '),
  ),
  /** The bytes of the rows before, and of the previous one; 0 for the initial row. */
  bytes: sql.raw(
    `listed.before + coalesce(${long
      .filter(name => name in columns)
      .map(name => `octet_length(listed.${name})`)
      .join(' + ')}, 0)`,
  ),
})

interface LongPage<Own extends Columns> {
  /** A common table `page (id)` with the ids of the page in its order: one more than it has where there are more. */
  page: SQL
  /** The tables from which the row with an id is selected. */
  from: (id: SQL) => SQL
  /** The rows of `page`, at most, and the bytes of a page. */
  range: { rows: number; bytes: number }
  /** Columns that are read once. They may use `list`, the ids of the page as JSON. */
  own: Own
}

export const selectPage = <Selected extends Columns, Own extends Columns>(
  { columns, listed, noValues, bytes }: LongList<Selected>,
  { page, from, range, own }: LongPage<Own>,
) =>
  selectRows(
    listed,
    selected => sql`
      WITH RECURSIVE ${page},
        listed (step, before, list, ${namesOf(columns)}) AS (
          SELECT 0, 0, (SELECT json_group_array(id) FROM page), ${noValues}
          UNION ALL
          SELECT listed.step + 1, ${bytes}, listed.list, ${selectionOf(columns)}
          FROM listed
          CROSS JOIN ${from(sql`(listed.list ->> listed.step)`)}
          WHERE listed.step < ${range.rows - 1} AND ${bytes} < ${range.bytes})
      SELECT ${selected} FROM listed`,
    own,
  ) as unknown as Rows<RowOf<Selected> & RowOf<Own> & { hasMore: boolean }>

/** The rows of the statement as a page. `own`: the row before them, of which only the columns that are read once are set. */
export function pageRowsOf<Row extends { hasMore: boolean }>([own, ...rows]: Row[]): PageRows<Row> & { own: Row } {
  if (!own) throw new Error('a page has a row before its own')
  return { rows, hasMore: rows.at(-1)?.hasMore ?? false, own }
}
