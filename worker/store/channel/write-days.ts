import { type SQL, sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { type CalendarChanges, type DayChanges, isRestricted, type Run } from '../../domain/channel/calendar-changes'
import { dateAfter } from '../../domain/stay-dates'
import { type DayRange, detachNights } from './allotment'

/*
 * Days of channel rooms and of plans in them. They travel as runs, which the database unfolds into days, so that a year at
 * one price is one short row on the way.
 */

/** Columns of restrictions, in the order in which a run has them from place 7 on. */
const RESTRICTIONS = ['minimum_stay', 'maximum_stay', 'closed_on_arrival', 'closed_on_departure']

/** A table of days: the columns of its key between hotel and day, and what it keeps beside `closed` and restrictions. */
interface DayTable {
  table: SQL
  /** Columns of the key, and where a run or a gone range has them. */
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

/** What a message changes of days. Refused by `customer_id` where the currency is no longer the one of its prices. */
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

/** Days of rooms of which a message says how many there are to sell, or that nothing is said any more; days in a row as one. */
function daysWithNewAllotment({ set, exact, cleared }: DayChanges): DayRange[] {
  const told: DayRange[] = []
  for (const [hotelId, roomId, , from, to] of [...set.filter(run => run[6] !== null), ...exact]) {
    const last = told.at(-1)
    if (last && last[0] === hotelId && last[1] === roomId && dateAfter(last[3], 1) === from) last[3] = to
    else told.push([hotelId, roomId, from, to])
  }
  return [...told, ...cleared.map(([hotelId, roomId, , from, to]): DayRange => [hotelId, roomId as string, from, to])]
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

/** What becomes of a field that a run leaves out: it stays as it was, or it is cleared. */
type WriteMode = 'merged' | 'exact'

/** Runs without restrictions, which are nearly all, travel without their places and are written without their columns. */
function setDays(table: DayTable, runs: readonly Run[], customer: SQL, manner: WriteMode): Statement[] {
  const restricted = runs.filter(isRestricted)
  const others = restricted.length ? runs.filter(run => !isRestricted(run)) : runs
  return [...writeDays(table, others, customer, manner, false), ...writeDays(table, restricted, customer, manner, true)]
}

/** Writes the days of runs that are not so already; runs of several days are unfolded. */
function writeDays(
  table: DayTable,
  runs: readonly Run[],
  customer: SQL,
  manner: WriteMode,
  areRestricted: boolean,
): Statement[] {
  const { table: name } = table
  const keys = columns(table)
  const keysOfRun = sql.raw(table.key.map(({ at }) => `value ->> ${at}`).join(', '))
  const said = list([table.closed, table.value, ...(areRestricted ? RESTRICTIONS.map(each => sql.raw(each)) : [])])
  const saidByRun = sql.raw((areRestricted ? [5, 6, 7, 8, 9, 10] : [5, 6]).map(at => `value ->> ${at}`).join(', '))
  const { changed, before, after } = changeOf(table, manner, areRestricted)
  const write = (days: SQL) =>
    build.run(sql`
      INSERT INTO ${name} (customer_id, hotel_id, ${keys}, day, ${said})
      ${days} WHERE true
      ON CONFLICT DO UPDATE SET ${changed}
      WHERE (${before}) IS NOT (${after})`)
  const isOneDay = ([, , , from, to]: Run) => from === to
  return [
    ...jsonChunks(runs.filter(isOneDay)).map(json =>
      write(sql`
      SELECT ${customer}, value ->> 0, ${keysOfRun}, value ->> 3, ${saidByRun} FROM json_each(${json})`),
    ),
    ...jsonChunks(runs.filter(run => !isOneDay(run))).map(json =>
      write(sql`
      WITH RECURSIVE run (hotel_id, ${keys}, day, last_day, ${said}) AS (
        SELECT value ->> 0, ${keysOfRun}, value ->> 3, value ->> 4, ${saidByRun} FROM json_each(${json})
        UNION ALL
        SELECT hotel_id, ${keys}, date(day, '+1 day'), last_day, ${said} FROM run WHERE day < last_day
      )
      SELECT ${customer}, hotel_id, ${keys}, day, ${said} FROM run`),
    ),
  ]
}

/** What a write changes of a day that is there. Exactly set days lose the restrictions that their runs do not have. */
function changeOf({ closed, value }: DayTable, manner: WriteMode, areRestricted: boolean) {
  const touched = areRestricted || manner === 'exact' ? RESTRICTIONS.map(each => sql.raw(each)) : []
  const columns = [closed, value, ...touched]
  const values = columns.map(column =>
    manner === 'merged' ? sql`coalesce(excluded.${column}, ${column})` : sql`excluded.${column}`,
  )
  return {
    changed: list(columns.map((column, i) => sql`${column} = ${values[i]}`)),
    before: list(columns),
    after: list(values),
  }
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `)

const clearDays = ({ customer }: Scope, table: DayTable, gone: DayChanges['cleared']): Statement[] => {
  const keys = columns(table)
  const ofDay = sql.join(
    table.key.map(({ column }) => sql`d.${column}`),
    sql`, `,
  )
  const isItsKey = sql.join(
    table.key.map(({ column, at }) => sql`d.${column} = gone.value ->> ${sql.raw(String(at))}`),
    sql` AND `,
  )
  return jsonChunks(gone).map(json =>
    build.run(sql`
      DELETE FROM ${table.table} WHERE customer_id = ${customer} AND (hotel_id, ${keys}, day) IN (
        SELECT d.hotel_id, ${ofDay}, d.day FROM json_each(${json}) AS gone
        CROSS JOIN ${table.table} AS d ON d.customer_id = ${customer} AND d.hotel_id = gone.value ->> 0 AND ${isItsKey}
          AND d.day BETWEEN gone.value ->> 3 AND gone.value ->> 4)`),
  )
}

/** Rooms keep the days of the plans that are listed with them, and of no other. */
const clearOtherPlans = ({ customer }: Scope, rooms: CalendarChanges['otherPlansCleared']): Statement[] =>
  jsonChunks(rooms).map(json =>
    build.run(sql`
      DELETE FROM plan_day WHERE customer_id = ${customer} AND (hotel_id, channel_room_id, channel_rate_plan_id) IN (
        SELECT plan.hotel_id, room.value ->> 1, plan.channel_rate_plan_id FROM json_each(${json}) AS room
        CROSS JOIN channel_rate_plan AS plan ON plan.customer_id = ${customer} AND plan.hotel_id = room.value ->> 0
        WHERE plan.channel_rate_plan_id NOT IN (SELECT value FROM json_each(room.value -> 2)))`),
  )
