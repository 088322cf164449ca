import { type SQL, sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { type CalendarChanges, type DayChanges, isRestricted, type Run } from '../../domain/channel/calendar-changes'
import { dateAfter } from '../../domain/stay-dates'
import { type DayRange, detachNights } from './allotment'

/*
 * Writes days of channel rooms and of plans in them. They are sent to the database as runs, which it expands to days: a year
 * at one price is one short row.
 */

/** Columns of restrictions, in the order of a run, from index 7. */
const RESTRICTIONS = ['minimum_stay', 'maximum_stay', 'closed_on_arrival', 'closed_on_departure']

/** A table of days: the columns of its key between hotel and day, and its columns besides restrictions. */
interface DayTable {
  table: SQL
  /** Columns of the key, and their index in a run or a cleared range. */
  key: { column: SQL; at: number }[]
  closed: SQL
  value: SQL
}

const ROOM_DAYS: DayTable = {
  table: sql`room_day`,
  key: [{ column: sql`channel_room_id`, at: 1 }],
  closed: sql`room_closed`,
  value: sql`rooms_to_sell`,
}

const PLAN_DAYS: DayTable = {
  table: sql`plan_day`,
  key: [
    { column: sql`channel_room_id`, at: 1 },
    { column: sql`channel_rate_plan_id`, at: 2 },
  ],
  closed: sql`plan_closed`,
  value: sql`prices`,
}

/** Writes the days of a message. Refused by `customer_id` if the currency is no longer the one of its prices. */
export const changeDays = (scope: Scope, changes: CalendarChanges, currency: string): Statement[] => [
  ...detachNights(scope, daysWithNewAllotment(changes.rooms)),
  ...clearOtherPlans(scope, changes.otherPlansCleared),
  ...dayStatements(scope, ROOM_DAYS, changes.rooms, sql`${scope.customer}`),
  ...dayStatements(
    scope,
    PLAN_DAYS,
    changes.plans,
    sql`(SELECT customer_id FROM customer WHERE customer_id = ${scope.customer} AND currency = ${currency})`,
  ),
]

/** Days of rooms whose number of rooms to sell a message sets or clears, with adjacent days as one range. */
function daysWithNewAllotment({ set, exact, cleared }: DayChanges): DayRange[] {
  const ranges: DayRange[] = []
  for (const [hotelId, roomId, , from, to] of [...set.filter(run => run[6] !== null), ...exact]) {
    const last = ranges.at(-1)
    if (last && last[0] === hotelId && last[1] === roomId && dateAfter(last[3], 1) === from) last[3] = to
    else ranges.push([hotelId, roomId, from, to])
  }
  return [...ranges, ...cleared.map(([hotelId, roomId, , from, to]): DayRange => [hotelId, roomId as string, from, to])]
}

const dayStatements = (
  scope: Scope,
  table: DayTable,
  { set, exact, cleared }: DayChanges,
  customer: SQL,
): Statement[] => [
  ...clearDays(scope, table, cleared),
  ...setDays(table, set, customer, 'merged'),
  ...setDays(table, exact, customer, 'exact'),
]

const columns = ({ key }: DayTable) => list(key.map(({ column }) => column))

/** A field that a run leaves out keeps its value (`merged`) or is cleared (`exact`). */
type WriteMode = 'merged' | 'exact'

/** Most runs have no restrictions. They are written in statements without the columns of restrictions. */
function setDays(table: DayTable, runs: readonly Run[], customer: SQL, mode: WriteMode): Statement[] {
  const restricted = runs.filter(isRestricted)
  const others = restricted.length ? runs.filter(run => !isRestricted(run)) : runs
  return [...writeDays(table, others, customer, mode, false), ...writeDays(table, restricted, customer, mode, true)]
}

/** Writes the days of runs that differ from the stored ones. The database expands runs of several days. */
function writeDays(
  table: DayTable,
  runs: readonly Run[],
  customer: SQL,
  mode: WriteMode,
  areRestricted: boolean,
): Statement[] {
  const { table: name } = table
  const keys = columns(table)
  const keysOfRun = sql.raw(table.key.map(({ at }) => `value ->> ${at}`).join(', '))
  const fields = list([table.closed, table.value, ...(areRestricted ? RESTRICTIONS.map(name => sql.raw(name)) : [])])
  const fieldsOfRun = sql.raw((areRestricted ? [5, 6, 7, 8, 9, 10] : [5, 6]).map(at => `value ->> ${at}`).join(', '))
  const { changed, before, after } = changeOf(table, mode, areRestricted)
  const write = (days: SQL) =>
    build.run(sql`
      INSERT INTO ${name} (customer_id, hotel_id, ${keys}, day, ${fields})
      ${days} WHERE true
      ON CONFLICT DO UPDATE SET ${changed}
      WHERE (${before}) IS NOT (${after})`)
  const isOneDay = ([, , , from, to]: Run) => from === to
  return [
    ...jsonChunks(runs.filter(isOneDay)).map(json =>
      write(sql`
      SELECT ${customer}, value ->> 0, ${keysOfRun}, value ->> 3, ${fieldsOfRun} FROM json_each(${json})`),
    ),
    ...jsonChunks(runs.filter(run => !isOneDay(run))).map(json =>
      write(sql`
      WITH RECURSIVE run (hotel_id, ${keys}, day, last_day, ${fields}) AS (
        SELECT value ->> 0, ${keysOfRun}, value ->> 3, value ->> 4, ${fieldsOfRun} FROM json_each(${json})
        UNION ALL
        SELECT hotel_id, ${keys}, date(day, '+1 day'), last_day, ${fields} FROM run WHERE day < last_day
      )
      SELECT ${customer}, hotel_id, ${keys}, day, ${fields} FROM run`),
    ),
  ]
}

/** The columns that a write changes on a stored day. In `exact` mode, restrictions that the run lacks are cleared. */
function changeOf({ closed, value }: DayTable, mode: WriteMode, areRestricted: boolean) {
  const restrictions = areRestricted || mode === 'exact' ? RESTRICTIONS.map(name => sql.raw(name)) : []
  const columns = [closed, value, ...restrictions]
  const values = columns.map(column =>
    mode === 'merged' ? sql`coalesce(excluded.${column}, ${column})` : sql`excluded.${column}`,
  )
  return {
    changed: list(columns.map((column, i) => sql`${column} = ${values[i]}`)),
    before: list(columns),
    after: list(values),
  }
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `)

const clearDays = ({ customer }: Scope, table: DayTable, cleared: DayChanges['cleared']): Statement[] => {
  const keys = columns(table)
  const ofDay = sql.join(
    table.key.map(({ column }) => sql`d.${column}`),
    sql`, `,
  )
  const keyCondition = sql.join(
    table.key.map(({ column, at }) => sql`d.${column} = cleared.value ->> ${sql.raw(String(at))}`),
    sql` AND `,
  )
  return jsonChunks(cleared).map(json =>
    build.run(sql`
      DELETE FROM ${table.table} WHERE customer_id = ${customer} AND (hotel_id, ${keys}, day) IN (
        SELECT d.hotel_id, ${ofDay}, d.day FROM json_each(${json}) AS cleared
        CROSS JOIN ${table.table} AS d ON d.customer_id = ${customer} AND d.hotel_id = cleared.value ->> 0 AND ${keyCondition}
          AND d.day BETWEEN cleared.value ->> 3 AND cleared.value ->> 4)`),
  )
}

/** Deletes the days of a room's plans, except of those listed with the room. */
const clearOtherPlans = ({ customer }: Scope, rooms: CalendarChanges['otherPlansCleared']): Statement[] =>
  jsonChunks(rooms).map(json =>
    build.run(sql`
      DELETE FROM plan_day WHERE customer_id = ${customer} AND (hotel_id, channel_room_id, channel_rate_plan_id) IN (
        SELECT plan.hotel_id, room.value ->> 1, plan.channel_rate_plan_id FROM json_each(${json}) AS room
        CROSS JOIN channel_rate_plan AS plan ON plan.customer_id = ${customer} AND plan.hotel_id = room.value ->> 0
        WHERE plan.channel_rate_plan_id NOT IN (SELECT value FROM json_each(room.value -> 2)))`),
  )
