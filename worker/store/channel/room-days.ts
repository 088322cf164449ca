import { type SQL, sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { type DayChanges, isRestricted, type Run } from '../../domain/channel/calendar-changes'

/*
 * Writes days of channel rooms. Days are sent to the database as runs, which it expands: a year at one allotment is one short row.
 */

/** Columns of restrictions, in the order of a run, from index 7. */
const RESTRICTIONS = ['minimum_stay', 'maximum_stay', 'closed_on_arrival', 'closed_on_departure']

const list = (parts: SQL[]) => sql.join(parts, sql`, `)

const fieldsOf = (areRestricted: boolean): SQL[] =>
  ['room_closed', 'rooms_to_sell', ...(areRestricted ? RESTRICTIONS : [])].map(name => sql.raw(name))

/** Runs of days that a message sets, as JSON that is small enough to bind. */
export interface SentDays {
  json: string
  /** A field that a run leaves out keeps its value (`merged`) or is cleared (`exact`). */
  mode: 'merged' | 'exact'
  areRestricted: boolean
  /** Each run is of one day. */
  areSingle: boolean
}

/** The days that a message sets. Most runs have no restrictions, and are expanded without them. */
export const sentDays = ({ set, exact }: DayChanges): SentDays[] =>
  [{ runs: set, mode: 'merged' } as const, { runs: exact, mode: 'exact' } as const].flatMap(({ runs, mode }) =>
    [false, true].flatMap(areRestricted =>
      [true, false].flatMap(areSingle => {
        const alike = runs.filter(run => isRestricted(run) === areRestricted && isSingle(run) === areSingle)
        return jsonChunks(alike).map(json => ({ json, mode, areRestricted, areSingle }))
      }),
    ),
  )

const isSingle = ([, , , from, to]: Run) => from === to

/** The columns of `daysOf`. */
const columnsOf = ({ areRestricted }: SentDays) =>
  sql`customer_id, hotel_id, channel_room_id, day, ${list(fieldsOf(areRestricted))}`

/** Days that a message sets, as a select. */
function daysOf({ customer }: Scope, { json, areRestricted, areSingle }: SentDays): SQL {
  const fields = list(fieldsOf(areRestricted))
  const fieldsOfRun = sql.raw((areRestricted ? [5, 6, 7, 8, 9, 10] : [5, 6]).map(at => `value ->> ${at}`).join(', '))
  if (areSingle)
    return sql`SELECT ${customer}, value ->> 0, value ->> 1, value ->> 3, ${fieldsOfRun} FROM json_each(${json})`
  return sql`
    WITH RECURSIVE run (hotel_id, channel_room_id, day, last_day, ${fields}) AS (
      SELECT value ->> 0, value ->> 1, value ->> 3, value ->> 4, ${fieldsOfRun} FROM json_each(${json})
      UNION ALL
      SELECT hotel_id, channel_room_id, date(day, '+1 day'), last_day, ${fields} FROM run WHERE day < last_day
    )
    SELECT ${customer}, hotel_id, channel_room_id, day, ${fields} FROM run`
}

/**
 * The columns that runs change on a stored day, with their new values. `sent` and `stored` are the names of the rows. In
 * `exact` mode, restrictions that the runs lack are cleared.
 */
function changeOf({ mode, areRestricted }: SentDays, sent: SQL, stored: SQL) {
  const columns = fieldsOf(areRestricted || mode === 'exact')
  const sentColumns = fieldsOf(areRestricted).length
  const after = columns.map((column, i) => {
    if (mode === 'merged') return sql`coalesce(${sent}.${column}, ${stored}.${column})`
    return i < sentColumns ? sql`${sent}.${column}` : sql`NULL`
  })
  return { columns, after }
}

/** Writes the days that differ from the stored ones. */
export function writeDays(scope: Scope, sent: SentDays): Statement {
  const { columns, after } = changeOf(sent, sql`excluded`, sql`room_day`)
  return build.run(sql`
    INSERT INTO room_day (${columnsOf(sent)}) ${daysOf(scope, sent)} WHERE true
    ON CONFLICT DO UPDATE SET ${list(columns.map((column, i) => sql`${column} = ${after[i]}`))}
    WHERE (${list(columns)}) IS NOT (${list(after)})`)
}

/** A select of `hotel_id`: the hotels of days that differ from the stored ones. */
export function hotelsOfChangedDays(scope: Scope, sent: SentDays): SQL {
  const { columns, after } = changeOf(sent, sql`sent`, sql`d`)
  return sql`
    WITH sent (${columnsOf(sent)}) AS (${daysOf(scope, sent)})
    SELECT sent.hotel_id FROM sent LEFT JOIN room_day AS d ON d.customer_id = ${scope.customer}
      AND d.hotel_id = sent.hotel_id AND d.channel_room_id = sent.channel_room_id AND d.day = sent.day
    WHERE d.customer_id IS NULL OR (${list(columns.map(column => sql`d.${column}`))}) IS NOT (${list(after)})`
}

/** The stored days `d` that a message clears, as the rest of a select. */
const clearedDays = ({ customer }: Scope, json: string) => sql`
  FROM json_each(${json}) AS cleared
  CROSS JOIN room_day AS d ON d.customer_id = ${customer} AND d.hotel_id = cleared.value ->> 0
    AND d.channel_room_id = cleared.value ->> 1 AND d.day BETWEEN cleared.value ->> 3 AND cleared.value ->> 4`

export const clearDays = (scope: Scope, cleared: DayChanges['cleared']): Statement[] =>
  jsonChunks(cleared).map(json =>
    build.run(sql`
      DELETE FROM room_day WHERE customer_id = ${scope.customer} AND (hotel_id, channel_room_id, day) IN (
        SELECT d.hotel_id, d.channel_room_id, d.day ${clearedDays(scope, json)})`),
  )

/** Selects of `hotel_id`: the hotels of stored days that are cleared. */
export const hotelsOfClearedDays = (scope: Scope, cleared: DayChanges['cleared']): SQL[] =>
  jsonChunks(cleared).map(json => sql`SELECT d.hotel_id ${clearedDays(scope, json)}`)
