import { type Column, getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import { date, flag, givenId, instant, position, time } from './values'

/** What the values of a row must be, by column. */
export interface RowContract {
  table: string
  row: z.ZodType
}

type Values<Table extends SQLiteTable> = { [Name in Exclude<keyof Table['$inferSelect'], 'customerId'>]?: z.ZodType }

const NUMBERS = { id: givenId, no: position, at: instant }
const TEXTS = { date, night: date, day: date, arrival: date, departure: date, time }

/** The usual values of a column: those of its type, or of the last word of its name. */
function usualValue({ dataType, enumValues, name }: Column): z.ZodType | undefined {
  if (dataType === 'boolean') return flag
  if (enumValues?.length) return z.enum(enumValues)
  const words: Record<string, z.ZodType> = dataType === 'number' ? NUMBERS : TEXTS
  return words[name.split('_').at(-1) ?? '']
}

/**
 * The contract of the rows of a table in a file, which does not have the customer in its rows. `values`: what is not usual. A column
 * that the table allows to be NULL may be null. A file of an earlier release lacks the newest columns.
 */
export function rowContract<Table extends SQLiteTable>(table: Table, values: Values<Table> = {}): RowContract {
  const { customerId: _, ...columns } = getTableColumns(table as SQLiteTable)
  const contracts = Object.entries(columns).map(([key, column]) => {
    const value = (values as Record<string, z.ZodType | undefined>)[key] ?? usualValue(column)
    if (!value) throw new Error(`${getTableName(table)}.${column.name} needs a contract`)
    return [column.name, column.notNull ? value : value.nullable()]
  })
  return { table: getTableName(table), row: z.object(Object.fromEntries(contracts)).partial() }
}
