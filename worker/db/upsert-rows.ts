import { getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { build } from './drizzle-adapter'
import { jsonChunks } from './insert-rows'

/** A row without the customer. */
export type UpsertedRow<Table extends SQLiteTable> = Omit<Table['$inferInsert'], 'customerId'>

/**
 * Inserts rows of one customer, or updates those whose key exists: any number of rows with a few bound values. A row that
 * is unchanged is not written. A column that a row lacks is NULL.
 */
export function upsertRows<Table extends SQLiteTable>(
  table: Table,
  customer: number,
  rows: readonly UpsertedRow<Table>[],
) {
  const { name: tableName, primaryKeys } = getTableConfig(table)
  const { customerId: _, ...columns } = getTableColumns(table as SQLiteTable)
  const keyNames = primaryKeys.flatMap(key => key.columns.map(column => column.name))
  const names = Object.values(columns).map(({ name }) => name)
  const changing = names.filter(name => !keyNames.includes(name))
  const list = (parts: string[]) => sql.raw(parts.join(', '))

  return jsonChunks(rows).map(json =>
    build.run(sql`
      INSERT INTO ${sql.raw(tableName)} (customer_id, ${list(names)})
      SELECT ${customer}, ${list(Object.keys(columns).map(key => `value ->> '${key}'`))} FROM json_each(${json}) WHERE true
      ON CONFLICT (${list(keyNames)}) DO UPDATE SET ${list(changing.map(name => `${name} = excluded.${name}`))}
      WHERE (${list(changing.map(name => `${tableName}.${name}`))})
        IS NOT (${list(changing.map(name => `excluded.${name}`))})`),
  )
}
