import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Scope } from '../auth/scope'
import type { CalendarChanges, DayChanges, Run } from '../domain/channel-calendar'
import { dateAfter } from '../domain/stay-dates'
import { forgetAllotment, type Told } from './allotment'
import { build } from './database'
import { chunked } from './rows'

/*
 * Days of channel rooms and of plans in them. They travel as runs, which the database unfolds into days, so that a year at
 * one price is one short row on the way.
 */

type Statement = BatchItem<'sqlite'>

/** A table of days: the columns of its key between hotel and day, and what it keeps beside `closed`. */
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
  ...forgetAllotment(scope, toldAnew(changes.rooms)),
  ...clearOtherPlans(scope, changes.otherPlansGone),
  ...ofTable(scope, ROOM_DAYS, changes.rooms, sql`${scope.customer}`),
  ...ofTable(
    scope,
    PLAN_DAYS,
    changes.plans,
    sql`(SELECT customer_id FROM customer WHERE customer_id = ${scope.customer} AND currency = ${currency})`,
  ),
]

/** Days of rooms of which a message says how many there are to sell, or that nothing is said any more; days in a row as one. */
function toldAnew({ set, exact, gone }: DayChanges): Told[] {
  const told: Told[] = []
  for (const [hotelId, roomId, , from, to] of [...set.filter(run => run[6] !== null), ...exact]) {
    const last = told.at(-1)
    if (last && last[0] === hotelId && last[1] === roomId && dateAfter(last[3], 1) === from) last[3] = to
    else told.push([hotelId, roomId, from, to])
  }
  return [...told, ...gone.map(([hotelId, roomId, , from, to]): Told => [hotelId, roomId as string, from, to])]
}

const ofTable = (scope: Scope, table: DayTable, { set, exact, gone }: DayChanges, customer: SQL): Statement[] => [
  ...clearDays(scope, table, gone),
  ...setDays(table, set, customer, (sent, kept) => sql`coalesce(${sent}, ${kept})`),
  ...setDays(table, exact, customer, sent => sent),
]

const columns = ({ key }: DayTable) =>
  sql.join(
    key.map(({ column }) => column),
    sql`, `,
  )

/**
 * Writes the days of runs that are not so already; runs of several days are unfolded. `merged` says what becomes of a field
 * that a run leaves out.
 */
function setDays(
  table: DayTable,
  runs: readonly Run[],
  customer: SQL,
  merged: (sent: SQL, kept: SQL) => SQL,
): Statement[] {
  const { table: name, closed, value } = table
  const keys = columns(table)
  const keysOfRun = sql.raw(table.key.map(({ at }) => `value ->> ${at}`).join(', '))
  const [newClosed, newValue] = [closed, value].map(column => merged(sql`excluded.${column}`, column))
  const write = (days: SQL) =>
    build.run(sql`
      INSERT INTO ${name} (customer_id, hotel_id, ${keys}, day, ${closed}, ${value})
      ${days} WHERE true
      ON CONFLICT DO UPDATE SET ${closed} = ${newClosed}, ${value} = ${newValue}
      WHERE (${closed}, ${value}) IS NOT (${newClosed}, ${newValue})`)
  const isOneDay = ([, , , from, to]: Run) => from === to
  return [
    ...chunked(runs.filter(isOneDay)).map(json =>
      write(sql`
      SELECT ${customer}, value ->> 0, ${keysOfRun}, value ->> 3, value ->> 5, value ->> 6 FROM json_each(${json})`),
    ),
    ...chunked(runs.filter(run => !isOneDay(run))).map(json =>
      write(sql`
      WITH RECURSIVE run (hotel_id, ${keys}, day, last_day, ${closed}, ${value}) AS (
        SELECT value ->> 0, ${keysOfRun}, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(${json})
        UNION ALL
        SELECT hotel_id, ${keys}, date(day, '+1 day'), last_day, ${closed}, ${value} FROM run WHERE day < last_day
      )
      SELECT ${customer}, hotel_id, ${keys}, day, ${closed}, ${value} FROM run`),
    ),
  ]
}

const clearDays = ({ customer }: Scope, table: DayTable, gone: DayChanges['gone']): Statement[] => {
  const keys = columns(table)
  const ofDay = sql.join(
    table.key.map(({ column }) => sql`d.${column}`),
    sql`, `,
  )
  const isItsKey = sql.join(
    table.key.map(({ column, at }) => sql`d.${column} = gone.value ->> ${sql.raw(String(at))}`),
    sql` AND `,
  )
  return chunked(gone).map(json =>
    build.run(sql`
      DELETE FROM ${table.table} WHERE customer_id = ${customer} AND (hotel_id, ${keys}, day) IN (
        SELECT d.hotel_id, ${ofDay}, d.day FROM json_each(${json}) AS gone
        CROSS JOIN ${table.table} AS d ON d.customer_id = ${customer} AND d.hotel_id = gone.value ->> 0 AND ${isItsKey}
          AND d.day BETWEEN gone.value ->> 3 AND gone.value ->> 4)`),
  )
}

/** Rooms keep the days of the plans that are listed with them, and of no other. */
const clearOtherPlans = ({ customer }: Scope, rooms: CalendarChanges['otherPlansGone']): Statement[] =>
  chunked(rooms).map(json =>
    build.run(sql`
      DELETE FROM plan_day WHERE customer_id = ${customer} AND (hotel_id, channel_room_id, channel_rate_plan_id) IN (
        SELECT plan.hotel_id, room.value ->> 1, plan.channel_rate_plan_id FROM json_each(${json}) AS room
        CROSS JOIN channel_rate_plan AS plan ON plan.customer_id = ${customer} AND plan.hotel_id = room.value ->> 0
        WHERE plan.channel_rate_plan_id NOT IN (SELECT value FROM json_each(room.value -> 2)))`),
  )
