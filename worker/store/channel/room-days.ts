import { type SQL, sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import type { DayChanges, Run } from '../../domain/channel/calendar-changes'
import type { DaySettings } from '../../domain/channel/day-settings'

/*
 * Writes days of channel rooms. Days are sent to the database as runs, which it expands: a year at one allotment is one short row.
 */

/** The columns of a day, and the setting of each. */
const COLUMNS = [
  { name: sql`room_closed`, setting: 'closed' },
  { name: sql`rooms_to_sell`, setting: 'roomsToSell' },
  { name: sql`minimum_stay`, setting: 'minimumStay' },
  { name: sql`maximum_stay`, setting: 'maximumStay' },
  { name: sql`closed_on_arrival`, setting: 'closedOnArrival' },
  { name: sql`closed_on_departure`, setting: 'closedOnDeparture' },
] as const satisfies { name: SQL; setting: keyof DaySettings }[]
type DayColumn = (typeof COLUMNS)[number]

const list = (parts: SQL[]) => sql.join(parts, sql`, `)
const namesOf = ({ columns }: SentDays) => list(columns.map(({ name }) => name))

/** Runs of days that a message sets. */
export interface SentDays {
  /** The runs as JSON that is small enough to bind. */
  json: string
  columns: readonly DayColumn[]
  /** A setting that a run does not have is cleared. Otherwise it keeps its value. */
  isExact: boolean
}

export function sentDays({ set, exact }: DayChanges): SentDays[] {
  const columns = COLUMNS.filter(({ setting }) => set.some(({ settings }) => settings[setting] !== null))
  return [
    ...jsonChunks(set.map(rowOf)).map(json => ({ json, columns, isExact: false })),
    ...jsonChunks(exact.map(rowOf)).map(json => ({ json, columns: COLUMNS, isExact: true })),
  ]
}

/** A setting that is undefined is absent in JSON, as most are. */
const rowOf = ({ subject: { hotelId, roomId }, from, to, settings }: Run) => ({
  hotelId,
  roomId,
  from,
  to,
  closed: settings.closed ?? undefined,
  roomsToSell: settings.roomsToSell ?? undefined,
  minimumStay: settings.minimumStay ?? undefined,
  maximumStay: settings.maximumStay ?? undefined,
  closedOnArrival: settings.closedOnArrival ?? undefined,
  closedOnDeparture: settings.closedOnDeparture ?? undefined,
})

/** The days that a message sets, as a table `sent`. */
const withSent = (sent: SentDays) => sql`
  WITH RECURSIVE sent (hotel_id, channel_room_id, day, last_day, ${namesOf(sent)}) AS (
    SELECT value ->> 'hotelId', value ->> 'roomId', value ->> 'from', value ->> 'to',
      ${sql.raw(sent.columns.map(({ setting }) => `value ->> '${setting}'`).join(', '))}
    FROM json_each(${sent.json})
    UNION ALL
    SELECT hotel_id, channel_room_id, date(day, '+1 day'), last_day, ${namesOf(sent)} FROM sent WHERE day < last_day
  )`

/** The new values of the columns of a stored day. `sent` and `stored` are the names of the rows. */
const newValues = ({ columns, isExact }: SentDays, sent: SQL, stored: SQL) =>
  columns.map(({ name }) => (isExact ? sql`${sent}.${name}` : sql`coalesce(${sent}.${name}, ${stored}.${name})`))

/** Writes the days that differ from the stored ones. */
export function writeDays({ customer }: Scope, sent: SentDays): Statement {
  const names = namesOf(sent)
  const values = newValues(sent, sql`excluded`, sql`room_day`)
  return build.run(sql`
    ${withSent(sent)}
    INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, ${names})
    SELECT ${customer}, hotel_id, channel_room_id, day, ${names} FROM sent WHERE true
    ON CONFLICT DO UPDATE SET (${names}) = (${list(values)}) WHERE (${names}) IS NOT (${list(values)})`)
}

/** A select of `hotel_id`: the hotels of days that differ from the stored ones. */
export const hotelsOfChangedDays = ({ customer }: Scope, sent: SentDays): SQL => sql`
  ${withSent(sent)}
  SELECT sent.hotel_id FROM sent LEFT JOIN room_day AS d ON d.customer_id = ${customer}
    AND d.hotel_id = sent.hotel_id AND d.channel_room_id = sent.channel_room_id AND d.day = sent.day
  WHERE d.customer_id IS NULL OR (${list(sent.columns.map(({ name }) => sql`d.${name}`))})
    IS NOT (${list(newValues(sent, sql`sent`, sql`d`))})`

/** The stored days `d` that a message clears, as the rest of a select. */
const clearedDays = ({ customer }: Scope, json: string) => sql`
  FROM json_each(${json}) AS cleared
  CROSS JOIN room_day AS d ON d.customer_id = ${customer} AND d.hotel_id = cleared.value ->> '$.subject.hotelId'
    AND d.channel_room_id = cleared.value ->> '$.subject.roomId'
    AND d.day BETWEEN cleared.value ->> 'from' AND cleared.value ->> 'to'`

export const clearDays = (scope: Scope, cleared: DayChanges['cleared']): Statement[] =>
  jsonChunks(cleared).map(json =>
    build.run(sql`
      DELETE FROM room_day WHERE customer_id = ${scope.customer} AND (hotel_id, channel_room_id, day) IN (
        SELECT d.hotel_id, d.channel_room_id, d.day ${clearedDays(scope, json)})`),
  )

/** Selects of `hotel_id`: the hotels of stored days that are cleared. */
export const hotelsOfClearedDays = (scope: Scope, cleared: DayChanges['cleared']): SQL[] =>
  jsonChunks(cleared).map(json => sql`SELECT d.hotel_id ${clearedDays(scope, json)}`)
