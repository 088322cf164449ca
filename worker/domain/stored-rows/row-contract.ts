import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'

/** What the values of a row must be, by column. */
export interface RowContract {
  table: string
  row: z.ZodType
}

/** A contract for each column of a table but `customer_id`, which a file does not have. */
type Values<Table extends SQLiteTable> = Record<Exclude<keyof Table['$inferSelect'], 'customerId'>, z.ZodType>

/**
 * The contract of the rows of a table in a file. A column that the table allows to be NULL may be null. A file of an earlier release
 * lacks the newest columns.
 */
export function rowContract<Table extends SQLiteTable>(table: Table, values: Values<Table>): RowContract {
  const columns = Object.entries(getTableColumns(table)).flatMap(([name, column]) => {
    const value = values[name as keyof Values<Table>] as z.ZodType | undefined
    return value ? [[column.name, column.notNull ? value : value.nullable()]] : []
  })
  return { table: getTableName(table), row: z.object(Object.fromEntries(columns)).partial() }
}
