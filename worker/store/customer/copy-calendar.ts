import { sql } from 'drizzle-orm'
import type { CalendarState } from '../../../schema/calendar-states'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { selectRows } from '../../db/select-rows'
import {
  calendarStateIn,
  monthOfPlanDay,
  selectCalendar,
  settingsFrom,
  settingsOfPlanDay,
  stateIs,
} from '../channel/rate-calendar'
import { deletion, ROWS_PER_STEP } from './clean-up'

/*
 * Copies prices by day (`plan_day`) to prices by month (`plan_month`), in steps of the hourly run. Until the copy is complete,
 * `plan_day` is what counts. A pass goes through all channel rooms. The first pass that changes nothing proves that both tables
 * have the same: then prices are read by month.
 */

/** Channel rooms of one step. A room with ten plans has 7,300 days in two years. */
const ROOMS_PER_STEP = 10
/** Statements of one step, and of one step that deletes days. */
export const COPY_STATEMENTS = 5
export const DELETION_STATEMENTS = 2

/** The last channel room that the current pass has copied, or what is before the first. */
const COPIED = sql`(
  SELECT coalesce(copied_up_to ->> 0, 0), coalesce(copied_up_to ->> 1, ''), coalesce(copied_up_to ->> 2, '')
  FROM rate_calendar WHERE calendar_id = 1)`

/** Greater than every customer id. */
const AFTER_ALL = sql.raw('9999999999')

const isIn = (state: CalendarState) => sql`EXISTS (SELECT 1 FROM rate_calendar WHERE ${stateIs(state)})`

/** The state of a database. */
export async function readCalendarState(db: Database): Promise<CalendarState> {
  const [found] = await db.batch([selectCalendar()])
  return calendarStateIn(found)
}

/** Changes the state. A pass begins again. */
export async function changeCalendar(db: Database, from: CalendarState, to: CalendarState): Promise<void> {
  await db.batch([
    build.run(sql`
      UPDATE rate_calendar SET calendar_state = ${to}, copied_up_to = NULL, changed_months = 0 WHERE ${stateIs(from)}`),
  ])
}

/** The pass begins again, because a customer has arrived in the database: rooms that the pass has done may differ. */
export const restartPass = () =>
  build.run(sql`UPDATE rate_calendar SET copied_up_to = NULL, changed_months = 0 WHERE ${stateIs('days')}`)

/** What is stored of a month, with its days and their fields in order. */
const DAYS_IN_ORDER = sql`(
  SELECT json_group_object(d.key, ${settingsFrom(field => `d.value ->> '${field}'`)} ORDER BY d.key)
  FROM json_each(plan_month.days) AS d)`

const PLAN = sql.raw('customer_id, hotel_id, channel_room_id, channel_rate_plan_id')

/**
 * Copies the next channel rooms, in the order of their keys, and deletes months of which there is no day. A customer that is
 * being moved or is read-only does not change, and counts as changed: the pass proves nothing about it. Returns true when the
 * pass has ended.
 */
