import { getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { build } from './drizzle-adapter'
import { jsonChunks } from './insert-rows'

/** A row without the customer. */
export type UpsertedRow<Table extends SQLiteTable> = Omit<Table['$inferInsert'], 'customerId'>

/**
 * Inserts rows of one customer, or updates those whose key exists: any number of rows with a few bound values. A row that
 * is unchanged is not written. Every row must have the same columns.
 */
export function upsertRows<Table extends SQLiteTable>(
  table: Table,
  customer: number,
  rows: readonly UpsertedRow<Table>[],
) {
  const [first] = rows
  if (!first) return []
  const { name: tableName, primaryKeys } = getTableConfig(table)
  const columns = getTableColumns(table)
  const names = Object.keys(first).map(key => ({ key, name: columns[key]?.name ?? key }))
  const keyNames = primaryKeys.flatMap(key => key.columns.map(column => column.name))
  const changing = names.map(({ name }) => name).filter(name => !keyNames.includes(name))
  const list = (parts: string[]) => sql.raw(parts.join(', '))

  return jsonChunks(rows).map(json =>
    build.run(sql`
      INSERT INTO ${sql.raw(tableName)} (customer_id, ${list(names.map(({ name }) => name))})
      SELECT ${customer}, ${list(names.map(({ key }) => `value ->> '${key}'`))} FROM json_each(${json}) WHERE true
      ON CONFLICT (${list(keyNames)}) DO UPDATE SET ${list(changing.map(name => `${name} = excluded.${name}`))}
      WHERE (${list(changing.map(name => `${tableName}.${name}`))})
        IS NOT (${list(changing.map(name => `excluded.${name}`))})`),
  )
}
