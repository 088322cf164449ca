import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import type { MovedTable } from './move-tables'

/** Rows of one table of a customer in the order of their keys, each as a JSON text that is not parsed. */
export interface Page {
  rows: string[]
  /** The key of the last row, as JSON; null: there was none. */
  last: string | null
  /** The table has no rows after the page. False: it may have some. */
  isLast: boolean
}

/** Maximum of rows in a page, and characters after which it ends: far below D1's limit of 1 MB for a bound value. */
const PAGE_ROWS = 500
const PAGE_LENGTH = 200_000

type Keyed = Pick<MovedTable, 'name' | 'key'>

const listed = (names: readonly string[]) => sql.raw(names.join(', '))
const parts = (json: SQL, names: readonly string[]) =>
  sql.join(
    names.map((_, i) => sql`${json} ->> ${sql.raw(String(i))}`),
    sql`, `,
  )

/** A column in an ORDER BY that must not choose the index: the condition of the rows chooses it. */
const unindexed = (column: string) => `+${column}`

/** Selects the rows after a key; null: from the first row. `only`: a condition on the rows. */
export function selectPage({ customer }: Scope, { name, columns, key }: MovedTable, after: string | null, only?: SQL) {
  const first = after === null
  const later = key.length ? sql`(${listed(key)}) > (${parts(sql`${after}`, key)})` : sql`false`
  return selectRows(
    { position: sql<string>`position`, content: sql<string>`content` },
    selected => sql`
      SELECT ${selected} FROM (
        SELECT position, content, sum(length(content)) OVER (ROWS UNBOUNDED PRECEDING) - length(content) AS before
        FROM (
          SELECT json_array(${listed(key)}) AS position, json_array(${listed(columns)}) AS content
          FROM ${sql.raw(name)} WHERE customer_id = ${customer} AND ${first ? sql`true` : later}${only && sql` AND ${only}`}
          ORDER BY ${listed(only ? key.map(unindexed) : ['customer_id', ...key])} LIMIT ${PAGE_ROWS}))
      WHERE before < ${PAGE_LENGTH}`,
  )
}

/** The page of the rows that `selectPage` found. */
export function movedPage(found: readonly { position: string; content: string }[]): Page {
  const length = found.reduce((sum, { content }) => sum + content.length, 0)
  return {
    rows: found.map(({ content }) => content),
    last: found.at(-1)?.position ?? null,
    isLast: found.length < PAGE_ROWS && length < PAGE_LENGTH,
  }
}

export async function readPage(db: Database, scope: Scope, table: MovedTable, after: string | null): Promise<Page> {
  const [found] = await db.batch([selectPage(scope, table, after)])
  return movedPage(found)
}

/** Inserts the rows of a page. Rows that exist stay as they are, because a page may be written twice. */
export const writePage = ({ name, columns }: MovedTable, { rows }: Pick<Page, 'rows'>) =>
  build.run(sql`
    INSERT INTO ${sql.raw(name)} (${listed(columns)})
    SELECT ${parts(sql`value`, columns)} FROM json_each(${`[${rows.join(',')}]`}) WHERE true
    ON CONFLICT DO NOTHING`)

/** Deletes a page of a customer's rows; returns a row for each. */
export const deletePage = ({ customer }: Scope, { name, key }: Keyed) => {
  const whole = listed(['customer_id', ...key])
  return selectRows(
    { one: sql<number>`1` },
    selected => sql`
    DELETE FROM ${sql.raw(name)} WHERE (${whole}) IN (
      SELECT ${whole} FROM ${sql.raw(name)} WHERE customer_id = ${customer} LIMIT ${PAGE_ROWS})
    RETURNING ${selected}`,
  )
}

/** Whether there may be more rows after a page of deletions. */
export const isFull = (deleted: readonly unknown[]) => deleted.length === PAGE_ROWS

/** How many rows a customer has in each table. */
export async function countByTable(
  db: Database,
  { customer }: Scope,
  tables: readonly Pick<MovedTable, 'name'>[],
): Promise<Record<string, number>> {
  const counts = Object.fromEntries(
    tables.map(({ name }) => [
      name,
      sql<number>`(SELECT count(*) FROM ${sql.raw(name)} WHERE customer_id = ${customer})`,
    ]),
  )
  const [rows] = await db.batch([selectRows(counts, selected => sql`SELECT ${selected}`)])
  return rows[0] ?? {}
}

/** How many rows a customer has, over all tables. */
export async function countRows(db: Database, scope: Scope, tables: readonly Keyed[]): Promise<number> {
  return sumOf(await countByTable(db, scope, tables))
}

const sumOf = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** SHA-256 over a page and the checksum of the pages before it, hexadecimal. */
export async function checksumOf({ rows }: Pick<Page, 'rows'>, before: string): Promise<string> {
  const bytes = new TextEncoder().encode([before, ...rows].join('\n'))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}