export async function copyMonths(db: Database): Promise<boolean> {
  const next = sql`
    FROM channel_room WHERE (customer_id, hotel_id, channel_room_id) > ${COPIED}
    ORDER BY customer_id, hotel_id, channel_room_id`
  const rooms = sql`(SELECT customer_id, hotel_id, channel_room_id ${next} LIMIT ${ROOMS_PER_STEP}) AS next_room`
  const isFrozen = (rows: string) => sql`EXISTS (
    SELECT 1 FROM tenancy
    WHERE tenancy.customer_id = ${sql.raw(rows)}.customer_id AND tenancy_state IN ('leaving', 'arriving'))`
  /** The last room of the step; none if fewer are left. */
  const lastOfNext = sql`${next} LIMIT 1 OFFSET ${ROOMS_PER_STEP - 1}`
  const last = sql`(SELECT json_array(customer_id, hotel_id, channel_room_id) ${lastOfNext})`
  const [, , , , [row]] = await db.batch([
    build.run(sql`
      INSERT INTO plan_month (${PLAN}, month, days)
      SELECT d.customer_id, d.hotel_id, d.channel_room_id, d.channel_rate_plan_id, ${monthOfPlanDay.month} AS month_of_day,
        json_group_object(substr(d.day, 9), ${settingsOfPlanDay} ORDER BY d.day)
      FROM ${rooms} CROSS JOIN plan_day AS d ON d.customer_id = next_room.customer_id
        AND d.hotel_id = next_room.hotel_id AND d.channel_room_id = next_room.channel_room_id
      WHERE NOT ${isFrozen('next_room')} AND ${isIn('days')}
      GROUP BY d.customer_id, d.hotel_id, d.channel_room_id, d.channel_rate_plan_id, month_of_day
      ON CONFLICT DO UPDATE SET days = excluded.days WHERE ${DAYS_IN_ORDER} IS NOT excluded.days`),
    build.run(sql`UPDATE rate_calendar SET changed_months = changed_months + changes() WHERE ${stateIs('days')}`),
    build.run(sql`
      DELETE FROM plan_month WHERE (${PLAN}, month) IN (
        SELECT m.customer_id, m.hotel_id, m.channel_room_id, m.channel_rate_plan_id, m.month FROM plan_month AS m
        WHERE (m.customer_id, m.hotel_id, m.channel_room_id) > ${COPIED}
          AND (m.customer_id, m.hotel_id, m.channel_room_id) <= (
            SELECT * FROM (SELECT customer_id, hotel_id, channel_room_id ${lastOfNext}) UNION ALL SELECT ${AFTER_ALL}, '', '' LIMIT 1)
          AND NOT ${isFrozen('m')} AND ${isIn('days')} AND NOT EXISTS (
            SELECT 1 FROM plan_day AS d
            WHERE d.customer_id = m.customer_id AND d.hotel_id = m.hotel_id AND d.channel_room_id = m.channel_room_id
              AND d.channel_rate_plan_id = m.channel_rate_plan_id AND d.day BETWEEN m.month AND m.month || '~'))`),
    build.run(sql`
      UPDATE rate_calendar
      SET changed_months = changed_months + changes() + (SELECT count(*) FROM ${rooms} WHERE ${isFrozen('next_room')})
      WHERE ${stateIs('days')}`),
    selectRows(
      { isLeft: sql`copied_up_to IS NOT NULL`.mapWith(Boolean) },
      selected => sql`
        UPDATE rate_calendar SET
          calendar_state = iif(${last} IS NULL AND changed_months = 0, 'months', calendar_state),
          changed_months = iif(${last} IS NULL, 0, changed_months), copied_up_to = ${last}
        WHERE ${stateIs('days')} RETURNING ${selected}`,
    ),
  ])
  return !row?.isLeft
}

/** Deletes some rows of `plan_day`, which is not used any more. When none is left, the row of the database goes too: returns true. */
export async function deletePlanDays(db: Database): Promise<boolean> {
  const [deleted] = await db.batch([
    deletion(
      returned => sql`
      DELETE FROM plan_day WHERE (${PLAN}, day) IN (
        SELECT d.customer_id, d.hotel_id, d.channel_room_id, d.channel_rate_plan_id, d.day FROM tenancy
        CROSS JOIN plan_day AS d ON d.customer_id = tenancy.customer_id
        WHERE tenancy_state NOT IN ('leaving', 'arriving') AND ${isIn('months-only')} LIMIT ${ROWS_PER_STEP})
      RETURNING ${returned}`,
    ),
    build.run(sql`
      DELETE FROM rate_calendar WHERE ${stateIs('months-only')} AND NOT EXISTS (SELECT 1 FROM plan_day)`),
  ])
  return deleted.length < ROWS_PER_STEP
}
