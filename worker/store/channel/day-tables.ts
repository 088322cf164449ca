import { type SQL, sql } from 'drizzle-orm'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { type CalendarChanges, isRestricted, type Run } from '../../domain/channel/calendar-changes'

/*
 * The tables of days of channel rooms and of plans in them. Days are sent to the database as runs, which it expands: a year at
 * one price is one short row.
 */

/** Columns of restrictions, in the order of a run, from index 7. */
const RESTRICTIONS = ['minimum_stay', 'maximum_stay', 'closed_on_arrival', 'closed_on_departure']

/** A table of days: the columns of its key between hotel and day, and its columns besides restrictions. */
export interface DayTable {
  table: SQL
  /** Columns of the key, and their index in a run or a cleared range. */
  key: { column: SQL; at: number }[]
  closed: SQL
  value: SQL
}

export const ROOM_DAYS: DayTable = {
  table: sql`room_day`,
  key: [{ column: sql`channel_room_id`, at: 1 }],
  closed: sql`room_closed`,
  value: sql`rooms_to_sell`,
}

export const PLAN_DAYS: DayTable = {
  table: sql`plan_day`,
  key: [
    { column: sql`channel_room_id`, at: 1 },
    { column: sql`channel_rate_plan_id`, at: 2 },
  ],
  closed: sql`plan_closed`,
  value: sql`prices`,
}

export const list = (parts: SQL[]) => sql.join(parts, sql`, `)

/** The columns of a table's key between hotel and day. */
export const keysOf = ({ key }: DayTable) => list(key.map(({ column }) => column))

/** The columns of a select of `sentDays`. */
export const columnsOf = (table: DayTable, areRestricted: boolean) =>
  sql`customer_id, hotel_id, ${keysOf(table)}, day, ${list(fieldsOf(table, areRestricted))}`

const fieldsOf = ({ closed, value }: DayTable, areRestricted: boolean): SQL[] => [
  closed,
  value,
  ...(areRestricted ? RESTRICTIONS.map(name => sql.raw(name)) : []),
]

/** A field that a run leaves out keeps its value (`merged`) or is cleared (`exact`). */
type WriteMode = 'merged' | 'exact'

/** Days that a message sets, as a select of `columnsOf`. */
export interface SentDays {
  table: DayTable
  mode: WriteMode
  days: SQL
  areRestricted: boolean
}

/**
 * The days that a message sets, of plans only if `plan_day` is written. The customer of a plan's day is NULL if the currency is no
 * longer the one of its prices. Most runs have no restrictions, and are expanded without them.
 */
export function sentDays(
  { customer }: Scope,
  { rooms, plans }: CalendarChanges,
  { currency, arePlanDaysWritten }: { currency: string; arePlanDaysWritten: boolean },
): SentDays[] {
  const ofCurrency = sql`(SELECT customer_id FROM customer WHERE customer_id = ${customer} AND currency = ${currency})`
  const selects = (table: DayTable, runs: readonly Run[], mode: WriteMode) => {
    const owner = table === PLAN_DAYS ? ofCurrency : sql`${customer}`
    const isPlain = !runs.some(isRestricted)
    const plain = isPlain ? runs : runs.filter(run => !isRestricted(run))
    return [
      ...expand(table, plain, owner, false).map(days => ({ table, mode, days, areRestricted: false })),
      ...(isPlain ? [] : expand(table, runs.filter(isRestricted), owner, true)).map(days => ({
        table,
        mode,
        days,
        areRestricted: true,
      })),
    ]
  }
  return [
    ...selects(ROOM_DAYS, rooms.set, 'merged'),
    ...selects(ROOM_DAYS, rooms.exact, 'exact'),
    ...(arePlanDaysWritten
      ? [...selects(PLAN_DAYS, plans.set, 'merged'), ...selects(PLAN_DAYS, plans.exact, 'exact')]
      : []),
  ]
}

function expand(table: DayTable, runs: readonly Run[], customer: SQL, areRestricted: boolean): SQL[] {
  const keys = keysOf(table)
  const keysOfRun = sql.raw(table.key.map(({ at }) => `value ->> ${at}`).join(', '))
  const fields = list(fieldsOf(table, areRestricted))
  const fieldsOfRun = sql.raw((areRestricted ? [5, 6, 7, 8, 9, 10] : [5, 6]).map(at => `value ->> ${at}`).join(', '))
  const isOneDay = ([, , , from, to]: Run) => from === to
  return [
    ...jsonChunks(runs.filter(isOneDay)).map(
      json => sql`
      SELECT ${customer}, value ->> 0, ${keysOfRun}, value ->> 3, ${fieldsOfRun} FROM json_each(${json})`,
    ),
    ...jsonChunks(runs.filter(run => !isOneDay(run))).map(
      json => sql`
      WITH RECURSIVE run (hotel_id, ${keys}, day, last_day, ${fields}) AS (
        SELECT value ->> 0, ${keysOfRun}, value ->> 3, value ->> 4, ${fieldsOfRun} FROM json_each(${json})
        UNION ALL
        SELECT hotel_id, ${keys}, date(day, '+1 day'), last_day, ${fields} FROM run WHERE day < last_day
      )
      SELECT ${customer}, hotel_id, ${keys}, day, ${fields} FROM run`,
    ),
  ]
}

/**
 * The columns that runs change on a stored day, with their new values. `sent` and `stored` are the names of the rows. In
 * `exact` mode, restrictions that the runs lack are cleared.
 */
export function changeOf({ table, mode, areRestricted }: SentDays, sent: SQL, stored: SQL) {
  const columns = fieldsOf(table, areRestricted || mode === 'exact')
  const sentColumns = fieldsOf(table, areRestricted).length
  const after = columns.map((column, i) => {
    if (mode === 'merged') return sql`coalesce(${sent}.${column}, ${stored}.${column})`
    return i < sentColumns ? sql`${sent}.${column}` : sql`NULL`
  })
  return { columns, after }
}
