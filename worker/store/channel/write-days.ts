import { sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import type { CalendarChanges, DayChanges } from '../../domain/channel/calendar-changes'
import type { ChannelChange } from '../../domain/channel/message'
import { dateAfter } from '../../domain/stay-dates'
import { type DayRange, detachNights } from './allotment'
import {
  changeOf,
  columnsOf,
  type DayTable,
  keysOf,
  list,
  PLAN_DAYS,
  ROOM_DAYS,
  type SentDays,
  sentDays,
} from './day-tables'
import { changeMonths, type SentMonths, sentMonths } from './plan-months'

/*
 * Writes days of channel rooms, and months of plans in them.
 */

/** The calendar of a message as it is sent to the database. */
export interface SentCalendar {
  changes: CalendarChanges
  currency: string
  /** Whether prices are written to `plan_day` too. */
  arePlanDaysWritten: boolean
  days: SentDays[]
  months: SentMonths
}

export function sentCalendar(
  scope: Scope,
  { days: changes, currency }: Pick<ChannelChange, 'days' | 'currency'>,
  arePlanDaysWritten: boolean,
): SentCalendar {
  const days = sentDays(scope, changes, { currency, arePlanDaysWritten })
  return { changes, currency, arePlanDaysWritten, days, months: sentMonths(changes.plans) }
}

/**
 * Writes the days of a message: those that it sets, and those that it clears. Refused by `customer_id` if the currency is no
 * longer the one of its prices.
 */
export const writeCalendar = (
  scope: Scope,
  { changes, currency, arePlanDaysWritten, days, months }: SentCalendar,
): Statement[] => [
  ...detachNights(scope, daysWithNewAllotment(changes.rooms)),
  ...clearOtherPlans(scope, 'plan_month', changes.otherPlansCleared),
  ...clearDays(scope, ROOM_DAYS, changes.rooms.cleared),
  ...changeMonths(scope, months, currency),
  ...(arePlanDaysWritten
    ? [
        ...clearOtherPlans(scope, 'plan_day', changes.otherPlansCleared),
        ...clearDays(scope, PLAN_DAYS, changes.plans.cleared),
      ]
    : []),
  ...days.map(writeDays),
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

/** Writes the days that differ from the stored ones. */
function writeDays(sent: SentDays): Statement {
  const { table } = sent.table
  const { columns, after } = changeOf(sent, sql`excluded`, table)
  return build.run(sql`
    INSERT INTO ${table} (${columnsOf(sent.table, sent.areRestricted)}) ${sent.days} WHERE true
    ON CONFLICT DO UPDATE SET ${list(columns.map((column, i) => sql`${column} = ${after[i]}`))}
    WHERE (${list(columns)}) IS NOT (${list(after)})`)
}

const clearDays = ({ customer }: Scope, table: DayTable, cleared: DayChanges['cleared']): Statement[] => {
  const keys = keysOf(table)
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

/** Deletes what is stored of a room's plans, except of those listed with the room. */
const clearOtherPlans = (
  { customer }: Scope,
  table: 'plan_month' | 'plan_day',
  rooms: CalendarChanges['otherPlansCleared'],
): Statement[] =>
  jsonChunks(rooms).map(json =>
    build.run(sql`
      DELETE FROM ${sql.raw(table)} WHERE customer_id = ${customer} AND (hotel_id, channel_room_id, channel_rate_plan_id) IN (
        SELECT plan.hotel_id, room.value ->> 1, plan.channel_rate_plan_id FROM json_each(${json}) AS room
        CROSS JOIN channel_rate_plan AS plan ON plan.customer_id = ${customer} AND plan.hotel_id = room.value ->> 0
        WHERE plan.channel_rate_plan_id NOT IN (SELECT value FROM json_each(room.value -> 2)))`),
  )
