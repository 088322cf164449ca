import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { jsonList } from '../../db/select-json'
import { selectRows } from '../../db/select-rows'
import { KNOWN_MIGRATIONS } from '../upkeep/known-migrations'
import { type MovedTable, movedTables } from './move-tables'

/** The schema of a database. */
export interface Schema {
  /** The applied migrations; undefined: the database has no table `d1_migrations`. */
  applied: readonly string[] | undefined
  /** Columns of every table with a `customer_id`, by table; without generated columns, which cannot be written. */
  columns: ReadonlyMap<string, readonly string[]>
}

/** Tables with a `customer_id` that are not moved: control data, people, and which customers a database serves. */
const NOT_MOVED: readonly string[] = ['customer_directory', 'application', 'api_key', 'person_role', 'tenancy']

/** Reads the schema of a database, in one round trip; in two if it has no `d1_migrations`. */
export async function readSchema(db: Database): Promise<Schema> {
  const selectColumns = selectRows(
    { name: sql<string>`t.name`, columns: jsonList(sql<string>`c.name`, name => sql`json_group_array(${name})`) },
    selected => sql`
      SELECT ${selected} FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.sql LIKE '%customer_id%' AND t.name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
      GROUP BY t.name`,
  )
  const selectApplied = selectRows(
    { name: sql<string>`name` },
    selected => sql`SELECT ${selected} FROM d1_migrations ORDER BY name`,
  )
  const [tables, applied] = await db.batch([selectColumns, selectApplied]).catch(async error => {
    if (!String((error as Error).message).includes('no such table: d1_migrations')) throw error
    return [(await db.batch([selectColumns]))[0], undefined] as const
  })
  const columns = tables.map(({ name, columns }) => [name, columns] as const)
  return {
    applied: applied?.map(({ name }) => name),
    columns: new Map(columns.filter(([, names]) => names.includes('customer_id'))),
  }
}

/** The newest migration. A copy that began with another one is begun again. */
export const versionOf = ({ applied }: Schema): string => applied?.at(-1) ?? ''

/**
 * Why a customer cannot be moved between two databases: the schema of one differs from that of this release, so that the
 * copy would be incomplete. Undefined: the move is possible.
 */
export function moveObstacle(schemas: readonly (readonly [shard: number, schema: Schema])[]): string | undefined {
  for (const [shard, { applied, columns }] of schemas) {
    const database = `database ${shard}`
    if (!applied)
      return `${database} keeps no list of its migrations (d1_migrations), so that nobody knows which it has; apply them with "npm run deploy"`
    const unknown = applied.find(name => !KNOWN_MIGRATIONS.includes(name))
    if (unknown)
      return `${database} has the migration ${unknown}, which this release does not know; go on when the release that it belongs to is deployed`
    const missing = KNOWN_MIGRATIONS.find(name => !applied.includes(name))
    if (missing) return `${database} lacks the migration ${missing}; apply it with "npm run deploy" and go on`
    const tables = movedTables().map(({ name }) => name)
    const unknownTable = [...columns.keys()].find(name => !tables.includes(name) && !NOT_MOVED.includes(name))
    if (unknownTable)
      return `${database} has a table ${unknownTable} with rows of customers, which this release does not know; take it away or rename its customer_id`
  }
  for (const { name } of movedTables()) {
    for (const [shard, { columns }] of schemas) {
      const own = columns.get(name)
      if (!own) return `database ${shard} lacks the table ${name}`
      for (const [elsewhere, { columns: others }] of schemas) {
        const lacking = others.get(name)?.find(column => !own.includes(column))
        if (lacking) return `database ${shard} lacks the column ${name}.${lacking}, which database ${elsewhere} has`
      }
    }
  }
  return undefined
}

/** The tables of a move, with the columns of the database. */
export const tablesIn = ({ columns }: Schema): MovedTable[] =>
  movedTables().map(table => ({ ...table, columns: [...(columns.get(table.name) ?? [])] }))
