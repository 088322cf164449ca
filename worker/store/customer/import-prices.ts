import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { PLAN_DAY_FIELDS, settingsFrom, writesPlanDays } from '../channel/rate-calendar'

/*
 * Prices in a file are by month or by day, as the database of the export had them. The database of the import gets them by month,
 * and by day too while it uses `plan_day`.
 */

const PLAN = ['hotel_id', 'channel_room_id', 'channel_rate_plan_id']

const sentColumn = (column: string) => `sent.value ->> '$.row.${column}'`
const sentPlan = sql.raw(PLAN.map(sentColumn).join(', '))

/** Inserts the months of a page of `plan_day`. The days of one month may be on two pages. */
export function insertMonthsOfDays(customer: number, sent: string): Statement {
  return build.run(sql`
    INSERT INTO plan_month (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, month, days)
    SELECT ${customer}, ${sentPlan}, substr(${sql.raw(sentColumn('day'))}, 1, 7) AS month_of_day, json_group_object(
      substr(${sql.raw(sentColumn('day'))}, 9), ${settingsFrom((_, column) => sentColumn(column))})
    FROM json_each(${sent}) AS sent WHERE true GROUP BY ${sentPlan}, month_of_day
    ON CONFLICT DO UPDATE SET days = json_patch(days, excluded.days)`)
}

/** Inserts the days of a page of `plan_month`, if the database uses `plan_day`. */
export function insertDaysOfMonths(customer: number, sent: string): Statement {
  const fields = Object.keys(PLAN_DAY_FIELDS).map(field => `d.value ->> '${field}'`)
  return build.run(sql`
    INSERT INTO plan_day (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, day, ${sql.raw(Object.values(PLAN_DAY_FIELDS).join(', '))})
    SELECT ${customer}, ${sentPlan}, ${sql.raw(sentColumn('month'))} || '-' || d.key, ${sql.raw(fields.join(', '))}
    FROM json_each(${sent}) AS sent CROSS JOIN json_each(${sql.raw(sentColumn('days'))}) AS d WHERE ${writesPlanDays}`)
}

/** How many months of prices a customer has, and how many days. */
export async function countPrices(db: Database, { customer }: Scope) {
  const [[counts]] = await db.batch([
    selectRows(
      { months: sql<number>`count(*)`, days: sql<number>`total((SELECT count(*) FROM json_each(plan_month.days)))` },
      selected => sql`SELECT ${selected} FROM plan_month WHERE customer_id = ${customer}`,
    ),
  ])
  return { months: counts?.months ?? 0, days: counts?.days ?? 0 }
}
