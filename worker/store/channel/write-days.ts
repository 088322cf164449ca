import { sql } from 'drizzle-orm'
import { dateAfter } from '../../../schema/stay-dates'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import type { CalendarChanges, DayChanges } from '../../domain/channel/calendar-changes'
import type { ChannelChange } from '../../domain/channel/message'
import { type DayRange, detachNights } from './allotment'
import { changeMonths, type SentMonths, sentMonths } from './plan-months'
import { clearDays, type SentDays, sentDays, writeDays } from './room-days'

/*
 * Writes days of channel rooms, and months of plans in them.
 */

/** The calendar of a message as it is sent to the database. */
export interface SentCalendar {
  changes: CalendarChanges
  currency: string
  days: SentDays[]
  months: SentMonths
}

export const sentCalendar = ({ days: changes, currency }: Pick<ChannelChange, 'days' | 'currency'>): SentCalendar => ({
  changes,
  currency,
  days: sentDays(changes.rooms),
  months: sentMonths(changes.plans),
})

/**
 * Writes the days of a message: those that it sets, and those that it clears. Refused by `customer_id` if the currency is no
 * longer the one of its prices.
 */
export const writeCalendar = (scope: Scope, { changes, currency, days, months }: SentCalendar): Statement[] => [
  ...detachNights(scope, daysWithNewAllotment(changes.rooms)),
  ...clearOtherPlans(scope, changes.otherPlansCleared),
  ...clearDays(scope, changes.rooms.cleared),
  ...changeMonths(scope, months, currency),
  ...days.map(sent => writeDays(scope, sent)),
]

/** Days of rooms whose number of rooms to sell a message sets or clears, with adjacent days as one range. */
function daysWithNewAllotment({ set, exact, cleared }: DayChanges): DayRange[] {
  const ranges: DayRange[] = []
  for (const { subject, from, to } of [...set.filter(run => run.settings.roomsToSell !== null), ...exact]) {
    const { hotelId, roomId } = subject
    const last = ranges.at(-1)
    if (last && last[0] === hotelId && last[1] === roomId && dateAfter(last[3], 1) === from) last[3] = to
    else ranges.push([hotelId, roomId, from, to])
  }
  return [...ranges, ...cleared.map(({ subject, from, to }): DayRange => [subject.hotelId, subject.roomId, from, to])]
}

/** Deletes what is stored of a room's plans, except of those listed with the room. */
const clearOtherPlans = ({ customer }: Scope, rooms: CalendarChanges['otherPlansCleared']): Statement[] =>
  jsonChunks(rooms).map(json =>
    build.run(sql`
      DELETE FROM plan_month WHERE customer_id = ${customer} AND (hotel_id, channel_room_id, channel_rate_plan_id) IN (
        SELECT p.hotel_id, sent.value ->> 'roomId', p.channel_rate_plan_id FROM json_each(${json}) AS sent
        CROSS JOIN channel_rate_plan AS p ON p.customer_id = ${customer} AND p.hotel_id = sent.value ->> 'hotelId'
        WHERE p.channel_rate_plan_id NOT IN (SELECT value FROM json_each(sent.value -> 'planIds')))`),
  )
