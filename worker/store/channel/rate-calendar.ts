import { eq, type SQL, sql } from 'drizzle-orm'
import { rateCalendar } from '../../../schema/tables/channel'
import { build, type Statement } from '../../db/drizzle-adapter'

/*
 * Prices by day (`plan_day`) become prices by month (`plan_month`). The row of `rate_calendar` says in which table a database
 * has them. Each statement reads it in its own transaction, so that a change counts for all requests at once. No row: months only.
 */

export type CalendarState = typeof rateCalendar.$inferSelect.calendarState

/** The state of a database. No row: `months-only`. */
export const selectCalendar = () =>
  build.select({ state: rateCalendar.calendarState }).from(rateCalendar).where(eq(rateCalendar.calendarId, 1))

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

/** What a row `d` of `plan_day` has, as `plan_month` stores it for a day. */
export const settingsOfPlanDay = sql<string>`json_patch('{}', json_object(
  'closed', d.plan_closed, 'prices', d.prices, 'minimumStay', d.minimum_stay, 'maximumStay', d.maximum_stay,
  'closedOnArrival', d.closed_on_arrival, 'closedOnDeparture', d.closed_on_departure))`

/** A row `d` of `plan_day` in the columns of `plan_month`: the days of a month, of which it is one. */
export const monthOfPlanDay = {
  month: sql<string>`substr(d.day, 1, 7)`,
  days: sql<string>`json_object(substr(d.day, 9), ${settingsOfPlanDay})`,
}
