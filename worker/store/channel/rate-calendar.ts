import { eq, type SQL, sql } from 'drizzle-orm'
import type { CalendarState } from '../../../schema/calendar-states'
import { rateCalendar } from '../../../schema/tables/channel'
import { build, type Statement } from '../../db/drizzle-adapter'

/*
 * Prices by day (`plan_day`) become prices by month (`plan_month`). The row of `rate_calendar` says in which table a database
 * has them. Each statement reads it in its own transaction, so that a change counts for all requests at once. No row: months only.
 */

/** Selects the row with the state of a database. No row: `months-only`. */
export const selectCalendar = () =>
  build.select({ state: rateCalendar.calendarState }).from(rateCalendar).where(eq(rateCalendar.calendarId, 1))

/** The state in what `selectCalendar` returned. */
export const calendarStateIn = ([row]: readonly { state: CalendarState }[]): CalendarState =>
  row?.state ?? 'months-only'

/** Whether the row of `rate_calendar` has a state. */
export const stateIs = (state: CalendarState) => sql`calendar_id = 1 AND calendar_state = ${sql.raw(`'${state}'`)}`

/** Passes if prices are written to `plan_day` too. */
export const writesPlanDays: SQL = sql`EXISTS (
  SELECT 1 FROM rate_calendar WHERE calendar_id = 1 AND calendar_state <> 'months-only')`

/** The constraint that refuses a message whose prices would be written to `plan_day`, which is not used any more. */
export const CALENDAR_STATE_CONSTRAINT = 'rate_calendar.calendar_state'

/** Refused if `plan_day` is not used any more. */
export const requirePlanDays = (): Statement =>
  build.run(sql`UPDATE rate_calendar SET calendar_state = NULL WHERE ${stateIs('months-only')}`)

/** Passes if prices are read by month. */
export const readsMonths: SQL = sql`NOT EXISTS (SELECT 1 FROM rate_calendar WHERE ${stateIs('days')})`

/** The first table of a FROM: with `ifByDay` in its WHERE there are rows only if prices are read by day. */
export const BY_DAY: SQL = sql`rate_calendar AS by_day`
export const ifByDay: SQL = sql`by_day.calendar_id = 1 AND by_day.calendar_state = 'days'`

/** The fields of a day in `plan_month`, with the column of `plan_day` that has the same. */
export const PLAN_DAY_FIELDS = {
  closed: 'plan_closed',
  prices: 'prices',
  minimumStay: 'minimum_stay',
  maximumStay: 'maximum_stay',
  closedOnArrival: 'closed_on_arrival',
  closedOnDeparture: 'closed_on_departure',
}

/** A day as `plan_month` stores it. `sqlOf` gives the SQL of a field; one that is NULL is left out. */
export function settingsFrom(sqlOf: (field: string, column: string) => string): SQL<string> {
  const fields = Object.entries(PLAN_DAY_FIELDS).map(([field, column]) => `'${field}', ${sqlOf(field, column)}`)
  return sql.raw(`json_patch('{}', json_object(${fields.join(', ')}))`) as SQL<string>
}

/** What a row `d` of `plan_day` has. */
export const settingsOfPlanDay = settingsFrom((_, column) => `d.${column}`)

/** Whether a row of a table is of the plan `p` in the channel room `r`. */
export const ofPlanInRoom = (table: 'm' | 'd') =>
  sql.raw(`${table}.customer_id = r.customer_id AND ${table}.hotel_id = r.hotel_id
    AND ${table}.channel_room_id = r.channel_room_id AND ${table}.channel_rate_plan_id = p.channel_rate_plan_id`)

/** A row `d` of `plan_day` in the columns of `plan_month`: the days of a month, of which it is one. */
export const monthOfPlanDay = {
  month: sql<string>`substr(d.day, 1, 7)`,
  days: sql<string>`json_object(substr(d.day, 9), ${settingsOfPlanDay})`,
}
