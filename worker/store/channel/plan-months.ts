import { type SQL, sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import type { DayChanges } from '../../domain/channel/calendar-changes'
import { monthChanges } from '../../domain/channel/month-changes'

/*
 * Writes the months of plans in rooms. Each month is sent as a JSON merge patch, which the statement merges with what is
 * stored then: two messages for the same month lose nothing of each other.
 *
 * A patch keeps the order of the stored days and fields. So a month is unchanged if and only if its text is.
 */

const KEY = sql.raw('customer_id, hotel_id, channel_room_id, channel_rate_plan_id, month')

/** The month `m` that a row of JSON names. */
const isNamed = ({ customer }: Scope, row: string) => sql`
  m.customer_id = ${customer} AND m.hotel_id = ${sql.raw(row)}.value ->> 'hotelId'
  AND m.channel_room_id = ${sql.raw(row)}.value ->> 'roomId' AND m.channel_rate_plan_id = ${sql.raw(row)}.value ->> 'planId'`

const patchedDays = sql.raw("json_patch(coalesce(m.days, '{}'), sent.value -> 'days')")
const setsField = sql.raw("sent.value ->> 'sets'")

/** The months `m` that are removed, as the rest of a select. */
const removedMonths = (scope: Scope, json: string) => sql`
  FROM json_each(${json}) AS gone
  CROSS JOIN plan_month AS m ON ${isNamed(scope, 'gone')} AND m.month >= gone.value ->> 'from' AND m.month < gone.value ->> 'before'`

/** The stored months `m` that are patched, as the rest of a select. */
const patchedMonths = (scope: Scope, json: string, join: 'CROSS' | 'LEFT') => sql`
  FROM json_each(${json}) AS sent
  ${sql.raw(join)} JOIN plan_month AS m ON ${isNamed(scope, 'sent')} AND m.month = sent.value ->> 'month'`

/** Joins the months `m` of the plan `p` in the channel room `c`. */
export const OF_PLAN_IN_ROOM = sql`m.customer_id = c.customer_id AND m.hotel_id = c.hotel_id
  AND m.channel_room_id = c.channel_room_id AND m.channel_rate_plan_id = p.channel_rate_plan_id`

/** The changes of a message as bound values: lists of rows as JSON, each small enough to bind. */
export interface SentMonths {
  patches: string[]
  /** Those of the patches that only clear. They may leave a month without a day. */
  clearing: string[]
  removed: string[]
}

export function sentMonths(plans: DayChanges): SentMonths {
  const { patches, removed } = monthChanges(plans)
  const clearing = patches.filter(({ sets }) => !sets)
  return { patches: jsonChunks(patches), clearing: jsonChunks(clearing), removed: jsonChunks(removed) }
}

/** Writes the months that differ from the stored ones. Refused by `customer_id` if the currency is no longer the one of the prices. */
export const changeMonths = (
  scope: Scope,
  { patches, clearing, removed }: SentMonths,
  currency: string,
): Statement[] => [
  ...removed.map(json => deleteMonths(sql`SELECT m.* ${removedMonths(scope, json)}`)),
  ...clearing.map(json =>
    deleteMonths(sql`SELECT m.* ${patchedMonths(scope, json, 'CROSS')} WHERE ${patchedDays} = '{}'`),
  ),
  ...patches.map(json =>
    build.run(sql`
      INSERT INTO plan_month (${KEY}, days)
      SELECT (SELECT customer_id FROM customer WHERE customer_id = ${scope.customer} AND currency = ${currency}),
        sent.value ->> 'hotelId', sent.value ->> 'roomId', sent.value ->> 'planId', sent.value ->> 'month', ${patchedDays}
      ${patchedMonths(scope, json, 'LEFT')} WHERE m.customer_id IS NOT NULL OR ${setsField}
      ON CONFLICT DO UPDATE SET days = excluded.days WHERE days IS NOT excluded.days`),
  ),
]

const deleteMonths = (months: SQL): Statement =>
  build.run(sql`DELETE FROM plan_month WHERE (${KEY}) IN (SELECT ${KEY} FROM (${months}))`)

/** Selects of `hotel_id`: the hotels of months that a message changes. */
export const hotelsOfChangedMonths = (scope: Scope, { patches, removed }: SentMonths): SQL[] => [
  ...patches.map(
    json => sql`
      SELECT sent.value ->> 'hotelId' AS hotel_id ${patchedMonths(scope, json, 'LEFT')}
      WHERE iif(m.customer_id IS NULL, ${setsField}, ${patchedDays} IS NOT m.days)`,
  ),
  ...removed.map(json => sql`SELECT m.hotel_id ${removedMonths(scope, json)}`),
]
